import type { Rect } from '#platform/shared/rect.ts'
import type { ActiveEffect, ActivePose, ActiveReach, SweepEdge, WordMoment } from './active-effect.ts'
import type { BoxEffect, BoxLayout, BoxMoment } from './box-effect.ts'
import { extrasReach } from './box-extras.ts'
import { type Animation, type Box, effectsOf, type InkValues, PLAIN_SHAPE } from './effects.ts'
import {
  AT_REST,
  combinedReach,
  type EnterEffect,
  type EntranceMoment,
  type EntranceReach,
  NO_REACH,
  type Placement,
} from './enter-effect.ts'
import type { Ink, InkEffect, InkReach } from './ink-effect.ts'
import type { LetterMoment, LetterPose, LettersEffect } from './letters-effect.ts'
import type { EnteringPart, RevealEffect } from './reveal-effect.ts'
import type { ShapeEffect, ShapeInput, ShapeOutset, ShapePart } from './shape-effect.ts'

const ENTER = new Map<string, EnterEffect>(
  effectsOf('enter').map((effect) => [effect.schema.shape.preset.value, effect]),
)
const ACTIVE = new Map<string, ActiveEffect>(
  effectsOf('active').map((effect) => [effect.schema.shape.preset.value, effect]),
)
const LETTERS = new Map<string, LettersEffect>(
  effectsOf('letters').map((effect) => [effect.schema.shape.preset.value, effect]),
)
const REVEAL = new Map<string, RevealEffect>(effectsOf('reveal').map((effect) => [effect.schema.value, effect]))
const BOX = new Map<string, BoxEffect>(effectsOf('box').map((effect) => [effect.schema.shape.scope.value, effect]))
const SHAPE = new Map<string, ShapeEffect>(effectsOf('shape').map((effect) => [effect.schema.value, effect]))
const INK: readonly InkEffect[] = effectsOf('ink')

/** The pose of a word at one moment, lengths in the unit of `em`. */
export type WordPose = Placement & ActivePose

/** The placement of a whole caption at a moment of its entrance. */
export function captionPose(animation: Animation, moment: EntranceMoment): Placement {
  return entrancePose(animation, 'caption', moment)
}

/** A moment before a caption leaves an empty screen. */
export type ExitMoment = {
  /** Time until it leaves. */
  readonly leftMs: number
  /** Time from its start until then. */
  readonly lastsMs: number
} & Pick<EntranceMoment, 'index' | 'em'>

/** The placement of a whole caption before it leaves an empty screen: its exit takes at most half of its time. */
export function exitPose({ exit }: Animation, { leftMs, lastsMs, index, em }: ExitMoment): Placement {
  if (!exit) return AT_REST
  const leaving = { ...exit, ms: Math.min(exit.ms, Math.floor(lastsMs / 2)) }
  return effectNamed(ENTER, exit.preset).pose(leaving, { sinceMs: leftMs, isFresh: true, index, em })
}

/** The pose of a word within its caption at a moment. */
export function wordPose(animation: Animation, moment: WordMoment, em: number): WordPose {
  const { sinceMs, index } = moment
  const entrance = sinceMs < 0 ? AT_REST : entrancePose(animation, 'word', { sinceMs, isFresh: true, index, em })
  const active = effectNamed(ACTIVE, animation.active.preset).pose(animation.active, moment)
  return {
    ...entrance,
    scale: entrance.scale * active.scale,
    tilt: entrance.tilt + active.tilt,
    filled: active.filled,
    heft: active.heft,
  }
}

/** Bounds of the entrance of a caption, or of each word, and of the exit of a caption. */
export function entranceReach({ reveal, enter, exit }: Animation, part: EnteringPart, em: number): EntranceReach {
  const entrance = effectNamed(REVEAL, reveal).reach(part, effectNamed(ENTER, enter.preset).reach(enter, em))
  const leaving = exit && part === 'caption' ? effectNamed(ENTER, exit.preset).reach(exit, em) : NO_REACH
  return combinedReach(entrance, leaving)
}

/** True when every second caption of this animation enters, or leaves, in another way. */
export function isAlternating({ enter, exit }: Animation): boolean {
  return [enter, exit].some((effect) => effect && effectNamed(ENTER, effect.preset).alternates === true)
}

/** True when this entrance reads a parameter of `animation.enter`. */
export function entranceReads({ enter }: Animation, parameter: keyof Animation['enter']): boolean {
  return effectNamed(ENTER, enter.preset).parameters.includes(parameter)
}

