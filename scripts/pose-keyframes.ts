/** A pose at a time of a loop, in CSS terms. */
export type Stance = {
  /** 0 to 1. */
  readonly alpha: number
  readonly scale: number
  /** Offset to the right of its place, in em. */
  readonly x: number
  /** Downward offset from its place, in em. */
  readonly shift: number
  /** Clockwise, in degrees, for words that turn right; others turn left by the same angle. */
  readonly tilt: number
  /** Lean to the right at its top, as a share of its height. */
  readonly skew: number
}

/** The pose of an element without animation. */
export const STANDING: Stance = { alpha: 1, scale: 1, x: 0, shift: 0, tilt: 0, skew: 0 }

/** A keyframe: its position in the loop, in percent, and its declarations. */
export type Keyframe = { readonly percent: number; readonly declarations: Readonly<Record<string, string | number>> }

/** The largest difference between a pose and the straight line between keyframes, too small to see. */
export const TOLERANCE: Stance = { alpha: 0.02, scale: 0.01, x: 0.01, shift: 0.01, tilt: 0.15, skew: 0.01 }

const PARTS = ['alpha', 'scale', 'x', 'shift', 'tilt', 'skew'] as const

/**
 * The fewest keyframes that follow a pose within `TOLERANCE`, for a linear timing function. None if it never moves.
 * @param stanceAt the pose, from 0 to `loopMs`
 */
export function keyframesOf(stanceAt: (ms: number) => Stance, loopMs: number): readonly Keyframe[] {
  const stances = Array.from({ length: loopMs + 1 }, (_, ms) => stanceAt(ms))
  const moving = PARTS.filter((part) => stances.some((stance) => stance[part] !== STANDING[part]))
  if (moving.length === 0) return []
  return bends(stances).map((ms) => ({
    percent: (ms / loopMs) * 100,
    declarations: declarationsOf(stances[ms] ?? STANDING, moving),
  }))
}

/** The times, in ms, between which straight lines follow the poses. Splits at the largest error (Douglas-Peucker). */
function bends(stances: readonly Stance[]): readonly number[] {
  const found = restEdges(stances)
  const open = found.slice(1).map((to, at): [number, number] => [found[at] ?? 0, to])
  for (let span = open.pop(); span !== undefined; span = open.pop()) {
    const [from, to] = span
    const worst = worstBetween(stances, from, to)
    if (worst === null) continue
    found.push(worst)
    open.push([from, worst], [worst, to])
  }
  return found.toSorted((a, b) => a - b)
}

/**
 * The first and last time, and those at which a rest begins or ends, so that a rest does not drift within the
 * tolerance.
 */
function restEdges(stances: readonly Stance[]): number[] {
  const last = stances.length - 1
  const isSame = (ms: number, other: number) => PARTS.every((part) => stances[ms]?.[part] === stances[other]?.[part])
  return Array.from(stances.keys()).filter((ms) => ms === 0 || ms === last || isSame(ms, ms - 1) !== isSame(ms, ms + 1))
}

/** The time farthest from the straight line between two others; null if all are within the tolerance. */
function worstBetween(stances: readonly Stance[], from: number, to: number): number | null {
  const [start, end] = [stances[from] ?? STANDING, stances[to] ?? STANDING]
  let worst: number | null = null
  let most = 1
  for (let ms = from + 1; ms < to; ms += 1) {
    const share = (ms - from) / (to - from)
    const stance = stances[ms] ?? STANDING
    for (const part of PARTS) {
      const error = Math.abs(stance[part] - (start[part] + (end[part] - start[part]) * share)) / TOLERANCE[part]
      if (error > most) [worst, most] = [ms, error]
    }
  }
  return worst
}

function declarationsOf(stance: Stance, moving: readonly (keyof Stance)[]): Keyframe['declarations'] {
  const moves = [
    ...(moving.includes('x') ? [[stance.x, `translateX(${rounded(stance.x)}em)`] as const] : []),
    ...(moving.includes('shift') ? [[stance.shift, `translateY(${rounded(stance.shift)}em)`] as const] : []),
    ...(moving.includes('tilt')
      ? [[stance.tilt, `rotate(calc(var(--look-side) * ${rounded(stance.tilt)}deg))`] as const]
      : []),
    ...(moving.includes('skew') ? [[stance.skew, `matrix(1, 0, ${rounded(-stance.skew)}, 1, 0, 0)`] as const] : []),
    ...(moving.includes('scale') ? [[stance.scale - 1, `scale(${rounded(stance.scale)})`] as const] : []),
  ]
  const stands = moves.every(([amount]) => rounded(amount) === 0)
  return {
    ...(moving.includes('alpha') && { opacity: rounded(stance.alpha) }),
    ...(moves.length > 0 && { transform: stands ? 'none' : moves.map(([, move]) => move).join(' ') }),
  }
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
