import type { ScenePage } from './scene-page.ts'
import type { Scene } from './scene.ts'
import { eased, mix } from './easing.ts'
import type { PlacedWord } from './layout.ts'
import { type Rect, sameRect } from './rect.ts'
import { type Tone, toneAt } from './tone.ts'

/** How one word looks at one moment. */
export type Pose = {
  readonly tone: Tone
  readonly alpha: number
  /** About the word's own centre. */
  readonly scale: number
  /** Pixels below its place. */
  readonly shift: number
  /** Clockwise, in radians. */
  readonly tilt: number
  /** Whole pixels of the word already filled with the active colour; null where it is not filled step by step. */
  readonly sweep: number | null
}

/** Everything that is on screen at one moment; equal states draw equal pixels. */
export type SceneState = {
  readonly page: ScenePage
  readonly alpha: number
  readonly scale: number
  readonly shift: number
  /** Where the box of the spoken word is, on whole pixels. */
  readonly box: Rect | null
  readonly poses: readonly Pose[]
}

/** The time a frame is drawn for, in ms: when it comes on screen. */
export function frameTimeMs(frame: number, fps: { readonly n: number; readonly d: number }): number {
  return (frame * 1_000 * fps.d) / fps.n
}

/** What is on screen at `tMs` ms of media time, from the scene and the time alone; null for nothing. */
export function stateAt(scene: Scene, tMs: number): SceneState | null {
  const page = scene.pageAt(tMs)
  if (page === undefined) return null
  const poses = page.words.map((word, index) => poseOf(page, word, index, tMs))
  return { page, ...pageMotion(page, tMs), box: boxAt(page, tMs), poses }
}

/** True when both draw the same pixels. */
export function sameState(a: SceneState | null, b: SceneState | null): boolean {
  if (a === null || b === null) return a === b
  return samePlacement(a, b) && sameRect(a.box, b.box) && a.poses.every((pose, at) => samePose(pose, b.poses[at]))
}

/** True when the pages as a whole stand alike, whatever their words do. */
export function samePlacement(a: SceneState, b: SceneState): boolean {
  return a.page === b.page && a.alpha === b.alpha && a.scale === b.scale && a.shift === b.shift
}

/** True when a word looks the same in both. */
export function samePose(a: Pose, b: Pose | undefined): boolean {
  return (
    b !== undefined &&
    a.tone === b.tone &&
    a.alpha === b.alpha &&
    a.scale === b.scale &&
    a.shift === b.shift &&
    a.tilt === b.tilt &&
    a.sweep === b.sweep
  )
}

type Placement = Pick<SceneState, 'alpha' | 'scale' | 'shift'>
const STILL: Placement = { alpha: 1, scale: 1, shift: 0 }

function pageMotion(page: ScenePage, tMs: number): Placement {
  const { reveal } = page.look.animation
  return reveal === 'word' ? STILL : entering(page, tMs - page.fromMs, page.fresh)
}

/** `fresh`: nothing stood there before, so that fading in from nothing does not flicker. */
function entering(page: ScenePage, sinceMs: number, fresh: boolean): Placement {
  const { preset, ms, ease, amount } = page.look.animation.enter
  if (preset === 'none' || sinceMs >= ms) return STILL
  const at = eased(ease, sinceMs / ms)
  // Fully transparent is hidden: the first frame already shows a little.
  const alpha = fresh ? Math.min(1, Math.max(0.15, at)) : 1
  switch (preset) {
    case 'fade':
      return { ...STILL, alpha }
    case 'rise':
      return { ...STILL, alpha, shift: mix(amount * page.em, 0, at) }
    case 'pop':
      return { ...STILL, scale: mix(amount, 1, at) }
    default:
      return preset satisfies never
  }
}

function poseOf(page: ScenePage, word: PlacedWord, index: number, tMs: number): Pose {
  const { reveal } = page.look.animation
  const tone = toneAt(page, word, tMs)
  const own = reveal === 'word' && tone !== 'hidden' ? entering(page, tMs - word.t0, true) : STILL
  const { scale, tilt } = activity(page, word, index, tMs)
  return {
    tone,
    alpha: own.alpha,
    scale: own.scale * scale,
    shift: own.shift,
    tilt,
    sweep: sweepAt(page, word, tone, tMs),
  }
}

/** Back to rest takes a word this share of the time it took to jump out. */
const RELAX = 0.6

function activity(page: ScenePage, word: PlacedWord, index: number, tMs: number): { scale: number; tilt: number } {
  const { preset, ms, ease, from, to, tilt } = page.look.animation.active
  if (preset !== 'scale' || tMs < word.t0) return { scale: 1, tilt: 0 }
  const turned = ((index % 2 === 0 ? -tilt : tilt) * Math.PI) / 180
  if (tMs < word.until) {
    const at = eased(ease, (tMs - word.t0) / ms)
    return { scale: mix(from, to, at), tilt: turned * Math.min(at, 1) }
  }
  const rest = eased('out', (tMs - word.until) / (ms * RELAX))
  return { scale: mix(to, 1, rest), tilt: mix(turned, 0, rest) }
}

function sweepAt(page: ScenePage, word: PlacedWord, tone: Pose['tone'], tMs: number): number | null {
  const { preset, ease } = page.look.animation.active
  if (preset !== 'sweep' || tone !== 'active') return null
  // Whole pixels: engines differ in how they smooth a clip's edge.
  return Math.round(word.width * eased(ease, (tMs - word.t0) / Math.max(word.until - word.t0, 1)))
}

function boxAt(page: ScenePage, tMs: number): Rect | null {
  const { wordBoxes } = page.decoration
  const active = page.words.findLastIndex((word) => tMs >= word.t0)
  const target = wordBoxes[active]
  const word = page.words[active]
  if (target === undefined || word === undefined) return null
  const from = wordBoxes[page.words.findLastIndex((other) => other.word < word.word)]
  const { boxMs, boxEase } = page.look.animation
  const at = boxMs === 0 ? 1 : eased(boxEase, (tMs - word.t0) / boxMs)
  if (from === undefined || at === 1) return target
  return {
    x0: Math.round(mix(from.x0, target.x0, at)),
    y0: Math.round(mix(from.y0, target.y0, at)),
    x1: Math.round(mix(from.x1, target.x1, at)),
    y1: Math.round(mix(from.y1, target.y1, at)),
  }
}