/** True when the exit reads a parameter of `animation.exit`; false without an exit. */
export function exitReads({ exit }: Animation, parameter: keyof Animation['enter']): boolean {
  return !!exit && effectNamed(ENTER, exit.preset).parameters.includes(parameter)
}

/** True when the active effect reads a parameter of `animation.active`. */
export function activeReads({ active }: Animation, parameter: keyof Animation['active']): boolean {
  return effectNamed(ACTIVE, active.preset).parameters.includes(parameter)
}

/** The weight of the spoken word; undefined for looks that do not change it. */
export function spokenWeight({ active }: Animation): number | undefined {
  return effectNamed(ACTIVE, active.preset).weight?.(active)
}

const HARD_EDGE: SweepEdge = { isByLetter: false, width: 0 }

/** How the active colour runs through a word that is filled step by step. */
export function sweepEdge({ active }: Animation): SweepEdge {
  return effectNamed(ACTIVE, active.preset).edge?.(active) ?? HARD_EDGE
}

/** The pose of one letter; null for a look without an effect of letters. */
export function letterPose({ letters }: Animation, moment: LetterMoment): LetterPose | null {
  return letters ? effectNamed(LETTERS, letters.preset).pose(letters, moment) : null
}

/** Bounds of a letter in all poses, and what else its effect draws. */
export function lettersReach(
  { letters }: Animation,
  em: number,
): EntranceReach & Pick<LettersEffect, 'hasCaret' | 'swaps'> {
  if (!letters) return { ...NO_REACH, hasCaret: false, swaps: false }
  const { hasCaret, swaps, reach } = effectNamed(LETTERS, letters.preset)
  return { ...reach(letters, em), hasCaret, swaps }
}

/** True when the effect of letters reads a parameter of `animation.letters`; false without one. */
export function lettersRead({ letters }: Animation, parameter: keyof NonNullable<Animation['letters']>): boolean {
  return !!letters && effectNamed(LETTERS, letters.preset).parameters.includes(parameter)
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

/** The form of a box that is a plain rectangle with round corners, without a border or a shadow. */
export function isPlainBox({ shape = PLAIN_SHAPE, border = null, shadow = null }: Box): boolean {
  return shape === PLAIN_SHAPE && border === null && shadow === null
}

/** The filled paths of a box, lowest first. */
export function boxParts({ shape = PLAIN_SHAPE }: Box, input: ShapeInput): readonly ShapePart[] {
  return effectNamed(SHAPE, shape).parts(input)
}

/** Bounds of a box's form, border and shadow beyond its rectangle, in the unit of `em`. */
export function boxOutset({ shape = PLAIN_SHAPE, border, shadow }: Box, em: number): ShapeOutset {
  const form = effectNamed(SHAPE, shape).reach(em)
  const extras = extrasReach(border, shadow, em)
  return {
    left: form.left + extras.left,
    top: form.top + extras.top,
    right: form.right + extras.right,
    bottom: form.bottom + extras.bottom,
  }
}

/** Bounds of a caption's boxes in all poses. */
export function boxReach(box: Box | null, places: readonly Rect[]): readonly Rect[] {
  return box === null ? places : effectNamed(BOX, box.scope).reach(places)
}

/**
 * The ink of words.
 * @param em size of an em: pixels for the painter, 1 for lengths in em
 * @param tMs time of moving ink, as `inkTime` returns it. Default: its start
 */
export function inkPose(look: InkValues, em: number, tMs = 0): Ink {
  const parts = INK.map((effect) => effect.pose(valueOf(look, effect), em, tMs))
  return {
    outlines: parts.flatMap(({ outlines = [] }) => outlines),
    shadows: parts.flatMap(({ shadows = [] }) => shadows),
    run: parts.find(({ run }) => run !== undefined)?.run ?? null,
    gradient: parts.find(({ gradient }) => gradient !== undefined)?.gradient ?? null,
  }
}

/** A look whose ink stands still. */
export function withStillInk<Values extends InkValues>(look: Values): Values {
  const still = INK.flatMap((effect) =>
    effect.calm === undefined ? [] : [[effect.field, effect.calm(valueOf(look, effect))] as const],
  )
  // A look without a part stays without it.
  return { ...look, ...Object.fromEntries(still.filter(([, value]) => value !== undefined)) }
}

/** When the moving ink of a look last changed, ms; 0 for ink that stands still. */
export function inkTime(look: InkValues, tMs: number): number {
  let last = 0
  for (const effect of INK) {
    const stepMs = effect.stepMs?.(valueOf(look, effect)) ?? 0
    if (stepMs > 0) last = Math.max(last, Math.floor(tMs / stepMs) * stepMs)
  }
  return last
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
