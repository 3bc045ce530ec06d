import type { FONT_FAMILIES, FONT_WEIGHTS } from '#features/templates/model/index.ts'
import subsetsJson from './font-subsets.json' with { type: 'json' }

/** A type family that a template may name. */
export type FontFamily = (typeof FONT_FAMILIES)[number]
/** A weight that is shipped. */
export type FontWeight = (typeof FONT_WEIGHTS)[number]

/**
 * One font file. Every file has a family name of its own: engines then pick letters from the same file,
 * and an installed font of the same name can never stand in for ours.
 */
export type FontFace = {
  /** Private family name, `wp-…`. */
  readonly family: string
  /** For the `weight` of a CSS font face: one weight, or a range where the file serves all. */
  readonly weight: string
  /** Name of the file under `/fonts/`. */
  readonly file: string
  /** npm package `@fontsource/<package>` that holds it, in `files/`; null for the one we made ourselves. */
  readonly package: string | null
}

type Subset = { readonly name: string; readonly ranges: Uint32Array }
type Family = { readonly package: string; readonly subsets: readonly Subset[] }

const EMOJI: FontFace = {
  family: 'wp-emoji',
  weight: '100 900',
  file: 'noto-color-emoji-emoji-400-normal.woff2',
  package: 'noto-color-emoji',
}
/** Made by `scripts/joined-emoji.py`. */
const JOINED_EMOJI: FontFace = {
  family: 'wp-joined-emoji',
  weight: '100 900',
  file: 'joined-emoji.woff',
  package: null,
}
/**
 * Joined emoji that begin with a sign which is plain text by default and go on with one which is not: rainbow flag,
 * heart on fire, mending heart, broken chain. @napi-rs/canvas 1.1.1 tears just these apart, so they are drawn as
 * private characters of a font of their own.
 */
const JOINED: readonly (readonly [RegExp, string])[] = [
  [/\u{1F3F3}\u{FE0F}?\u{200D}\u{1F308}/gu, '\u{E000}'],
  [/\u{2764}\u{FE0F}?\u{200D}\u{1F525}/gu, '\u{E001}'],
  [/\u{2764}\u{FE0F}?\u{200D}\u{1FA79}/gu, '\u{E002}'],
  [/\u{26D3}\u{FE0F}?\u{200D}\u{1F4A5}/gu, '\u{E003}'],
]
const FALLBACKS = ['inter', 'arabic', 'hebrew', 'devanagari', 'japanese', 'symbols'] as const
const EMOJI_PART = /[\p{Extended_Pictographic}\p{Regional_Indicator}]|\u{FE0F}|\u{20E3}/u
const EMOJI_ONLY = /^[\p{RGI_Emoji}\u{E000}-\u{E003}]+$/v
/** Joiners and selectors: they follow the character before them and need no font of their own. */
const INVISIBLE = /[\u{200B}-\u{200F}\u{202A}-\u{202E}\u{2060}-\u{2069}]|\p{Variation_Selector}/u

const families = new Map<string, Family>()

/**
 * The font files that a text needs, in the order a word's font list names them. The first always holds
 * basic Latin letters and the space. Files of other scripts, Japanese above all, are named only where a
 * character needs them.
 */
export function facesFor(text: string, family: FontFamily, weight: FontWeight): readonly FontFace[] {
  const order = [family, ...FALLBACKS.filter((fallback) => fallback !== family)]
  const needed = new Set<string>([faceKey(family, 'latin')])
  let emoji = false
  for (const char of new Set(text)) {
    if (INVISIBLE.test(char)) continue
    const pictorial = EMOJI_PART.test(char)
    emoji ||= pictorial
    // The plain signs of the symbol font would tear joined emoji apart.
    const key = subsetWith(pictorial ? [family] : order, char.codePointAt(0) ?? 0)
    if (key !== undefined) needed.add(key)
  }
  const faces = order.flatMap((name) =>
    familyOf(name)
      .subsets.filter((subset) => needed.has(faceKey(name, subset.name)))
      .map((subset) => face(name, subset.name, weight)),
  )
  if (!emoji) return faces
  return text.includes('\u{200D}') ? [...faces, JOINED_EMOJI, EMOJI] : [...faces, EMOJI]
}

/** True where a word has emoji in it: they bring their own colours. */
export function hasEmoji(word: string): boolean {
  return EMOJI_PART.test(word) || JOINED.some(([, character]) => word.includes(character))
}

/** The text as it is handed to a canvas. */
export function drawnText(text: string): string {
  return JOINED.reduce((drawn, [sequence, character]) => drawn.replace(sequence, character), text)
}

/**
 * The CSS font list for one word, most wanted first. Words of emoji only ask the colour font first,
 * because text fonts hold plain hearts, arrows and digits as well.
 */
export function fontList(faces: readonly FontFace[], word: string): string {
  const wanted = EMOJI_ONLY.test(word) ? faces.toSorted((a, b) => Number(b === EMOJI) - Number(a === EMOJI)) : faces
  return wanted.map((face) => `"${face.family}"`).join(', ')
}

/** Every font file that any caption may ask for: what `/fonts/` serves. */
export function allFaces(weights: readonly FontWeight[]): readonly FontFace[] {
  const names = Object.keys(subsetsJson)
  const faces = names.flatMap((name) =>
    familyOf(name).subsets.flatMap((subset) => weights.map((weight) => face(name, subset.name, weight))),
  )
  return [...faces, JOINED_EMOJI, EMOJI]
}

function subsetWith(order: readonly string[], codePoint: number): string | undefined {
  for (const name of order) {
    const found = familyOf(name).subsets.find((subset) => holds(subset.ranges, codePoint))
    if (found !== undefined) return faceKey(name, found.name)
  }
  return undefined
}

function holds(ranges: Uint32Array, codePoint: number): boolean {
  for (let at = 0; at < ranges.length; at += 2) {
    if (codePoint >= (ranges[at] ?? 0) && codePoint <= (ranges[at + 1] ?? 0)) return true
  }
  return false
}

function faceKey(family: string, subset: string): string {
  return `${family}/${subset}`
}

function face(family: string, subset: string, weight: FontWeight): FontFace {
  const { package: name } = familyOf(family)
  return {
    family: `wp-${family}-${subset}-${weight}`,
    weight: String(weight),
    // Not woff2: of those, @napi-rs/canvas 1.1.1 loses letters ($ and ї of Montserrat, Ð of Inter).
    file: `${name}-${subset}-${weight}-normal.woff`,
    package: name,
  }
}

function familyOf(name: string): Family {
  const known = families.get(name)
  if (known !== undefined) return known
  const entry = Object.entries(subsetsJson).find(([key]) => key === name)?.[1]
  if (entry === undefined) throw new RangeError(`No font family ${name}`)
  const subsets = Object.entries(entry.subsets).map(([subset, ranges]) => ({
    name: subset,
    ranges: parseRanges(ranges),
  }))
  const family = { package: entry.package, subsets }
  families.set(name, family)
  return family
}

function parseRanges(ranges: string): Uint32Array {
  return Uint32Array.from(
    ranges.split(',').flatMap((range) => {
      const [first = '0', last = first] = range.split('-')
      return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
    }),
  )
}
