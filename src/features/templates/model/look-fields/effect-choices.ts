import { type EffectOf, effectsOf } from '../effects/effects.ts'
import type { Look } from '../look.ts'
import type { LookPatch } from '../look-patch.ts'

type Animation = Look['animation']
type Labels<Name extends string> = Readonly<Record<Name, string>>
type Starts<Name extends string> = Readonly<Partial<Record<Name, LookPatch>>>

/** Labels of the entrances. */
export const ENTER_LABELS: Labels<Animation['enter']['preset']> = labelsOf(
  effectsOf('enter').toSorted(plainFirst),
  presetOf,
)
/** Further changes with a chosen entrance. */
export const ENTER_STARTS: Starts<Animation['enter']['preset']> = startsOf('enter', effectsOf('enter'))

/** Further changes with a chosen exit. */
export const EXIT_STARTS: Starts<Animation['enter']['preset']> = startsOf('exit', effectsOf('enter'))

/** Labels of the effects of the spoken word. */
export const ACTIVE_LABELS: Labels<Animation['active']['preset']> = labelsOf(
  effectsOf('active').toSorted(plainFirst),
  presetOf,
)
/** Further changes with a chosen effect of the spoken word. */
export const ACTIVE_STARTS: Starts<Animation['active']['preset']> = startsOf('active', effectsOf('active'))

/** Labels of the effects of letters. */
export const LETTERS_LABELS: Labels<NonNullable<Animation['letters']>['preset']> = labelsOf(
  effectsOf('letters'),
  presetOf,
)
/** Further changes with a chosen effect of letters. */
export const LETTERS_STARTS: Starts<NonNullable<Animation['letters']>['preset']> = startsOf(
  'letters',
  effectsOf('letters'),
)

/** Labels of the ways to reveal words. */
export const REVEAL_LABELS: Labels<Animation['reveal']> = labelsOf(effectsOf('reveal'), ({ schema }) => schema.value)

/** Labels of the box effects. */
export const BOX_LABELS: Labels<EffectOf<'box'>['schema']['shape']['scope']['value']> = labelsOf(
  effectsOf('box'),
  ({ schema }) => schema.shape.scope.value,
)

/** Labels of the forms of boxes; the plain one first. */
export const SHAPE_LABELS: Labels<EffectOf<'shape'>['schema']['value']> = labelsOf(
  effectsOf('shape').toSorted((a, b) => Number(b.isPlain ?? false) - Number(a.isPlain ?? false)),
  ({ schema }) => schema.value,
)

function presetOf({ schema }: EffectOf<'enter' | 'active' | 'letters'>): string {
  return schema.shape.preset.value
}

/** Sorts the effect without parameters, which does nothing, to the front. */
function plainFirst(a: { parameters: readonly string[] }, b: { parameters: readonly string[] }): number {
  return Number(b.parameters.length === 0) - Number(a.parameters.length === 0)
}

function labelsOf<Name extends string, Effect extends { readonly label: string }>(
  effects: readonly Effect[],
  nameOf: (effect: Effect) => string,
): Labels<Name> {
  const entries: readonly (readonly unknown[])[] = effects.map((effect) => [nameOf(effect), effect.label])
  return Object.fromEntries(entries)
}

function startsOf<Name extends string>(
  part: 'enter' | 'exit' | 'active' | 'letters',
  effects: readonly EffectOf<'enter' | 'active' | 'letters'>[],
): Starts<Name> {
  const entries: readonly (readonly unknown[])[] = effects
    .filter(({ start }) => Object.keys(start).length > 0)
    .map((effect) => [presetOf(effect), { animation: { [part]: effect.start } }])
  return Object.fromEntries(entries)
}
