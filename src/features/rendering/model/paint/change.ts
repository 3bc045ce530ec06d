import { evenRect, grow, hull, intersection, type Rect, sameRects, union } from '#platform/shared/rect.ts'
import { isPlainBox } from '#features/templates/model/index.ts'
import { markOfCaret, sameCaret } from './caret.ts'
import { wholeBox } from '../layout/decoration.ts'
import { markOfDecor, sameDecorPose } from '../decor/decor-motions.ts'
import { markOf, placed } from '../layout/reach.ts'
import type { ScenePage } from '../layout/scene-page.ts'
import type { Scene } from '../layout/scene.ts'
import { frameTimeMs, type Pose, samePlacement, samePose, sameState, type SceneState, stateAt } from './state.ts'

/**
 * The rectangle, on even pixels, that contains every difference between two moments; null when there is none.
 * Clearing it and drawing the new state clipped to it gives the same pixels as a full redraw.
 */
export function changedRect(
  { frame }: Pick<Scene, 'frame'>,
  before: SceneState | null,
  after: SceneState | null,
): Rect | null {
  if (sameState(before, after)) return null
  const changed =
    before !== null && after !== null && samePlacement(before, after) && !cutsShapes(after)
      ? changedInPage(before, after)
      : union(coverOf(before), coverOf(after))
  return changed && intersection(evenRect(changed), { x0: 0, y0: 0, x1: frame.width, y1: frame.height })
}

/** True for shapes that stand at an angle: engines smooth their edges differently where a clip cuts them. */
function cutsShapes(state: SceneState): boolean {
  const { page, boxes, poses } = state
  const hasShapes = boxes.length > 0 || page.decor.length > 0 || page.words.some(({ style, bar }) => bar || style?.box)
  const isTurned = ({ tilt, skew }: Pick<SceneState, 'tilt' | 'skew'>) => tilt !== 0 || skew !== 0
  if (hasShapes && isTurned(state)) return true
  return page.words.some(({ bar }, at) => bar && poses[at] !== undefined && isTurned(poses[at]))
}

/** The rectangle that a state draws in; null when nothing is on screen. */
export function coverOf(state: SceneState | null): Rect | null {
  if (state === null) return null
  const { page } = state
  const words = page.words.map((word, at) => markIn(page, word, state.poses[at]))
  const decor = page.decor.map((each, at) => markOfDecor(each, state.decor[at]))
  const boxes = state.boxes.map((box) => wholeBox(page.decoration, box))
  const all = [...boxes, ...words, ...decor, markOfCaret(page, state.caret)].reduce<Rect | null>(union, null)
  return all && placed(page, all, state)
}

/** A frame that differs from the previous one. */
export type FrameChange = { readonly frame: number; readonly state: SceneState | null; readonly rect: Rect }

/**
 * The frames from `first` to before `end` that differ from the previous one; the screen is empty before `first`.
 * Their rectangles lie inside the scene's region.
 */
export function* frameChanges(
  scene: Scene,
  fps: { readonly n: number; readonly d: number },
  first: number,
  end: number,
): Generator<FrameChange> {
  let before: SceneState | null = null
  for (let frame = first; frame < end; frame += 1) {
    const state = stateAt(scene, frameTimeMs(frame, fps))
    const changed = changedRect(scene, before, state)
    const rect = changed && scene.region && intersection(changed, scene.region)
    before = state
    if (rect !== null) yield { frame, state, rect }
  }
}

function changedInPage(before: SceneState, after: SceneState): Rect | null {
  const { page } = after
  const words = page.words.reduce<Rect | null>((changed, word, at) => {
    const [was, is] = [before.poses[at], after.poses[at]]
    if (was === undefined || is === undefined || samePose(was, is)) return changed
    return union(changed, union(markIn(page, word, was), markIn(page, word, is)))
  }, null)
  const whole = (box: Rect) => wholeBox(page.decoration, box)
  const boxes = sameRects(before.boxes, after.boxes) ? [] : [...before.boxes, ...after.boxes].map(whole)
  const carets = sameCaret(before.caret, after.caret) ? [] : [before.caret, after.caret]
  const shown = [...boxes, ...carets.map((caret) => markOfCaret(page, caret))]
  const all = shown.reduce<Rect | null>(union, union(words, changedDecor(before, after)))
  const ownBoxes = page.words.flatMap(({ style }) => style?.box ?? [])
  const radius = Math.max(page.decoration.boxRadius, ...ownBoxes.map((box) => box.radius))
  const pictures = page.decor.flatMap((decor, at) => markOfDecor(decor, after.decor[at]) ?? [])
  const isPlain = page.look.box === null || isPlainBox(page.look.box)
  const shapes = {
    boxes: [...(isPlain ? after.boxes : []), ...ownBoxes.filter(({ tilt }) => tilt === 0).map(({ rect }) => rect)],
    radius,
    // A form with slanted or round edges is never cut.
    pictures: [
      ...pictures,
      ...(isPlain ? [] : after.boxes.map((box) => grow(whole(box), 1))),
      ...ownBoxes.filter(({ tilt }) => tilt !== 0).map(({ bounds }) => bounds),
    ],
  }
  const uncut = all && withCutShapes(all, shapes)
  return uncut && placed(page, uncut, after)
}

function changedDecor(before: SceneState, after: SceneState): Rect | null {
  return after.page.decor.reduce<Rect | null>((changed, decor, at) => {
    const [was, is] = [before.decor[at], after.decor[at]]
    if (is === undefined || sameDecorPose(is, was)) return changed
    return union(changed, union(markOfDecor(decor, was), markOfDecor(decor, is)))
  }, null)
}

/** Rounds to even pixels and adds one pixel for a smoothed edge. */
const CORNER_MARGIN = 2

type Shapes = {
  readonly boxes: readonly Rect[]
  /** Of the corners of boxes, px. */
  readonly radius: number
  readonly pictures: readonly Rect[]
}

/**
 * Grows the rectangle to include every box whose round corners it would cut, and every picture: engines smooth a clipped
 * shape differently from a whole one. Straight edges of boxes lie on whole pixels, so clipping them is safe.
 */
function withCutShapes(rect: Rect, shapes: Shapes): Rect {
  const { boxes, radius, pictures } = shapes
  const cut =
    boxes.find((box) => !holds(rect, box) && cornersOf(box, radius).some((corner) => intersection(rect, corner))) ??
    pictures.find((picture) => !holds(rect, picture) && intersection(rect, picture))
  return cut === undefined ? rect : withCutShapes(hull([rect, cut]), shapes)
}

function cornersOf({ x0, y0, x1, y1 }: Rect, radius: number): Rect[] {
  if (radius === 0) return []
  const reach = radius + CORNER_MARGIN
  return [x0, x1 - radius].flatMap((x) =>
    [y0, y1 - radius].map((y) => ({ x0: x - CORNER_MARGIN, y0: y - CORNER_MARGIN, x1: x + reach, y1: y + reach })),
  )
}

function holds(outer: Rect, inner: Rect): boolean {
  return outer.x0 <= inner.x0 && outer.y0 <= inner.y0 && outer.x1 >= inner.x1 && outer.y1 >= inner.y1
}

function markIn(page: ScenePage, word: ScenePage['words'][number], pose: Pose | undefined): Rect | null {
  return pose === undefined || pose.tone === 'hidden' ? null : markOf(page, word, pose)
}
