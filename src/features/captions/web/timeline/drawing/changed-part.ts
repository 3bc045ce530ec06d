import { changedRangeBy } from '#platform/shared/changed-range.ts'
import { type Box, HAIR_PX } from './draw-boxes.ts'

/** A part of a lane that is painted again, px, and the boxes that reach into it. */
export type ChangedPart = { readonly x0: number; readonly x1: number; readonly boxes: readonly Box[] }

/** The part in which two lists of boxes differ, up to their equal neighbours; undefined if they look the same. */
export function changedPart(before: readonly Box[], after: readonly Box[]): ChangedPart | undefined {
  const { start, endBefore, endAfter } = changedRangeBy(before, after, looksSame)
  const changed = [...before.slice(start, endBefore), ...after.slice(start, endAfter)]
  if (changed.length === 0) return undefined
  // The stroke of a box and the gap beside it may share a pixel.
  const x0 = Math.min((after[start - 1]?.x1 ?? Number.NEGATIVE_INFINITY) - HAIR_PX, ...changed.map((box) => box.x0))
  const x1 = Math.max(after[endAfter]?.x0 ?? Number.POSITIVE_INFINITY, ...changed.map((box) => box.x1))
  return { x0, x1, boxes: after.filter((box) => box.x1 >= x0 && box.x0 <= x1) }
}

function looksSame(one: Box | undefined, other: Box | undefined): boolean {
  return one?.x0 === other?.x0 && one?.x1 === other?.x1 && one?.label === other?.label && one?.look === other?.look
}
