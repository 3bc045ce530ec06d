import { z } from 'zod'
import { effectsOf } from '../effects/effects.ts'
import { FONT_FAMILIES, isFontFamily } from '../font-families.ts'
import { Look } from '../look.ts'
import { LookPatch } from '../look-patch.ts'
import { type Palette, PALETTES } from './palettes.ts'

/**
 * A change of colours, letters, decoration and movement that looks designed. Size and place stay. All letters have a
 * contrast of at least 4.5 with the outline around them or the box behind them (WCAG 2.2 §1.4.3).
 * @param seed any number; the same one gives the same look
 */
export function surpriseLook(seed: number): LookPatch {
  const random = randomFrom(seed)
  const palette = pick(random, PALETTES)
  const decorate = pick(random, DECORATIONS)
  const family = pick(random, FAMILIES)
  return LookPatch.parse({
    ...WITHOUT_PARTS,
    font: {
      family,
      weight: pick(random, heavyWeights(FONT_FAMILIES[family].weights)),
      style: 'normal',
      case: pick(random, ['as-typed', 'as-typed', 'upper', 'lower']),
      tracking: pick(random, [-0.01, 0, 0, 0.02]),
    },
    ...colours(random, palette),
    ...decorate(random, palette),
    animation: movement(random),
  })
}

const FAMILIES = Object.keys(FONT_FAMILIES).filter(isFontFamily)

/** The weights that read well over a picture, or else the heaviest. */
function heavyWeights(weights: readonly number[]): readonly number[] {
  const heavy = weights.filter((weight) => weight >= 600)
  return heavy.length > 0 ? heavy : weights.slice(-1)
}

type Random = () => number

function colours(random: Random, { text, accents }: Palette) {
  const [first, second = first] = rotated(accents, random)
  return {
    fill: { upcoming: text, active: first, spoken: pick(random, [text, text, first]), gradientTo: null },
    accents: rotated(accents, random),
    accentActive: random() < 0.4,
    emphasis: { ...WITHOUT_EMPHASIS_PARTS, color: second, scale: pick(random, [1, 1.1, 1.2]) },
  }
}

const BOX_SCOPES = oftenFirst(effectsOf('box')).map(({ followsWords, schema }) => ({
  followsWords,
  scope: schema.shape.scope.value,
}))
const STANDING_BOXES = BOX_SCOPES.flatMap(({ followsWords, scope }) => (followsWords ? [] : [scope]))
const FOLLOWING_BOX = BOX_SCOPES.find(({ followsWords }) => followsWords)?.scope

/** Ways to set letters off from any picture. */
const DECORATIONS: readonly ((random: Random, palette: Palette) => Pick<LookPatch, 'stroke' | 'shadows' | 'box'>)[] = [
  // Letters with an outline.
  (random, { ground }) => ({
    stroke: { width: pick(random, [0.07, 0.09, 0.11]), color: ground },
    shadows: pick(random, [[], [SOFT], [{ x: 0.05, y: 0.06, blur: 0, color: ground }]]),
    box: null,
  }),
  // A box around each line, or the whole caption.
  (random, { ground }) => ({
    stroke: null,
    shadows: [],
    box: { scope: pick(random, STANDING_BOXES), color: ground, ...pick(random, BOXES) },
  }),
  // A box that follows the spoken word, behind letters with an outline.
  (random, { ground }) => ({
    stroke: { width: 0.06, color: ground },
    shadows: [],
    box: FOLLOWING_BOX && {
      scope: FOLLOWING_BOX,
      color: 'accent',
      radius: pick(random, [0.1, 0.3]),
      padX: 0.2,
      padY: 0.08,
    },
  }),
]

const SOFT = { x: 0, y: 0.05, blur: 0.16, color: '#000000A6' }

const BOXES = [
  { radius: 0, padX: 0.3, padY: 0.12 },
  { radius: 0.2, padX: 0.34, padY: 0.12 },
  { radius: 0.6, padX: 0.44, padY: 0.14 },
]

// The order of effects in these lists decides which look a seed gives.
const ENTRANCES = effectsOf('enter').flatMap(({ surprises, schema, start }) =>
  surprises === true ? [{ preset: schema.shape.preset.value, ...start }] : [],
)
const REVEALS = oftenFirst(effectsOf('reveal')).map(({ schema }) => schema.value)
const ACTIVES = effectsOf('active')
  .toSorted((a, b) => a.parameters.length - b.parameters.length)
  .flatMap(({ surprises = [], schema }) =>
    surprises.map((parameters) => ({ preset: schema.shape.preset.value, ...parameters })),
  )

function movement(random: Random): LookPatch['animation'] {
  const enter = pick(random, ENTRANCES)
  return { reveal: pick(random, REVEALS), enter, active: pick(random, ACTIVES), boxMs: 120, boxEase: 'out' }
}

/** Takes away what another template may have added to letters, such as a second outline. */
const WITHOUT_PARTS = nullsOf(Look)
const WITHOUT_EMPHASIS_PARTS = nullsOf(Look.shape.emphasis)

function nullsOf({ shape }: z.ZodObject): Readonly<Record<string, null>> {
  return Object.fromEntries(
    Object.entries<z.core.$ZodType>(shape).flatMap(([key, schema]) =>
      schema instanceof z.ZodOptional && z.safeParse(schema, null).success ? [[key, null]] : [],
    ),
  )
}

/** Mulberry32: small, and the same on every machine. */
function randomFrom(seed: number): Random {
  let state = Math.trunc(seed) % 2 ** 32
  return () => {
    state = Math.trunc(state + 0x6d_2b_79_f5) % 2 ** 32
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Each effect as often as a surprise look picks it, the most frequent first. */
function oftenFirst<Effect extends { readonly surprises?: number }>(effects: readonly Effect[]): Effect[] {
  return effects
    .toSorted((a, b) => (b.surprises ?? 0) - (a.surprises ?? 0))
    .flatMap((effect) => Array.from({ length: effect.surprises ?? 0 }, () => effect))
}

function pick<const Item>(random: Random, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new RangeError('There is nothing to pick from')
  return item
}

/** The colours from a random one on. */
function rotated(colors: readonly [string, ...string[]], random: Random): readonly [string, ...string[]] {
  const at = Math.floor(random() * colors.length)
  const [first = colors[0], ...rest] = [...colors.slice(at), ...colors.slice(0, at)]
  return [first, ...rest]
}
