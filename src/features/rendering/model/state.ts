import { boxPose, captionPose, type Placement, wordPose } from '#features/templates/model/index.ts'
import { type Rect, sameRects } from '#platform/shared/rect.ts'
import { type DecorPose, poseDecor, sameDecorPose } from './decor-motions.ts'
import type { PlacedWord } from './layout.ts'
import type { ScenePage } from './scene-page.ts'
import type { Scene } from './scene.ts'
import { type Tone, toneAt } from './tone.ts'

/** The appearance of one word at one moment. */
export type Pose = Placement & {
  readonly tone: Tone
  /** Clockwise, in radians. */
  readonly tilt: number
  /** Whole pixels of the word already filled with the active colour; null where it is not filled step by step. */
  readonly sweep: number | null
}

/** Everything that is on screen at one moment; equal states draw equal pixels. */
export type SceneState = Placement & {
  readonly page: ScenePage
  /** Behind the words, on whole pixels. */
  readonly boxes: readonly Rect[]
  readonly poses: readonly Pose[]
  /** In the order of the page's decor. */
  readonly decor: readonly DecorPose[]
}

/** The time a frame is drawn for, in ms: when it appears on screen. */
export function frameTimeMs(frame: number, fps: { readonly n: number; readonly d: number }): number {
  return (frame * 1_000 * fps.d) / fps.n
}

/** What is on screen at `tMs` ms of media time; null for nothing. Depends only on the scene and the time. */
export function stateAt(scene: Scene, tMs: number): SceneState | null {
  const page = scene.pageAt(tMs)
  if (page === undefined) return null
  const { look, words, em, fresh } = page
  const placement = captionPose(look.animation, { sinceMs: tMs - page.fromMs, isFresh: fresh, em })
  const poses = words.map((word, index) => poseOf(page, word, index, tMs))
  return {
    page,
    ...placement,
    boxes: boxPose(look.box, page.decoration.boxPlaces, { tMs, words, travel: look.animation }),
    poses,
    decor: page.decor.length === 0 ? NO_DECOR : decorPoses(page, poses, tMs),
  }
}

const NO_DECOR: readonly DecorPose[] = []

function decorPoses({ decor, words }: ScenePage, poses: readonly Pose[], tMs: number): DecorPose[] {
  return decor.flatMap((each) => {
    const [word, pose] = [words[each.at], poses[each.at]]
    if (word === undefined || pose === undefined) return []
    return poseDecor(each, { isHidden: pose.tone === 'hidden', pose, t0: word.t0, until: word.until }, tMs)
  })
}

/** True when both draw the same pixels. */
export function sameState(a: SceneState | null, b: SceneState | null): boolean {
  if (a === null || b === null) return a === b
  return (
    samePlacement(a, b) &&
    sameRects(a.boxes, b.boxes) &&
    a.poses.every((pose, at) => samePose(pose, b.poses[at])) &&
    a.decor.every((pose, at) => sameDecorPose(pose, b.decor[at]))
  )
}

/** True when both pages have the same pose as a whole, regardless of their words. */
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

function poseOf({ look, em, accent }: ScenePage, word: PlacedWord, index: number, tMs: number): Pose {
  const moment = { sinceMs: tMs - word.t0, pastMs: tMs - word.until, spokenMs: word.until - word.t0, index }
  const { alpha, scale, shift, tilt, filled } = wordPose(look.animation, moment, em)
  return {
    tone: toneAt({ look, accent }, word, tMs),
    alpha,
    scale,
    shift,
    tilt,
    // Whole pixels: engines differ in how they smooth a clip's edge.
    sweep: filled === null ? null : Math.round(word.width * filled),
  }
}
