/** Steps per second of each level of `peaks.bin`, the finest first. */
export const PEAK_RATES = [400, 100, 25, 5] as const

/** The bytes before the first level. */
export const PEAK_HEADER_BYTES = 64

/** One resolution of the waveform: each step is two signed bytes, its minimum and its maximum, -128 to 127. */
export type PeakLevel = {
  /** Steps per second. */
  readonly rate: number
  /** The number of steps; the last one may cover less time than the others. */
  readonly steps: number
  /** The position of the first step in the file, in bytes. */
  readonly offset: number
}

/** The layout of `peaks.bin`, from which the bytes of any stretch of time are known. */
export type PeakPyramid = {
  /** The duration of the sound in milliseconds. */
  readonly durationMs: number
  /** The finest first. In the file the coarsest comes first, so that one read has the header and an overview. */
  readonly levels: readonly PeakLevel[]
}

/** The ASCII letters of the first four bytes. */
const MAGIC = [0x57, 0x50, 0x50, 0x4b]
const VERSION = 1
const LEVELS_AT = 12
const LEVEL_BYTES = 12
const BYTES_PER_STEP = 2

/**
 * Plans the file for a sound.
 * @param steps the number of steps of the finest level
 */
export function planPeakPyramid({ durationMs, steps }: { durationMs: number; steps: number }): PeakPyramid {
  const [finest] = PEAK_RATES
  const counts = PEAK_RATES.map((rate) => ({ rate, steps: Math.ceil((steps * rate) / finest) }))
  const levels: PeakLevel[] = []
  let offset = PEAK_HEADER_BYTES
  for (const level of counts.toReversed()) {
    levels.unshift({ ...level, offset })
    offset += level.steps * BYTES_PER_STEP
  }
  return { durationMs, levels }
}

/**
 * Writes the whole of `peaks.bin`, little-endian: the magic letters, version and number of levels (16 bits each), the
 * duration in milliseconds, then rate, offset and steps of each level (32 bits each), zeros up to 64 bytes, the levels.
 * @param fine alternates the minimum and maximum of each step of the finest level
 */
export function encodePeakPyramid(fine: Int8Array, durationMs: number): Uint8Array<ArrayBuffer> {
  const pyramid = planPeakPyramid({ durationMs, steps: fine.length / BYTES_PER_STEP })
  const [first] = pyramid.levels
  const bytes = new Uint8Array(first === undefined ? PEAK_HEADER_BYTES : first.offset + fine.length)
  writeHeader(new DataView(bytes.buffer), pyramid)
  let data = fine
  let rate = first?.rate ?? 1
  for (const level of pyramid.levels) {
    data = coarsenPeaks(data, rate / level.rate)
    rate = level.rate
    bytes.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), level.offset)
  }
  return bytes
}

/**
 * Reads the layout from the start of `peaks.bin`.
 * @param bytes the first 64 bytes or more
 * @throws RangeError if they are not the start of a pyramid
 */
export function parsePeakPyramid(bytes: Uint8Array): PeakPyramid {
  if (bytes.length < PEAK_HEADER_BYTES || MAGIC.some((letter, at) => bytes[at] !== letter))
    throw new RangeError('not a pyramid of peaks')
  const view = new DataView(bytes.buffer, bytes.byteOffset, PEAK_HEADER_BYTES)
  const [version, count] = [view.getUint16(4, true), view.getUint16(6, true)]
  if (version !== VERSION) throw new RangeError(`peaks of version ${version} are not supported`)
  if (count < 1 || LEVELS_AT + count * LEVEL_BYTES > PEAK_HEADER_BYTES)
    throw new RangeError(`peaks cannot have ${count} levels`)
  const levels = Array.from({ length: count }, (_, index) => readLevel(view, LEVELS_AT + index * LEVEL_BYTES))
  return { durationMs: view.getUint32(8, true), levels }
}

/** Merges every `factor` steps into one that spans them all. */
export function coarsenPeaks(peaks: Int8Array, factor: number): Int8Array {
  if (factor === 1) return peaks
  const merged = new Int8Array(Math.ceil(peaks.length / (factor * BYTES_PER_STEP)) * BYTES_PER_STEP)
  for (let to = 0; to < merged.length; to += BYTES_PER_STEP) {
    const end = Math.min(peaks.length, (to + BYTES_PER_STEP) * factor)
    let min = 127
    let max = -128
    for (let at = to * factor; at < end; at += BYTES_PER_STEP) {
      min = Math.min(min, peaks[at] ?? min)
      max = Math.max(max, peaks[at + 1] ?? max)
    }
    merged[to] = min
    merged[to + 1] = max
  }
  return merged
}

function writeHeader(view: DataView, { durationMs, levels }: PeakPyramid): void {
  for (const [at, letter] of MAGIC.entries()) view.setUint8(at, letter)
  view.setUint16(4, VERSION, true)
  view.setUint16(6, levels.length, true)
  view.setUint32(8, durationMs, true)
  for (const [index, { rate, offset, steps }] of levels.entries()) {
    const at = LEVELS_AT + index * LEVEL_BYTES
    view.setUint32(at, rate, true)
    view.setUint32(at + 4, offset, true)
    view.setUint32(at + 8, steps, true)
  }
}

function readLevel(view: DataView, at: number): PeakLevel {
  const level = {
    rate: view.getUint32(at, true),
    offset: view.getUint32(at + 4, true),
    steps: view.getUint32(at + 8, true),
  }
  if (level.rate < 1 || level.offset < PEAK_HEADER_BYTES) throw new RangeError('the header of the peaks is damaged')
  return level
}
