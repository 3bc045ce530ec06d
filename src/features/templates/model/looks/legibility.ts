import { followsWords } from '../effects/poses.ts'
import { styledTags, tagLook } from '../emphasis.ts'
import type { Look } from '../look.ts'
import type { Color } from '../units.ts'
import { luminanceOf, type Paint, paintOf, ratioOf, type Rgb, through } from '#platform/shared/light.ts'

/** The contrast that text needs with what is around it (WCAG 2.2 §1.4.3, level AA). */
export const READABLE = 4.5

/** The look of letters, and its colour where the look alternates between accents. */
export type Lettering = {
  readonly look: Look
  readonly accent: Color
  /** The fields that their own style sets, for words with a style of their own. */
  readonly ownFields?: readonly string[]
}

/** Colours of the picture behind a caption. */
export type Backdrop = readonly Rgb[]

/** What surrounds a letter lies within this distance, in em: about half of its stem. */
const AROUND_EM = 0.06
/** Width of a stem, in em. */
const STEM_EM = 0.14
/** Letters that are more transparent than this are read by their outline. */
const HOLLOW_BELOW = 0.5

/**
 * The lowest contrast of the letters with what is around them, 1 to 21; 21 over no picture. All colours that the letters
 * take count: before, while and after they are spoken, of gradients, and of tagged words.
 */
export function worstContrast(lettering: Lettering, backdrop: Backdrop): number {
  let worst = 21
  for (const measure of measuresOf(lettering)) for (const behind of backdrop) worst = Math.min(worst, measure(behind))
  return worst
}

/** Whether all letters have at least the contrast `enough`; faster than the lowest. */
export function isReadable(lettering: Lettering, backdrop: Backdrop, enough: number = READABLE): boolean {
  return measuresOf(lettering).every((measure) => backdrop.every((behind) => measure(behind) >= enough))
}

/** The colours of the letters at rest, and of the spoken word. */
export function inksOf({ look, accent }: Lettering): {
  readonly rest: readonly Paint[]
  readonly active: readonly Paint[]
} {
  const { fill, gradient, emphasis, stroke } = look
  const stops = gradient?.stops.map(({ color }) => color) ?? []
  const ends = fill.gradientTo === null ? [] : [fill.gradientTo]
  const tagged = tagColors(emphasis).flatMap(({ color, box }) => (box === null ? [color] : []))
  const isWhole = gradient?.of === 'all'
  const rest = isWhole ? stops : [fill.upcoming, fill.spoken, ...ends, ...tagged]
  const active = stops.length > 0 ? stops : [look.accentActive ? accent : fill.active, ...ends]
  const inks = (colors: readonly Color[]) =>
    [...new Set(colors)].map((color) => {
      const paint = paintOf(color)
      return paint.alpha < HOLLOW_BELOW && stroke !== null && stroke.width > 0 ? paintOf(stroke.color) : paint
    })
  return { rest: inks(rest), active: inks(active) }
}

/** The colours of tagged words, with those of their boxes; null without one. */
function tagColors(emphasis: Look['emphasis']): readonly { readonly color: Color; readonly box: Color | null }[] {
  return styledTags(emphasis).flatMap((tag) => {
    const { color = null, box = null } = tagLook(emphasis, tag) ?? {}
    return color === null ? [] : [{ color, box: box?.color ?? null }]
  })
}

/** Whether the letters are read by their outline. */
export function isHollow({ fill, stroke }: Look): boolean {
  return stroke !== null && stroke.width > 0 && paintOf(fill.upcoming).alpha < HOLLOW_BELOW
}

/** For each colour of the letters: its contrast over a colour of the picture. */
function measuresOf(lettering: Lettering): readonly ((behind: Rgb) => number)[] {
  const { look, accent } = lettering
  const { rest, active } = inksOf(lettering)
  const outlines = outlinesOf(look)
  const halos = halosOf(look)
  const box = look.box && paintOf(look.box.color === 'accent' ? accent : look.box.color)
  const measure = (ink: Paint, under: Paint | null) => (behind: Rgb) => {
    const boxed = under === null ? behind : through(behind, under)
    const around = halos.reduce((under, { paint, share }) => through(under, paint, share), boxed)
    return contrastOf(ink, around, outlines)
  }
  const restBox = followsWords(look.box) ? null : box
  const boxedTags = tagColors(look.emphasis).flatMap((tag) =>
    tag.box === null ? [] : [measure(paintOf(tag.color), paintOf(tag.box))],
  )
  return [...rest.map((ink) => measure(ink, restBox)), ...active.map((ink) => measure(ink, box)), ...boxedTags]
}

type OuterStroke = NonNullable<Look['outerStroke']>
type Edge = { readonly paint: Paint; readonly share: number }

/** The contrast of an ink with a colour around it, and with its outlines, which never make it worse. */
function contrastOf(ink: Paint, around: Rgb, outlines: readonly Edge[]): number {
  const own = luminanceOf(through(around, ink))
  let best = ratioOf(own, luminanceOf(around))
  let light = luminanceOf(around)
  for (const { paint, share } of outlines) {
    // A line covers a share of the surroundings: their light is averaged.
    light = light * (1 - share) + luminanceOf(through(around, paint)) * share
    best = Math.max(best, ratioOf(own, light))
  }
  return best
}

/** The outlines from the outermost, each with the share of the surroundings that it covers. */
function outlinesOf(look: Look): readonly Edge[] {
  const { outerStroke, stroke } = look
  const width = stroke?.width ?? 0
  return [
    ...(outerStroke ? [{ paint: paintOf(outerStroke.color), share: shareBeyond(width, outerStroke) }] : []),
    ...(stroke !== null && width > 0 && !isHollow(look)
      ? [{ paint: paintOf(stroke.color), share: covered(width) }]
      : []),
  ]
}

/** The share that an outer outline covers beyond the inner one: the mean of the sides to which it moves and it leaves. */
function shareBeyond(innerEm: number, { width, x, y }: OuterStroke): number {
  const offset = Math.hypot(x, y)
  return (covered(width + offset - innerEm) + covered(width - offset - innerEm)) / 2
}

function covered(widthEm: number): number {
  return Math.min(1, Math.max(0, widthEm / AROUND_EM))
}

/** Shadows and glows from the bottom, each with its mean strength around a letter. */
function halosOf({ shadows, glow = [] }: Look): readonly Edge[] {
  const lit = glow.flatMap(({ radius, color, strength }) =>
    Array.from({ length: strength }, () => ({ x: 0, y: 0, blur: radius, color })),
  )
  return [...shadows, ...lit].map(({ x, y, blur, color }) => {
    const offset = Math.hypot(x, y)
    // The mean of the side that a shadow falls on and of the one it leaves.
    const share = (strengthAt(AROUND_EM / 2 - offset, blur) + strengthAt(AROUND_EM / 2 + offset, blur)) / 2
    return { paint: paintOf(color), share }
  })
}

/** The strength of a blurred stem at a distance from its edge, 0 to 1. */
function strengthAt(distance: number, blur: number): number {
  const deviation = Math.max(blur / 2, 1e-4)
  return below((distance + STEM_EM) / deviation) - below(distance / deviation)
}

/** The normal distribution, to 0.02. */
function below(z: number): number {
  return 1 / (1 + Math.exp(-1.702 * Math.min(Math.max(z, -30), 30)))
}
