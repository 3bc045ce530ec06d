import { z } from 'zod'
import { Ease } from './easing.ts'
import * as REGISTRY from './registry.ts'

type Registered = (typeof REGISTRY)[keyof typeof REGISTRY]
/** The registered effects of one kind. */
export type EffectOf<Kind extends Registered['kind']> = Extract<Registered, { readonly kind: Kind }>

/** The entrance of a caption, or of each word. */
const Enter = oneOf('preset', schemasOf(effectsOf('enter')))

/** The effect of the spoken word, besides its colour. */
const Active = oneOf('preset', schemasOf(effectsOf('active')))

/** What enters together: the caption, or each word when it is spoken. */
const Reveal = z.enum(schemasOf(effectsOf('reveal')).map(({ value }) => value))

/** The boxes behind the words. */
export const Box = oneOf('scope', schemasOf(effectsOf('box')))
export type Box = z.output<typeof Box>

/** The animation of captions. */
export const Animation = z.strictObject({
  reveal: Reveal,
  enter: Enter,
  active: Active,
  /** Time that a following box takes to the next word, ms. */
  boxMs: z.int().min(0).max(1_000),
  boxEase: Ease,
})
export type Animation = z.output<typeof Animation>

type InkSchemas = { readonly [Effect in EffectOf<'ink'> as Effect['field']]: Effect['schema'] }

/** The ink fields of a look: `fill`, `stroke`, `shadows`. */
export const INK_FIELDS = inkFields()
/** The values of the ink fields. */
export type InkValues = { readonly [Field in keyof InkSchemas]: z.output<InkSchemas[Field]> }

/** The registered effects of one kind, ordered by name. */
export function effectsOf<Kind extends Registered['kind']>(kind: Kind): readonly EffectOf<Kind>[] {
  return Object.values(REGISTRY).filter((effect): effect is EffectOf<Kind> => effect.kind === kind)
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
