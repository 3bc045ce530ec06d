import { type EffectOf, effectsOf } from '../effects/effects.ts'
import type { Look } from '../look.ts'
import type { LookPatch } from '../look-patch.ts'

type Animation = Look['animation']
type Labels<Name extends string> = Readonly<Record<Name, string>>
type Starts<Name extends string> = Readonly<Partial<Record<Name, LookPatch>>>

/** What the ways to come in are called. */
export const ENTER_LABELS: Labels<Animation['enter']['preset']> = labelsOf(
  effectsOf('enter').toSorted(plainFirst),
  presetOf,
)
/** What else changes when a way to come in is chosen. */
export const ENTER_STARTS: Starts<Animation['enter']['preset']> = startsOf('enter', effectsOf('enter'))

/** What the effects of the spoken word are called. */
export const ACTIVE_LABELS: Labels<Animation['active']['preset']> = labelsOf(
  effectsOf('active').toSorted(plainFirst),
  presetOf,
)
/** What else changes when an effect of the spoken word is chosen. */
export const ACTIVE_STARTS: Starts<Animation['active']['preset']> = startsOf('active', effectsOf('active'))

/** What the ways to reveal words are called. */
export const REVEAL_LABELS: Labels<Animation['reveal']> = labelsOf(effectsOf('reveal'), ({ schema }) => schema.value)

/** What the things that boxes hug are called. */
export const BOX_LABELS: Labels<EffectOf<'box'>['schema']['shape']['scope']['value']> = labelsOf(
  effectsOf('box'),
  ({ schema }) => schema.shape.scope.value,
)

function presetOf({ schema }: EffectOf<'enter' | 'active'>): string {
  return schema.shape.preset.value
}

/** An effect without parameters does nothing: the panel offers it first. */
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
  part: 'enter' | 'active',
  effects: readonly EffectOf<'enter' | 'active'>[],
): Starts<Name> {
  const entries: readonly (readonly unknown[])[] = effects
    .filter(({ start }) => Object.keys(start).length > 0)
    .map((effect) => [presetOf(effect), { animation: { [part]: effect.start } }])
  return Object.fromEntries(entries)
}
