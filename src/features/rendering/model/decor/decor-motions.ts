import { grow, hull, type Rect, shifted } from '#platform/shared/rect.ts'
import type { DecorMotion, PlacedDecor } from './decor.ts'

/** The appearance of decor at one moment. */
export type DecorPose = {
  /** 0 while it is hidden. */
  readonly alpha: number
  /** Its edge in whole pixels, even or odd as at rest: its corners stay on whole pixels. */
  readonly edge: number
  /** To the right and down, in whole pixels. */
  readonly x: number
  readonly shift: number
  /** Clockwise, in radians, with its own rotation. */
  readonly tilt: number
}

/** A movement since the start of its word; lengths as shares of its edge. */
type Moment = {
  readonly alpha: number
  readonly scale: number
  readonly x: number
  readonly shift: number
  readonly tilt: number
}
/** Bounds of a movement. */
type MotionReach = { readonly scale: number; readonly above: number; readonly below: number; readonly tilt: number }
type Motion = { pose(sinceMs: number): Moment; readonly reach: MotionReach }

const AT_REST: Moment = { alpha: 1, scale: 1, x: 0, shift: 0, tilt: 0 }
const STILL: MotionReach = { scale: 1, above: 0, below: 0, tilt: 0 }

const POP_MS = 280
const FALL_MS = 360
const SHAKE_MS = 600
const SHAKE_TILT = 0.24
/** Swings of a shake. */
const SWINGS = 3
const FADE_MS = 120
const FLOAT_MS = 2_400
const FLOAT = 0.08

/** The movements of decor. Each ends in, or moves around, its place at rest. */
const MOTIONS: Readonly<Record<DecorMotion, Motion>> = {
  none: { pose: () => AT_REST, reach: STILL },
  pop: {
    pose: (ms) => ({ ...AT_REST, alpha: faded(ms), scale: backOut(ms / POP_MS) }),
    reach: { ...STILL, scale: 1.11 },
  },
  fall: {
    pose: (ms) => ({ ...AT_REST, alpha: faded(ms), shift: -((1 - Math.min(1, ms / FALL_MS)) ** 3) }),
    reach: { ...STILL, above: 1 },
  },
  shake: {
    pose: (ms) => ({ ...AT_REST, alpha: faded(ms), tilt: swing(Math.min(1, ms / SHAKE_MS)) }),
    reach: { ...STILL, tilt: SHAKE_TILT },
  },
  float: {
    pose: (ms) => ({ ...AT_REST, alpha: faded(ms), shift: -FLOAT * Math.sin((2 * Math.PI * ms) / FLOAT_MS) }),
    reach: { ...STILL, above: FLOAT, below: FLOAT },
  },
}

/** The word of decor at the same moment. */
type WordMoment = {
  readonly isHidden: boolean
  readonly pose: Moment
  readonly t0: number
  readonly until: number
}

/** The pose of decor at `tMs`. Decor with a movement of its own appears when its word is spoken. */
export function poseDecor({ rect, rotate, motion, isBrief }: PlacedDecor, word: WordMoment, tMs: number): DecorPose {
  const edge = rect.x1 - rect.x0
  if (word.isHidden || (motion !== null && tMs < word.t0) || (isBrief && (tMs < word.t0 || tMs >= word.until)))
    return { alpha: 0, edge, x: 0, shift: 0, tilt: 0 }
  const { alpha, scale, tilt, x, shift } =
    motion === null ? word.pose : inPixels(MOTIONS[motion].pose(tMs - word.t0), edge)
  return {
    alpha,
    edge: edge + 2 * Math.round((edge * (scale - 1)) / 2),
    x: Math.round(x),
    shift: Math.round(shift),
    tilt: rotate + tilt,
  }
}

/** Whether decor looks the same in both. */
export function sameDecorPose(a: DecorPose, b: DecorPose | undefined): boolean {
  return (
    b !== undefined &&
    a.alpha === b.alpha &&
    a.edge === b.edge &&
    a.x === b.x &&
    a.shift === b.shift &&
    a.tilt === b.tilt
  )
}

/** The bounds of decor in a pose; null while it is hidden. */
export function markOfDecor({ rect }: PlacedDecor, pose: DecorPose | undefined): Rect | null {
  if (pose === undefined || pose.alpha === 0 || pose.edge <= 0) return null
  return squareAround(shifted(rect, pose.x, pose.shift), pose.edge, pose.tilt)
}

/** The bounds of decor throughout its movement. @param largest the largest pose of its word */
export function reachOfDecor(decor: PlacedDecor, largest: { readonly scale: number; readonly tilt: number }): Rect {
  const { rect, rotate, motion } = decor
  const edge = rect.x1 - rect.x0
  const { scale, tilt, above, below } = motion === null ? { ...STILL, ...largest } : MOTIONS[motion].reach
  const turned = [-tilt, 0, tilt].map((by) => squareAround(rect, edge * scale, rotate + by))
  const { x0, y0, x1, y1 } = hull(turned)
  return { x0, y0: y0 - above * edge - 1, x1, y1: y1 + below * edge + 1 }
}

/** Margin for anti-aliasing. */
const SMOOTHED = 1

function squareAround({ x0, y0, x1, y1 }: Rect, edge: number, tilt: number): Rect {
  const half = (edge / 2) * (Math.abs(Math.sin(tilt)) + Math.abs(Math.cos(tilt)))
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2]
  return grow({ x0: x - half, y0: y - half, x1: x + half, y1: y + half }, SMOOTHED)
}

function inPixels(moment: Moment, edge: number): Moment {
  return { ...moment, shift: moment.shift * edge }
}

function faded(ms: number): number {
  return Math.min(1, Math.max(0.2, ms / FADE_MS))
}

/** From 0 past 1 by a tenth and back to 1. */
function backOut(progress: number): number {
  if (progress >= 1) return 1
  const back = progress - 1
  return Math.max(0, 1 + 2.70158 * back ** 3 + 1.70158 * back ** 2)
}

/** A rotation that swings and dies down. Rounded, because engines differ in the last bit of a sine. */
function swing(progress: number): number {
  return Math.round(1_000 * SHAKE_TILT * (1 - progress) * Math.sin(2 * Math.PI * SWINGS * progress)) / 1_000
}
