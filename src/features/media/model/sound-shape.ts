/** The loudness of a sound at 50 values a second, in decibels below full scale. */
export type SoundShape = Float32Array

/** Milliseconds of one value of a shape. */
export const SHAPE_STEP_MS = 20
/** Quieter sound counts as this loud: codecs change what nobody hears. */
export const SHAPE_FLOOR_DB = -50

/** Sounds of one recording may differ by this much at their ends. */
const MOST_LENGTH_STEPS = 500 / SHAPE_STEP_MS
/** A container may shift its sound by as much. */
const MOST_SHIFT_STEPS = 2
const BLOCK_STEPS = 5_000 / SHAPE_STEP_MS
/** Two codings of one sound differ by less than 1 dB on average, different speech by more than 6. */
const MOST_DIFFERENCE_DB = 2.5
/** The smallest share of blocks that must agree. */
const LEAST_AGREEING = 0.95

/** Whether two sounds are the same recording, coded differently perhaps: in length, and in loudness everywhere. */
export function isSameSound(a: SoundShape, b: SoundShape): boolean {
  if (Math.abs(a.length - b.length) > MOST_LENGTH_STEPS) return false
  const shifts = Array.from({ length: 2 * MOST_SHIFT_STEPS + 1 }, (_, at) => at - MOST_SHIFT_STEPS)
  return shifts.some((shift) => shareOfAgreement(a, b, shift) >= LEAST_AGREEING)
}

/** The share of blocks that agree when `b` is read `shift` steps later. */
function shareOfAgreement(a: SoundShape, b: SoundShape, shift: number): number {
  const gain = meanOf(a) - meanOf(b)
  const blocks = Math.max(1, Math.ceil(Math.min(a.length, b.length) / BLOCK_STEPS))
  let agree = 0
  for (let block = 0; block < blocks; block += 1)
    if (differenceIn(a, b, { block, shift, gain }) <= MOST_DIFFERENCE_DB) agree += 1
  return agree / blocks
}

/** The mean difference in one block, in decibels, apart from a difference in volume. */
function differenceIn(
  a: SoundShape,
  b: SoundShape,
  { block, shift, gain }: { block: number; shift: number; gain: number },
): number {
  let sum = 0
  let count = 0
  for (let at = block * BLOCK_STEPS; at < Math.min(a.length, (block + 1) * BLOCK_STEPS); at += 1) {
    const other = b[at + shift]
    if (other === undefined) continue
    sum += Math.abs((a[at] ?? SHAPE_FLOOR_DB) - other - gain)
    count += 1
  }
  return count === 0 ? 0 : sum / count
}

function meanOf(shape: SoundShape): number {
  return shape.length === 0 ? 0 : shape.reduce((sum, value) => sum + value, 0) / shape.length
}
