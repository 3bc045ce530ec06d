import type { PeakLevel, PeakPyramid } from './peak-pyramid.ts'

/** A stretch of media time in milliseconds, without its end. */
export type TimeSpan = { readonly t0: number; readonly t1: number }

/** The part of one level that covers a window; without steps if the window lies outside the sound. */
export type PeakRange = {
  readonly level: PeakLevel
  readonly firstStep: number
  /** The step after the last. */
  readonly endStep: number
  /** The position of the first byte in the file. */
  readonly firstByte: number
  /** The position after the last byte. */
  readonly endByte: number
}

/** Consecutive steps of one level. */
export type PeakSlice = {
  /** Steps per second. */
  readonly rate: number
  /** The index of the first step: it begins at `firstStep / rate` seconds of media time. */
  readonly firstStep: number
  /** Alternates the minimum and maximum of each step, -128 to 127. */
  readonly data: Int8Array
}

const BYTES_PER_STEP = 2

/**
 * Selects the bytes that draw a window: of the coarsest level with a step for each pixel, or of the finest one.
 * @param widthPx the width of the window in device pixels
 * @throws RangeError if the pyramid has no levels
 */
export function readPeakRange(pyramid: PeakPyramid, { t0, t1 }: TimeSpan, widthPx: number): PeakRange {
  const stepsAt = (level: PeakLevel) => (level.rate * (t1 - t0)) / 1_000
  const level = pyramid.levels.findLast((one) => !(stepsAt(one) < widthPx)) ?? pyramid.levels[0]
  if (level === undefined) throw new RangeError('a pyramid of peaks has no levels')
  return rangeOf(level, { t0, t1 })
}

/** The part of a given level that covers a window. */
export function rangeOf(level: PeakLevel, { t0, t1 }: TimeSpan): PeakRange {
  const isEmpty = !(t1 > t0)
  const firstStep = isEmpty ? 0 : clamp(Math.floor((t0 * level.rate) / 1_000), level.steps)
  const endStep = isEmpty ? 0 : clamp(Math.ceil((t1 * level.rate) / 1_000), level.steps)
  const byteOf = (step: number) => level.offset + step * BYTES_PER_STEP
  return { level, firstStep, endStep, firstByte: byteOf(firstStep), endByte: byteOf(endStep) }
}

/**
 * Reads the bytes of a range as steps, without copying them.
 * @throws RangeError if they are not the bytes of the range
 */
export function decodePeaks({ level, firstStep, firstByte, endByte }: PeakRange, bytes: Uint8Array): PeakSlice {
  if (bytes.length !== endByte - firstByte)
    throw new RangeError(`${endByte - firstByte} bytes of peaks were expected instead of ${bytes.length}`)
  return { rate: level.rate, firstStep, data: new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) }
}

function clamp(step: number, steps: number): number {
  return Math.min(Math.max(step, 0), steps)
}
