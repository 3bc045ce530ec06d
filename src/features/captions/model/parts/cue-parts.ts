import type { Cue } from '../document.ts'
import type { Place } from '../document/place.ts'
import { MOST_WAIVERS } from '../document/qc.ts'

/** Times set by hand, ms; undefined if the words decide. */
type HandTimes = { readonly t0: number | undefined; readonly t1: number | undefined }

/** A cue with exactly these times; without times if they run backward. */
export function withHandTimes(cue: Cue, { t0, t1 }: HandTimes): Cue {
  const { t0: _, t1: __, ...timed } = cue
  if (t0 !== undefined && t1 !== undefined && t1 <= t0) return timed
  return { ...timed, ...(t0 !== undefined && { t0 }), ...(t1 !== undefined && { t1 }) }
}

/** A cue with exactly this position; without one for null or a position without fields. */
export function withPlace(cue: Cue, place: Place | null): Cue {
  const { place: _, ...unplaced } = cue
  return place === null || Object.keys(place).length === 0 ? unplaced : { ...unplaced, place }
}

/** The two halves of a cue: each keeps the time at its own edge. Waivers stay with the first. */
export function splitParts(cue: Cue, newId: string): readonly [Cue, Cue] {
  const { waivers: _, ...rest } = cue
  return [
    withHandTimes(cue, { t0: cue.t0, t1: undefined }),
    withHandTimes({ ...rest, id: newId }, { t0: undefined, t1: cue.t1 }),
  ]
}

/** The first cue with the end of the second and the waivers of both. */
export function mergeCueParts(cue: Cue, next: Cue): Cue {
  const known = new Set(cue.waivers?.map(({ rule }) => rule))
  const waivers = [...(cue.waivers ?? []), ...(next.waivers ?? []).filter(({ rule }) => !known.has(rule))]
  const merged = withHandTimes(cue, { t0: cue.t0, t1: next.t1 })
  return waivers.length > 0 ? { ...merged, waivers: waivers.slice(0, MOST_WAIVERS) } : merged
}

/** The parts of a cue that people set by hand, apart from its lines. */
export function partsOfCue(cue: Cue): Partial<Cue> {
  const { id: _, from: __, to: ___, breaks: ____, locked: _____, ...parts } = cue
  return parts
}
