import type { Rect } from '#platform/shared/rect.ts'
import type { ActiveEffect, ActivePose, ActiveReach, WordMoment } from './active-effect.ts'
import type { BoxEffect, BoxLayout, BoxMoment } from './box-effect.ts'
import { type Animation, type Box, effectsOf, type InkValues } from './effects.ts'
import { AT_REST, type EnterEffect, type EntranceMoment, type EntranceReach, type Placement } from './enter-effect.ts'
import type { Ink, InkEffect, InkReach } from './ink-effect.ts'
import type { EnteringPart, RevealEffect } from './reveal-effect.ts'

const ENTER = new Map<string, EnterEffect>(
  effectsOf('enter').map((effect) => [effect.schema.shape.preset.value, effect]),
)
const ACTIVE = new Map<string, ActiveEffect>(
  effectsOf('active').map((effect) => [effect.schema.shape.preset.value, effect]),
)
const REVEAL = new Map<string, RevealEffect>(effectsOf('reveal').map((effect) => [effect.schema.value, effect]))
const BOX = new Map<string, BoxEffect>(effectsOf('box').map((effect) => [effect.schema.shape.scope.value, effect]))
const INK: readonly InkEffect[] = effectsOf('ink')

/** The pose of a word at one moment, lengths in the unit of `em`. */
export type WordPose = Placement & ActivePose

/** The placement of a whole caption at a moment of its entrance. */
export function captionPose(animation: Animation, moment: EntranceMoment): Placement {
  return entrancePose(animation, 'caption', moment)
}

/** The pose of a word within its caption at a moment. */
export function wordPose(animation: Animation, moment: WordMoment, em: number): WordPose {
  const { sinceMs } = moment
  const { alpha, scale, shift } =
    sinceMs < 0 ? AT_REST : entrancePose(animation, 'word', { sinceMs, isFresh: true, em })
  const active = effectNamed(ACTIVE, animation.active.preset).pose(animation.active, moment)
  return { alpha, scale: scale * active.scale, shift, tilt: active.tilt, filled: active.filled }
}

/** Bounds of the entrance of a caption, or of each word. */
export function entranceReach({ reveal, enter }: Animation, part: EnteringPart, em: number): EntranceReach {
  return effectNamed(REVEAL, reveal).reach(part, effectNamed(ENTER, enter.preset).reach(enter, em))
}

/** True when this entrance reads a parameter of `animation.enter`. */
export function entranceReads({ enter }: Animation, parameter: keyof Animation['enter']): boolean {
  return effectNamed(ENTER, enter.preset).parameters.includes(parameter)
}

/** True when the active effect reads a parameter of `animation.active`. */
export function activeReads({ active }: Animation, parameter: keyof Animation['active']): boolean {
  return effectNamed(ACTIVE, active.preset).parameters.includes(parameter)
}

/** True when words stay hidden until they are spoken. */
export function hidesUnspoken({ reveal }: Animation): boolean {
  return effectNamed(REVEAL, reveal).hidesUnspoken
}

/** Bounds of the active effect. */
export function activeReach({ active }: Animation): ActiveReach {
  return effectNamed(ACTIVE, active.preset).reach(active)
}

/** True when the active effect moves or fills a word, besides changing its colour. */
export function isActiveMoving({ active }: Animation): boolean {
  return effectNamed(ACTIVE, active.preset).isMoving
}

/** True for boxes that move from word to word. */
export function followsWords(box: Box | null): boolean {
  return box !== null && effectNamed(BOX, box.scope).followsWords
}

/** The positions of a caption's boxes; none for a look without boxes. */
export function boxPlaces(box: Box | null, layout: BoxLayout): readonly Rect[] {
  return box === null ? [] : effectNamed(BOX, box.scope).places(box, layout)
}

/** The visible boxes at a moment. */
export function boxPose(box: Box | null, places: readonly Rect[], moment: BoxMoment): readonly Rect[] {
  return box === null ? places : effectNamed(BOX, box.scope).pose(places, moment)
}

/** Bounds of a caption's boxes in all poses. */
export function boxReach(box: Box | null, places: readonly Rect[]): readonly Rect[] {
  return box === null ? places : effectNamed(BOX, box.scope).reach(places)
}

/**
 * The ink of words.
 * @param em size of an em: pixels for the painter, 1 for lengths in em
 */
export function inkPose(look: InkValues, em: number): Ink {
  const parts = INK.map((effect) => effect.pose(valueOf(look, effect), em))
  return {
    outlines: parts.flatMap(({ outlines = [] }) => outlines),
    shadows: parts.flatMap(({ shadows = [] }) => shadows),
    run: parts.find(({ run }) => run !== undefined)?.run ?? null,
  }
}

/** Bounds of ink beyond the letters. */
export function inkReach(look: InkValues, em: number): InkReach {
  const parts = INK.map((effect) => effect.reach(valueOf(look, effect), em))
  const most = (side: keyof InkReach) => Math.max(0, ...parts.map((reach) => reach[side] ?? 0))
  return {
    widening: most('widening'),
    left: most('left'),
    top: most('top'),
    right: most('right'),
    bottom: most('bottom'),
  }
}

function entrancePose({ reveal, enter }: Animation, part: EnteringPart, moment: EntranceMoment): Placement {
  return effectNamed(REVEAL, reveal).pose(part, () => effectNamed(ENTER, enter.preset).pose(enter, moment))
}

function valueOf(look: Readonly<Record<string, unknown>>, { field }: InkEffect): unknown {
  return look[field]
}

function effectNamed<Effect>(effects: ReadonlyMap<string, Effect>, name: string): Effect {
  const found = effects.get(name)
  if (found === undefined) throw new RangeError(`No effect ${name}`)
  return found
}
