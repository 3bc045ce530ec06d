/** A banner to share, with its size in pixels. */
export type BannerSize = {
  readonly id: string
  readonly label: string
  readonly width: number
  readonly height: number
}

/** The formats of feeds, stories and link previews. */
export const BANNER_SIZES: readonly BannerSize[] = [
  { id: 'wide', label: 'Wide, 1200 × 630', width: 1200, height: 630 },
  { id: 'square', label: 'Square, 1080 × 1080', width: 1080, height: 1080 },
  { id: 'story', label: 'Story, 1080 × 1920', width: 1080, height: 1920 },
]

/** The text of a banner and its position, in pixels of a picture of this size. */
export type BannerWords = Pick<BannerSize, 'width' | 'height'> & {
  /** The last word is the spoken one. */
  readonly lines: readonly (readonly string[])[]
  /** The maximum font size, and the margins. */
  readonly fontSize: number
  readonly edge: number
  readonly colour: { readonly text: string; readonly accent: string; readonly onAccent: string }
}

/** Paints text like the captions of an export. Rejects if the font cannot be loaded. */
export type PaintWords = (context: CanvasRenderingContext2D, words: BannerWords) => Promise<void>

const LINES = [['Captions', 'that'], ['hit', 'every'], ['word']]
const COLOUR = { ground: '#12100e', text: '#f7f3ee', muted: '#b9b1a8', accent: '#fb7f38', onAccent: '#1d130b' }
/** The font of the link: that of our headings. */
const BANNER_FONT = 'Bricolage Grotesque Variable'
const FONT = `'${BANNER_FONT}', sans-serif`

/**
 * Paints a banner: captions on a dark ground, the link, and the disclosure. The same picture for the same link in any
 * theme.
 */
export async function paintBanner(
  context: CanvasRenderingContext2D,
  o: { size: BannerSize; link: string; disclosure: string; paintWords: PaintWords },
): Promise<void> {
  paintGround(context, o)
  await document.fonts.load(`600 40px '${BANNER_FONT}'`)
  // Repeat with the loaded font.
  paintGround(context, o)
  await o.paintWords(context, wordsFor(o.size))
}

function wordsFor({ width, height }: BannerSize): BannerWords {
  const fontSize = Math.round(Math.min(width * 0.102, height * 0.17))
  return { width, height, fontSize, edge: edgeOf({ width, height }), lines: LINES, colour: COLOUR }
}

function paintGround(
  context: CanvasRenderingContext2D,
  { size: { width, height }, link, disclosure }: { size: BannerSize; link: string; disclosure: string },
): void {
  const edge = edgeOf({ width, height })
  context.fillStyle = COLOUR.ground
  context.fillRect(0, 0, width, height)
  context.textBaseline = 'alphabetic'
  context.textAlign = 'left'
  context.fillStyle = COLOUR.text
  context.font = `600 ${fitText(context, { text: link, most: edge * 0.62, room: width - 2 * edge })}px ${FONT}`
  context.fillText(link, edge, height - edge)
  context.fillStyle = COLOUR.muted
  context.font = `500 ${Math.round(edge * 0.5)}px ${FONT}`
  context.textAlign = 'right'
  context.fillText(disclosure, width - edge, edge)
  context.textAlign = 'left'
}

function edgeOf({ width, height }: Pick<BannerSize, 'width' | 'height'>): number {
  return Math.round(Math.min(width, height) * 0.09)
}

/** The largest font size, up to `most` pixels, at which the text fits into `room`. */
function fitText(
  context: CanvasRenderingContext2D,
  { text, most, room }: { text: string; most: number; room: number },
): number {
  context.font = `600 ${most}px ${FONT}`
  return Math.floor(most * Math.min(1, room / context.measureText(text).width))
}
