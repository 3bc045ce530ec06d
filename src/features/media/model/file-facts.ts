import type { FrameRate } from './frame-rate.ts'
import { perSecond } from './frame-rate.ts'
import { formatBytes, formatDuration } from './amounts.ts'
import type { UploadLimits } from './limits.ts'
import type { SourcePicture } from './probe.ts'

/** What a file's headers claim about it, before anything was decoded. */
export type FileFacts = {
  readonly container: 'mp4' | 'mov' | 'webm' | 'mkv'
  readonly sizeBytes: number
  /** Null where the container does not say, as in what a browser records. */
  readonly durationMs: number | null
  /** The container's time of its first moment, milliseconds; media time counts from there. */
  readonly startMs: number
  /** Every track of any kind. */
  readonly tracks: number
  readonly picture: PictureFacts | null
  readonly sounds: readonly SoundFacts[]
}

/** The first moving picture; cover art does not count. */
export type PictureFacts = SourcePicture & {
  /** ffmpeg's name of the compression, such as `h264`. */
  readonly codec: string
  readonly rotation: 0 | 90 | 180 | 270
  readonly rate: FrameRate | null
  readonly hdr: boolean
}

/** One sound track. */
export type SoundFacts = {
  readonly codec: string
  readonly channels: number
  readonly sampleRate: number
  readonly isDefault: boolean
}

/** Longest and shortest side of a picture, in pixels, either way up (product §1). */
export const LARGEST_PICTURE = { long: 3_840, short: 2_160 } as const
/** Most frames a second. */
export const FASTEST_PICTURE = 120
/** Most tracks of any kind in one file. */
export const MOST_TRACKS = 8
/** A file is taken although its end is missing when at least this part of it can be read. */
export const LEAST_READABLE = 0.9

const PICTURE_CODECS = new Set(['h264', 'hevc', 'vp8', 'vp9', 'av1'])
const SOUND_CODECS = new Set(['aac', 'opus', 'mp3', 'vorbis', 'flac', 'ac3'])

/**
 * Why a file is not taken, from its headers alone: one plain sentence with the limit, the file's value and what to
 * do; null when nothing speaks against it.
 */
export function refusalOf(facts: FileFacts, limits: UploadLimits): string | null {
  const { picture } = facts
  if (picture === null) return 'This file has no picture. Upload a video; sound alone is not supported yet.'
  return (
    sizeRefusal(facts.sizeBytes, limits) ??
    tracksRefusal(facts.tracks) ??
    codecRefusal(picture, facts.sounds) ??
    pictureRefusal(picture) ??
    (facts.durationMs === null ? null : durationRefusal(facts.durationMs, limits))
  )
}

/** The sentence for a file over the plan's size, or null; used before the first byte and again at the end. */
export function sizeRefusal(sizeBytes: number, { plan, maxBytes }: UploadLimits): string | null {
  if (sizeBytes <= maxBytes) return null
  return `This file is ${formatBytes(sizeBytes)}; the ${plan} plan takes up to ${formatBytes(maxBytes)}. Make it smaller or choose a larger plan.`
}

/** The sentence for a video over the plan's length, or null. */
export function durationRefusal(durationMs: number, { plan, maxDurationMs }: UploadLimits): string | null {
  // Players round a length of 3:00 that is a few frames more; nobody should have to cut those.
  if (durationMs < maxDurationMs + 1_000) return null
  return `This video is ${formatDuration(durationMs)} long; the ${plan} plan takes up to ${formatDuration(maxDurationMs)}. Shorten it or choose a larger plan.`
}

/**
 * The sentence for a file whose end is missing, or null when enough of it can be read.
 * @param readableMs how much of the picture is really there
 * @param promisedMs how long the file says it is
 */
export function truncationRefusal(readableMs: number, promisedMs: number): string | null {
  if (readableMs >= promisedMs * LEAST_READABLE) return null
  return `This video breaks off: only ${formatDuration(readableMs)} of ${formatDuration(promisedMs)} can be read. Copy it again from where it was recorded and upload the whole file.`
}

/** The sentence for a measured rate over the limit, or null. */
export function rateRefusal(framesPerSecond: number): string | null {
  // A nominal 120 may be measured a hair above.
  if (framesPerSecond <= FASTEST_PICTURE * 1.005) return null
  return `This video has ${Math.round(framesPerSecond)} frames a second; at most ${FASTEST_PICTURE} are taken. Save it with fewer and upload it again.`
}

function tracksRefusal(tracks: number): string | null {
  if (tracks <= MOST_TRACKS) return null
  return `This file has ${tracks} tracks; at most ${MOST_TRACKS} are taken. Save it with one picture and one sound track and upload it again.`
}

function codecRefusal(picture: PictureFacts, sounds: readonly SoundFacts[]): string | null {
  if (!PICTURE_CODECS.has(picture.codec)) {
    return `This video is compressed as ${codecLabel(picture.codec)}, which is not supported. Save it as H.264, HEVC, VP8, VP9 or AV1 and upload it again.`
  }
  const sound = sounds[usedSound(sounds)]
  if (sound === undefined || SOUND_CODECS.has(sound.codec) || sound.codec.startsWith('pcm_')) return null
  return `This video's sound is compressed as ${codecLabel(sound.codec)}, which is not supported. Save it with AAC, Opus, MP3, Vorbis, FLAC, AC-3 or PCM sound and upload it again.`
}

function pictureRefusal(picture: PictureFacts): string | null {
  const shown = displaySize(picture)
  const tooLarge = [picture, shown].find(
    ({ width, height }) =>
      Math.max(width, height) > LARGEST_PICTURE.long || Math.min(width, height) > LARGEST_PICTURE.short,
  )
  if (tooLarge !== undefined) {
    return `This video's picture is ${tooLarge.width}×${tooLarge.height} pixels; the largest is ${LARGEST_PICTURE.long}×${LARGEST_PICTURE.short}. Save it smaller and upload it again.`
  }
  if (picture.width < 2 || picture.height < 2) return "This video's picture is empty. Upload another file."
  return picture.rate !== null && isPlausible(picture.rate) ? rateRefusal(perSecond(picture.rate)) : null
}

/** Containers declare rates such as 57600/1 or 90000/1 for variable-rate pictures; those are measured instead. */
function isPlausible(rate: FrameRate): boolean {
  return perSecond(rate) <= 1_000
}

function codecLabel(codec: string): string {
  // The name comes from ffmpeg's own list, but `unknown` would read oddly.
  return codec === 'unknown' ? 'an unknown format' : codec.toUpperCase()
}

/** What a viewer sees: upright, with square pixels. */
export function displaySize({ width, height, pixelAspect, rotation }: PictureFacts): { width: number; height: number } {
  const square = { width: Math.max(1, Math.round(width * pixelAspect)), height }
  return rotation === 90 || rotation === 270 ? { width: square.height, height: square.width } : square
}

/** Which sound track is used, counted from 0: the one marked as default, else the first. */
export function usedSound(sounds: readonly SoundFacts[]): number {
  return Math.max(
    0,
    sounds.findIndex(({ isDefault }) => isDefault),
  )
}
