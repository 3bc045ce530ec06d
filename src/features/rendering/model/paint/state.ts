import {
  boxPose,
  captionPose,
  combined,
  dimmedAlpha,
  exitPose,
  grownBy,
  inkTime,
  type Look,
  type Placement,
  restPose,
  wordPose,
} from '#features/templates/model/index.ts'
import { type Rect, sameRects } from '#platform/shared/rect.ts'
import { type DecorPose, poseDecor, sameDecorPose } from '../decor/decor-motions.ts'
import { type Caret, caretOf, sameCaret } from './caret.ts'
import type { PlacedWord } from '../layout/layout.ts'
import { type LetterRun, type LettersTiming, lettersTiming, poseLetters, sameLetters } from '../layout/letter-runs.ts'
import type { ScenePage } from '../layout/scene-page.ts'
import type { Scene } from '../layout/scene.ts'
import { sameStance } from '../layout/stance.ts'
import { sweptTo } from './sweep.ts'
import { type Tone, toneAt } from './tone.ts'

/** The appearance of one word at one moment. */
export type Pose = Placement & {
  readonly tone: Tone
  /** Whole pixels that the active colour has come from the start of the word; null where it is not filled step by step. */
  readonly sweep: number | null
  /** Index in the weights of the word; 0 at rest, and for a word of one weight. */
  readonly weight: number
  /** When its moving ink last changed, ms of media time; 0 for ink that stands still. */
  readonly inkMs: number
  /** Its letters where they do not stand as in the word; null for a word in one piece. */
  readonly letters: readonly LetterRun[] | null
}

/** Everything that is on screen at one moment; equal states draw equal pixels. */
export type SceneState = Placement & {
  readonly page: ScenePage
  /** Behind the words, on whole pixels. */
  readonly boxes: readonly Rect[]
  readonly poses: readonly Pose[]
  /** The caret of a typewriter; null without one, or while it blinks. */
  readonly caret: Caret | null
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
  const { look, words, turn } = page
  const timing = lettersTiming(page, stepped(tMs - page.fromMs, look.animation))
  const poses = words.map((word, index) => poseOf(page, word, { index, tMs, timing }))
  return {
    page,
    ...combined(restPose(look.transform, 'caption', turn), movementOf(page, tMs)),
    boxes: boxPose(look.box, page.decoration.boxPlaces, { tMs: boxTime(page, tMs), words, travel: look.animation }),
    poses,
    caret: caretOf(page, poses, tMs),
    decor: page.decor.length === 0 ? NO_DECOR : decorPoses(page, poses, tMs),
  }
}

/** The entrance of a caption and its exit: both may be under way in a short one. */
function movementOf({ look: { animation }, fromMs, toMs, fresh, leaves, turn, em }: ScenePage, tMs: number): Placement {
  const sinceMs = stepped(tMs - fromMs, animation)
  const entrance = captionPose(animation, { sinceMs, isFresh: fresh, index: turn, em })
  if (!leaves || !animation.exit) return entrance
  const lastsMs = toMs - fromMs
  return combined(entrance, exitPose(animation, { leftMs: lastsMs - sinceMs, lastsMs, index: turn, em }))
}

/** Time since a beginning, in whole pictures of a stepped animation. */
function stepped(sinceMs: number, { stepMs = 0 }: Look['animation']): number {
  return stepMs === 0 ? sinceMs : Math.floor(sinceMs / stepMs) * stepMs
}

/** The time for boxes that follow words: in whole steps since the spoken word began. */
function boxTime({ look: { animation }, words }: ScenePage, tMs: number): number {
  const t0 = words.findLast((word) => tMs >= word.t0)?.t0 ?? tMs
  return t0 + stepped(tMs - t0, animation)
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
    sameCaret(a.caret, b.caret) &&
    a.poses.every((pose, at) => samePose(pose, b.poses[at])) &&
    a.decor.every((pose, at) => sameDecorPose(pose, b.decor[at]))
  )
}

/** True when both pages have the same pose as a whole, regardless of their words. */
export function samePlacement(a: SceneState, b: SceneState): boolean {
  return a.page === b.page && a.alpha === b.alpha && sameStance(a, b)
}

/** True when a word looks the same in both. */
export function samePose(a: Pose, b: Pose | undefined): boolean {
  return (
    b !== undefined &&
    a.tone === b.tone &&
    a.alpha === b.alpha &&
    sameStance(a, b) &&
    a.sweep === b.sweep &&
    a.weight === b.weight &&
    a.inkMs === b.inkMs &&
    sameLetters(a.letters, b.letters)
  )
}

type WordTime = { readonly index: number; readonly tMs: number; readonly timing: LettersTiming | null }

function poseOf(page: ScenePage, word: PlacedWord, { index, tMs, timing }: WordTime): Pose {
  const { look: pageLook, em, accent, words } = page
  const look = word.style?.look ?? pageLook
  const { animation } = pageLook
  const moment = {
    sinceMs: stepped(tMs - word.t0, animation),
    pastMs: stepped(tMs - word.until, animation),
    spokenMs: word.until - word.t0,
    index,
  }
  const { filled, heft, ...placement } = wordPose(animation, moment, em)
  const scale = word.weights === undefined ? placement.scale * grownBy(heft) : placement.scale
  return {
    tone: toneAt({ look: pageLook, accent }, word, tMs),
    ...withRest({ ...placement, scale }, look, word, tMs),
    sweep: filled === null ? null : sweptTo(word, filled, pageLook.animation),
    weight: word.weights === undefined ? 0 : Math.round(heft * (word.weights.length - 1)),
    inkMs: inkTime(look, tMs),
    letters: timing && poseLetters(pageLook, word, timing(index, moment), words),
  }
}

/** The placement of a word with how it stands at rest, and as bright as it is at a moment. */
function withRest(placement: Placement, { transform, dim }: Look, word: PlacedWord, tMs: number): Placement {
  const tilt = word.emphasis?.tilt ?? 0
  const rest = combined(restPose(transform, 'word', word.word), placement)
  const turned = tilt !== 0 ? { ...rest, tilt: rest.tilt + (tilt * Math.PI) / 180 } : rest
  return dim ? { ...turned, alpha: turned.alpha * dimmedAlpha(dim, brightSpan(word, dim.over), tMs) } : turned
}

function brightSpan({ t0, until, lineSpan }: PlacedWord, over: 'word' | 'line') {
  return over === 'line' && lineSpan ? lineSpan : { from: t0, until }
}
