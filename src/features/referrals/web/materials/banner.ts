/** A picture to share: its name, and its size in pixels. */
export type BannerSize = {
  readonly id: string
  readonly label: string
  readonly width: number
  readonly height: number
}

/** The shapes that feeds, stories and link cards take. */
export const BANNER_SIZES: readonly BannerSize[] = [
  { id: 'wide', label: 'Wide, 1200 × 630', width: 1200, height: 630 },
  { id: 'square', label: 'Square, 1080 × 1080', width: 1080, height: 1080 },
  { id: 'story', label: 'Story, 1080 × 1920', width: 1080, height: 1920 },
]

/** The lines of the banner; the word in the pill is the one being spoken. */
const LINES = [['Captions', 'that'], ['hit', 'every'], ['word']]
const SPOKEN = 'word'
const COLOUR = { ground: '#12100e', text: '#f7f3ee', muted: '#b9b1a8', accent: '#fb7f38', onAccent: '#1d130b' }
/** The family that banners are drawn in: the one of our headings. */
export const BANNER_FONT = 'Bricolage Grotesque Variable'
const FONT = `'${BANNER_FONT}', sans-serif`

/**
 * Draws a banner in the look of our captions: heavy words and a pill behind the spoken one. The same picture for the
 * same link, whatever the theme.
 */
export function paintBanner(
  context: CanvasRenderingContext2D,
  { size, link, disclosure }: { size: BannerSize; link: string; disclosure: string },
): void {
  const { width, height } = size
  const edge = Math.round(Math.min(width, height) * 0.09)
  const letter = letterFor(context, { room: width - 2 * edge, most: height / 5.2 })
  context.fillStyle = COLOUR.ground
  context.fillRect(0, 0, width, height)
  context.textBaseline = 'alphabetic'
  const top = (height - edge * 1.4 - LINES.length * letter * 1.18) / 2 + letter
  for (const [index, words] of LINES.entries()) {
    paintLine(context, { words, letter, left: edge, baseline: top + index * letter * 1.18 })
  }
  context.fillStyle = COLOUR.text
  context.font = `600 ${fitted(context, { text: link, most: letter * 0.4, room: width - 2 * edge })}px ${FONT}`
  context.fillText(link, edge, height - edge)
  context.fillStyle = COLOUR.muted
  context.font = `500 ${Math.round(letter * 0.22)}px ${FONT}`
  context.textAlign = 'right'
  context.fillText(disclosure, width - edge, edge)
  context.textAlign = 'left'
}

/** The letters' size in pixels, with which the widest line fills the room, unless the height says less. */
function letterFor(context: CanvasRenderingContext2D, { room, most }: { room: number; most: number }): number {
  context.font = `800 100px ${FONT}`
  const widest = Math.max(...LINES.map((words) => context.measureText(words.join(' ')).width))
  return Math.floor(Math.min(most, (room * 100) / (widest + 30)))
}

function paintLine(
  context: CanvasRenderingContext2D,
  { words, letter, left, baseline }: { words: readonly string[]; letter: number; left: number; baseline: number },
): void {
  let x = left
  context.font = `800 ${letter}px ${FONT}`
  for (const word of words) {
    const wide = context.measureText(word).width
    if (word === SPOKEN) {
      const pad = letter * 0.16
      context.fillStyle = COLOUR.accent
      context.beginPath()
      context.roundRect(x, baseline - letter * 0.86, wide + 2 * pad, letter * 1.16, letter * 0.2)
      context.fill()
      x += pad
    }
    context.fillStyle = word === SPOKEN ? COLOUR.onAccent : COLOUR.text
    context.fillText(word, x, baseline)
    x += wide + letter * 0.26
  }
}

/** The largest size, up to `most` pixels, at which the text fits into `room`. */
function fitted(
  context: CanvasRenderingContext2D,
  { text, most, room }: { text: string; most: number; room: number },
): number {
  context.font = `600 ${most}px ${FONT}`
  return Math.floor(most * Math.min(1, room / context.measureText(text).width))
}
