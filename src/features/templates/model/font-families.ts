import { isOwnFamily, type OwnFamily } from './own-family.ts'

/** The kinds of type families, as the font list groups them. */
export const FONT_CATEGORIES = {
  sans: 'Sans serif',
  display: 'Display',
  serif: 'Serif',
  mono: 'Typewriter',
  hand: 'Handwriting',
} as const
/** A kind of type family. */
export type FontCategory = keyof typeof FONT_CATEGORIES

/** A type family of captions. */
type Family = {
  readonly label: string
  readonly category: FontCategory
  /** Its shipped weights, ascending. */
  readonly weights: readonly number[]
  /** True if it has italics in every weight. */
  readonly hasItalics?: true
  /** The weight that fonts of other scripts have beside it, if its own names another. */
  readonly looksLike?: number
  /** The range of its `wght` axis. Default: it is static. */
  readonly axis?: { readonly min: number; readonly max: number }
}

const HUNDREDS = [100, 200, 300, 400, 500, 600, 700, 800, 900] as const

/**
 * The type families of captions, all under the SIL Open Font License 1.1. The painter adds fonts for other scripts and
 * emoji on demand. An id is the name of its @fontsource package.
 */
export const FONT_FAMILIES = {
  inter: { label: 'Inter', category: 'sans', weights: [600, 700, 800, 900] },
  montserrat: { label: 'Montserrat', category: 'sans', weights: [600, 700, 800, 900] },
  poppins: { label: 'Poppins', category: 'sans', weights: [400, 500, 600, 700, 800, 900], hasItalics: true },
  cairo: { label: 'Cairo', category: 'sans', weights: [400, 600, 700, 800, 900] },
  oswald: { label: 'Oswald', category: 'sans', weights: [400, 500, 600, 700] },
  'roboto-flex': { label: 'Roboto Flex', category: 'sans', weights: HUNDREDS, axis: { min: 100, max: 1_000 } },
  recursive: {
    label: 'Recursive',
    category: 'sans',
    weights: [300, 400, 500, 600, 700, 800, 900],
    axis: { min: 300, max: 1_000 },
  },
  anybody: { label: 'Anybody', category: 'sans', weights: HUNDREDS, axis: { min: 100, max: 900 } },
  anton: { label: 'Anton', category: 'display', weights: [400], looksLike: 900 },
  'archivo-black': { label: 'Archivo Black', category: 'display', weights: [400], looksLike: 900 },
  bangers: { label: 'Bangers', category: 'display', weights: [400], looksLike: 800 },
  'bebas-neue': { label: 'Bebas Neue', category: 'display', weights: [400], looksLike: 800 },
  bungee: { label: 'Bungee', category: 'display', weights: [400], looksLike: 900 },
  'lilita-one': { label: 'Lilita One', category: 'display', weights: [400], looksLike: 900 },
  righteous: { label: 'Righteous', category: 'display', weights: [400], looksLike: 800 },
  'press-start-2p': { label: 'Press Start 2P', category: 'display', weights: [400], looksLike: 700 },
  'dm-serif-display': {
    label: 'DM Serif Display',
    category: 'serif',
    weights: [400],
    hasItalics: true,
    looksLike: 700,
  },
  fraunces: { label: 'Fraunces', category: 'serif', weights: HUNDREDS, axis: { min: 100, max: 900 } },
  'instrument-serif': { label: 'Instrument Serif', category: 'serif', weights: [400], hasItalics: true },
  'playfair-display': {
    label: 'Playfair Display',
    category: 'serif',
    weights: [400, 500, 600, 700, 800, 900],
    hasItalics: true,
  },
  'jetbrains-mono': { label: 'JetBrains Mono', category: 'mono', weights: [400, 500, 600, 700, 800] },
  'courier-prime': { label: 'Courier Prime', category: 'mono', weights: [400, 700], hasItalics: true },
  vt323: { label: 'VT323', category: 'mono', weights: [400], looksLike: 500 },
  caveat: { label: 'Caveat', category: 'hand', weights: [400, 500, 600, 700] },
  'kaushan-script': { label: 'Kaushan Script', category: 'hand', weights: [400], looksLike: 700 },
} as const satisfies Readonly<Record<string, Family>>

/** The id of a type family of captions. */
export type FontFamily = keyof typeof FONT_FAMILIES

/** What looks know of an own font: its weights are in its file, and the painter takes the nearest. */
const OWN: Family = { label: 'Own font', category: 'sans', weights: [] }

/** A family by its id. */
export function fontFamily(id: FontFamily | OwnFamily): Family {
  return isOwnFamily(id) ? OWN : FONT_FAMILIES[id]
}

/** True for the id of a shipped family. */
export function isFontFamily(id: string): id is FontFamily {
  return Object.hasOwn(FONT_FAMILIES, id)
}

/** The shipped weight of a family that is nearest to a wanted one; the lighter of two. An own font has no shipped ones. */
export function nearestWeight(id: FontFamily | OwnFamily, wanted: number): number {
  const { weights } = fontFamily(id)
  if (weights.length === 0) return wanted
  return weights.reduce((best, weight) => (Math.abs(weight - wanted) < Math.abs(best - wanted) ? weight : best))
}
