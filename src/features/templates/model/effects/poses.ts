import type { Rect } from '#platform/shared/rect.ts'
import type { ActiveEffect, ActivePose, ActiveReach, WordMoment } from './active-effect.ts'
import type { BoxEffect, BoxLayout, BoxMoment } from './box-effect.ts'
import { type Animation, type Box, effectsOf, type InkValues } from './effects.ts'
import type { EnterEffect, EntranceMoment, EntranceReach, Placement } from './enter-effect.ts'
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

/** Where a caption, or one of its words, stands at a moment of its own entrance. */
export function entrancePose({ reveal, enter }: Animation, part: EnteringPart, moment: EntranceMoment): Placement {
  return effectNamed(REVEAL, reveal).pose(part, () => effectNamed(ENTER, enter.preset).pose(enter, moment))
}

/** The room that a caption, or each of its words, needs to come in. */
export function entranceReach({ reveal, enter }: Animation, part: EnteringPart, em: number): EntranceReach {
  return effectNamed(REVEAL, reveal).reach(part, effectNamed(ENTER, enter.preset).reach(enter, em))
}

/** True when words stay hidden until they are spoken. */
export function hidesUnspoken({ reveal }: Animation): boolean {
  return effectNamed(REVEAL, reveal).hidesUnspoken
}

/** What being spoken does to a word at a moment. */
export function activePose({ active }: Animation, moment: WordMoment): ActivePose {
  return effectNamed(ACTIVE, active.preset).pose(active, moment)
}

/** The most that being spoken does to a word. */
export function activeReach({ active }: Animation): ActiveReach {
  return effectNamed(ACTIVE, active.preset).reach(active)
}

/** True when being spoken moves or fills a word, besides changing its colour. */
export function isActiveMoving({ active }: Animation): boolean {
  return effectNamed(ACTIVE, active.preset).isMoving
}

/** The places of a caption's boxes; none where the look has no box. */
export function boxPlaces(box: Box | null, layout: BoxLayout): readonly Rect[] {
  return box === null ? [] : effectNamed(BOX, box.scope).places(box, layout)
}

/** The boxes on screen at a moment. */
export function boxPose(box: Box | null, places: readonly Rect[], moment: BoxMoment): readonly Rect[] {
  return box === null ? places : effectNamed(BOX, box.scope).pose(places, moment)
}

/** The room that a caption's boxes need in every pose. */
export function boxReach(box: Box | null, places: readonly Rect[]): readonly Rect[] {
  return box === null ? places : effectNamed(BOX, box.scope).reach(places)
}

/**
 * What words are painted with.
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

/** How far ink reaches beyond the letters. */
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

function valueOf(look: Readonly<Record<string, unknown>>, { field }: InkEffect): unknown {
  return look[field]
}

function effectNamed<Effect>(effects: ReadonlyMap<string, Effect>, name: string): Effect {
  const found = effects.get(name)
  if (found === undefined) throw new RangeError(`No effect ${name}`)
  return found
}
