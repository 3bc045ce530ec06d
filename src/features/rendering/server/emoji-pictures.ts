import { type Canvas, createCanvas, GlobalFonts, setTextRenderer } from '@napi-rs/canvas'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
// Imports files, not the model's index: an export waits for the thread that draws.
import { EMOJI_SIZES, type EmojiPictures, sizePlaces } from '../model/decor/emoji-picture.ts'
import { drawnText } from '../model/fonts/fonts.ts'

const require = createRequire(import.meta.url)
const FONT = dirname(require.resolve('@fontsource/noto-color-emoji/package.json'))
/** All emoji in one file, which takes long to load: only for the few that no slice holds. */
const WHOLE = 'emoji'
/** Width of an emoji of the font, in em. */
const ADVANCE = 1.2451171875
/** Baseline below the top, as a share of the edge: the font's emoji then stand in the middle. */
const BASELINE = 0.775
/** Pictures that a process keeps; all of one long video. */
const MOST_KEPT = 300

const drawn = new Map<string, readonly Canvas[]>()

/**
 * Draws an emoji in each of `EMOJI_SIZES`, largest first, with the font of emoji in captions.
 * @returns undefined for a text that is not one emoji of the font
 */
export function drawEmoji(text: string): readonly Canvas[] | undefined {
  const emoji = emojiIn(text)
  if (emoji === undefined) return undefined
  const known = drawn.get(emoji) ?? EMOJI_SIZES.map((size) => drawAt(emoji, size))
  drawn.delete(emoji)
  drawn.set(emoji, known)
  const [oldest = emoji] = drawn.keys()
  if (drawn.size > MOST_KEPT) drawn.delete(oldest)
  return known
}

/** The pictures of emoji for the painter of this process. */
export function emojiPictures(emoji: readonly string[]): EmojiPictures {
  return new Map(
    emoji.flatMap((each) => {
      const images = drawEmoji(each)
      return images === undefined ? [] : [[each, { images }] as const]
    }),
  )
}

/** All sizes of an emoji in one PNG file; undefined for a text that is not one emoji of the font. */
export function emojiFilePng(emoji: string): Uint8Array<ArrayBuffer> | undefined {
  const images = drawEmoji(emoji)
  if (images === undefined) return undefined
  const places = sizePlaces()
  const canvas = createCanvas(
    places.reduce((width, { size }) => width + size, 0),
    EMOJI_SIZES[0],
  )
  const context = canvas.getContext('2d')
  for (const [at, { x }] of places.entries()) {
    const image = images[at]
    if (image !== undefined) context.drawImage(image, x, 0)
  }
  return new Uint8Array(canvas.toBuffer('image/png'))
}

/** The version of the pictures: a hash of their font, place and sizes. */
export function emojiSet(): string {
  const hash = createHash('sha256').update(JSON.stringify([EMOJI_SIZES, ADVANCE, BASELINE]))
  for (const { name } of [...slices(), { name: WHOLE }]) hash.update(readFileSync(slicePath(name)))
  return hash.digest('hex').slice(0, 12)
}

/** Spellings of one emoji: typed ones often lack the selector for colour, or have one that is not needed. */
function emojiIn(text: string): string | undefined {
  const spellings = [text, text.replaceAll('\u{FE0F}', ''), `${text}\u{FE0F}`]
  return spellings.find((spelling) => /^\p{RGI_Emoji}$/v.test(spelling))
}

function drawAt(emoji: string, size: number): Canvas {
  setTextRenderer('system')
  const canvas = createCanvas(size, size)
  const context = canvas.getContext('2d')
  context.font = `${size / ADVANCE}px "${familyOf(emoji)}"`
  context.fillText(drawnText(emoji), 0, size * BASELINE)
  return canvas
}

/** The registered font of an emoji. */
function familyOf(emoji: string): string {
  if (drawnText(emoji) !== emoji)
    return loadFont('wp-joined-emoji', join(import.meta.dirname, 'own-font-files', 'joined-emoji.woff'))
  const points = [...emoji].map((character) => character.codePointAt(0) ?? 0)
  const slice = slices().find(({ ranges }) =>
    points.every((point) => ranges.some(([first, last]) => point >= first && point <= last)),
  )
  const name = slice?.name ?? WHOLE
  return loadFont(`wp-emoji-${name}`, slicePath(name))
}

function loadFont(family: string, path: string): string {
  if (!GlobalFonts.has(family) && GlobalFonts.register(readFileSync(path), family) === null)
    throw new Error(`The font file ${path} cannot be read`)
  return family
}

type Slice = { readonly name: string; readonly ranges: readonly (readonly [number, number])[] }
let known: readonly Slice[] | undefined

/** The parts of the font by their code points. A sequence is always within one part. */
function slices(): readonly Slice[] {
  known ??= Object.entries(unicodeRanges()).map(([name, ranges]) => ({
    name: name.replace(/[[\]]/g, ''),
    ranges: ranges.split(',').map((range) => {
      const [first = '0', last = first] = range.replace('U+', '').split('-')
      return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const
    }),
  }))
  return known
}

function unicodeRanges(): Record<string, string> {
  return require('@fontsource/noto-color-emoji/unicode.json')
}

function slicePath(name: string): string {
  return join(FONT, 'files', `noto-color-emoji-${name}-400-normal.woff`)
}
