import { z } from 'zod'
import { Ease } from './easing.ts'
import { BoxBorder, BoxShadow } from './box-extras.ts'
import * as REGISTRY from './registry.ts'

type Registered = (typeof REGISTRY)[keyof typeof REGISTRY]
/** The registered effects of one kind. */
export type EffectOf<Kind extends Registered['kind']> = Extract<Registered, { readonly kind: Kind }>

/** The entrance of a caption, or of each word. */
const Enter = oneOf('preset', schemasOf(effectsOf('enter')))

/** The effect of the spoken word, besides its colour. */
const Active = oneOf('preset', schemasOf(effectsOf('active')))

/** How letters come, or move, one by one. */
const Letters = oneOf('preset', schemasOf(effectsOf('letters')))

/** What enters together: the caption, or each word when it is spoken. */
const Reveal = z.enum(schemasOf(effectsOf('reveal')).map(({ value }) => value))

/** What enters together in a text whose words are not spoken. */
export const WHOLE_REVEAL = only(effectsOf('reveal'), ({ hidesUnspoken }) => !hidesUnspoken).schema.value

/** The form of boxes that name none. */
export const PLAIN_SHAPE = only(effectsOf('shape'), ({ isPlain = false }) => isPlain).schema.value

/** The box that a look without one gets first. */
export const FIRST_BOX = only(effectsOf('box'), ({ isFirst = false }) => isFirst).schema.shape.scope.value

/** Parts of every box that `wordpop-template/1` lacks. */
const BOX_EXTRAS = {
  /** Its form. Default: round. */
  shape: z.enum(schemasOf(effectsOf('shape')).map(({ value }) => value)).optional(),
  /**
   * Blur of the picture behind it: the standard deviation, in em. A picture without a video, such as a poster, shows its
   * colour alone. Default: none.
   */
  blur: z.number().min(0).max(1).optional(),
  /** A line along its edge. Default: none. */
  border: BoxBorder.nullable().optional(),
  /** A shadow below it. Default: none. */
  shadow: BoxShadow.nullable().optional(),
}

/** The boxes behind the words. */
export const Box = oneOf(
  'scope',
  effectsOf('box').map(({ schema }) => schema.extend(BOX_EXTRAS)),
)
export type Box = z.output<typeof Box>

/** The animation of captions. */
export const Animation = z.strictObject({
  reveal: Reveal,
  enter: Enter,
  active: Active,
  /** Time that a following box takes to the next word, ms. */
  boxMs: z.int().min(0).max(1_000),
  boxEase: Ease,
  /** An entrance that runs backwards before the caption leaves an empty screen. Default: none. */
  exit: Enter.nullable().optional(),
  /** How letters come, or move, one by one; scripts whose letters join or stack do so by words. Default: none. */
  letters: Letters.nullable().optional(),
  /** Duration of one picture of the animation, ms: movement in visible steps. 0, the default, moves smoothly. */
  stepMs: z.int().min(0).max(500).optional(),
})
export type Animation = z.output<typeof Animation>

type InkSchemas = { readonly [Effect in EffectOf<'ink'> as Effect['field']]: Effect['schema'] }

/** The ink fields of a look, such as `fill`, `stroke` and `shadows`. */
export const INK_FIELDS = inkFields()
/** The values of the ink fields. */
export type InkValues = { readonly [Field in keyof InkSchemas]?: z.output<InkSchemas[Field]> | undefined }

/** The registered effects of one kind, ordered by name. */
export function effectsOf<Kind extends Registered['kind']>(kind: Kind): readonly EffectOf<Kind>[] {
  return Object.values(REGISTRY).filter((effect): effect is EffectOf<Kind> => effect.kind === kind)
}

/** The one effect with a trait that exactly one must have. */
function only<Effect>(effects: readonly Effect[], hasTrait: (effect: Effect) => boolean): Effect {
  const [found, ...others] = effects.filter(hasTrait)
  if (found === undefined || others.length > 0) throw new RangeError('Not exactly one effect has this trait')
  return found
}

function schemasOf<Effect extends { readonly schema: unknown }>(
  effects: readonly Effect[],
): readonly Effect['schema'][] {
  return effects.map(({ schema }) => schema)
}

function oneOf<Key extends string, Schema extends z.ZodObject>(key: Key, schemas: readonly Schema[]) {
  const [first, ...others] = schemas
  if (first === undefined) throw new RangeError(`No effect has a ${key}`)
  return z.discriminatedUnion(key, [first, ...others])
}

function inkFields(): InkSchemas {
  const entries: readonly (readonly unknown[])[] = effectsOf('ink').map(({ field, schema }) => [field, schema])
  return Object.fromEntries(entries)
}
