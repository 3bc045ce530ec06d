import { type FileFacts, usedSound } from './file-facts.ts'
import { coloursOf } from './picture-colours.ts'

/** When the frames of a picture are shown. Times in milliseconds of media time. */
export type PictureTiming = {
  readonly firstMs: number
  readonly durationMs: number
  /** The longest stretch from one keyframe to the next, or to the end; infinite if the first frame is none. */
  readonly longestGopMs: number
  readonly variableFrameRate: boolean
  /** Whether an edit list hides some of the frames. */
  readonly isCut: boolean
}

/** The longest and shortest side, in pixels. */
const LARGEST_PX = { long: 1_920, short: 1_080 }
/** Browsers seek by decoding from the keyframe before. */
const LONGEST_GOP_MS = 2_000
/** Of the whole file, in bits a second: more would stall over an ordinary connection. */
const MOST_BITS_PER_SECOND = 10_000_000
/** The picture may begin this much after media time 0: less than any frame lasts. */
const LATEST_START_MS = 1

/**
 * Whether every browser plays a file's tracks and seeks in them quickly, so that its preview may be a copy of them: H.264
 * in 8-bit 4:2:0 of colours that an export keeps, upright, at most 1920×1080 either way, at a constant rate from media time 0, with a keyframe every two
 * seconds at least, with AAC sound or none, and at most 10 Mbit/s.
 */
export function playsAsIs(facts: FileFacts, timing: PictureTiming): boolean {
  const { picture } = facts
  if (picture === null) return false
  const isPlain =
    picture.codec === 'h264' &&
    picture.pixelFormat === 'yuv420p' &&
    coloursOf(picture).conversion === 'none' &&
    !picture.isInterlaced &&
    picture.rotation === 0 &&
    picture.pixelAspect === 1
  return isPlain && isSmall(picture) && isQuick(timing) && hasPlainSound(facts) && isModerate(facts, timing)
}

function isSmall({ width, height }: { width: number; height: number }): boolean {
  return (
    Math.max(width, height) <= LARGEST_PX.long &&
    Math.min(width, height) <= LARGEST_PX.short &&
    width % 2 === 0 &&
    height % 2 === 0
  )
}

function isQuick({ firstMs, longestGopMs, variableFrameRate, isCut }: PictureTiming): boolean {
  return !variableFrameRate && !isCut && Math.abs(firstMs) <= LATEST_START_MS && longestGopMs <= LONGEST_GOP_MS
}

function hasPlainSound({ sounds }: FileFacts): boolean {
  const sound = sounds[usedSound(sounds)]
  return sound === undefined || (sound.codec === 'aac' && sound.channels <= 2)
}

function isModerate({ sizeBytes }: FileFacts, { durationMs }: PictureTiming): boolean {
  return (sizeBytes * 8_000) / Math.max(1, durationMs) <= MOST_BITS_PER_SECOND
}
