import { formatBytes } from '#platform/shared/format/bytes.ts'
import { formatMediaTime } from '#platform/shared/format/durations.ts'
import type { FrameRate } from './frame-rate.ts'
import { perSecond } from './frame-rate.ts'
import type { UploadLimits } from './limits.ts'
import type { SourcePicture } from './probe.ts'

/** What a file's headers claim, before decoding. */
export type FileFacts = {
  readonly container: 'mp4' | 'mov' | 'webm' | 'mkv'
  readonly sizeBytes: number
  /** Null if the container does not say, as in browser recordings. */
  readonly durationMs: number | null
  /** The container's start time in milliseconds; media time counts from there. */
  readonly startMs: number
  /** The number of tracks of any kind. */
  readonly tracks: number
  readonly picture: PictureFacts | null
  readonly sounds: readonly SoundFacts[]
}

/** The first video stream; cover art does not count. */
export type PictureFacts = SourcePicture & {
  /** ffmpeg's codec name, for example `h264`. */
  readonly codec: string
  readonly rotation: 0 | 90 | 180 | 270
  readonly rate: FrameRate | null
  readonly hdr: boolean
  readonly hasAlpha: boolean
  /** ffmpeg's name, for example `yuv420p`. */
  readonly pixelFormat: string
  readonly isInterlaced: boolean
}

/** A sound track. */
export type SoundFacts = {
  readonly codec: string
  readonly channels: number
  readonly sampleRate: number
  readonly isDefault: boolean
}

/** The longest and shortest side of a picture, in pixels, in either orientation (product §1). */
export const MAX_PICTURE_PX = { long: 3_840, short: 2_160 } as const
/** The maximum frame rate. */
export const MAX_FRAME_RATE = 120
/** The maximum number of tracks of any kind. */
export const MAX_TRACKS = 8
/** A truncated file is accepted if at least this fraction of it is readable. */
export const MIN_READABLE_SHARE = 0.9

const PICTURE_CODECS = new Set(['h264', 'hevc', 'vp8', 'vp9', 'av1'])
const SOUND_CODECS = new Set(['aac', 'opus', 'mp3', 'vorbis', 'flac', 'ac3'])

/**
 * Why a file is refused by its headers: one sentence with the limit, the file's value and what to do; null if it is
 * accepted.
 */
export function refusalOf(facts: FileFacts, limits: UploadLimits): string | null {
  const { picture } = facts
  if (picture === null) return 'This file has no picture. Upload a video; we don’t support sound alone yet.'
  return (
    sizeRefusal(facts.sizeBytes, limits) ??
    tracksRefusal(facts.tracks) ??
    codecRefusal(picture, facts.sounds) ??
    pictureRefusal(picture) ??
    (facts.durationMs === null ? null : durationRefusal(facts.durationMs, limits))
  )
}

/** The refusal of a file above the plan's size, or null; checked before the upload and again after it. */
export function sizeRefusal(sizeBytes: number, { plan, maxBytes }: UploadLimits): string | null {
  if (sizeBytes <= maxBytes) return null
  return `This file is ${formatBytes(sizeBytes)}; ${taker(plan)} takes up to ${formatBytes(maxBytes)}. Make it smaller${orUpgrade(plan)}.`
}

/** The refusal of a video above the plan's duration, or null. */
export function durationRefusal(durationMs: number, { plan, maxDurationMs }: UploadLimits): string | null {
  // Players round 3:00 plus a few frames to 3:00; nobody should have to cut those.
  if (durationMs < maxDurationMs + 1_000) return null
  return `This video is ${formatMediaTime(durationMs)} long; ${taker(plan)} takes up to ${formatMediaTime(maxDurationMs)}. Shorten it${orUpgrade(plan)}.`
}

/**
 * The refusal of a truncated file, or null if enough of it is readable.
 * @param readableMs the duration of the readable picture
 * @param declaredMs the declared duration
 */
export function truncationRefusal(readableMs: number, declaredMs: number): string | null {
  if (readableMs >= declaredMs * MIN_READABLE_SHARE) return null
  return `This video breaks off: only ${formatMediaTime(readableMs)} of ${formatMediaTime(declaredMs)} can be read. Copy it again from where it was recorded and upload the whole file.`
}

/** The refusal of a measured frame rate above the limit, or null. */
export function rateRefusal(framesPerSecond: number): string | null {
  // A nominal 120 may measure slightly above.
  if (framesPerSecond <= MAX_FRAME_RATE * 1.005) return null
  return `This video has ${Math.round(framesPerSecond)} frames a second; the maximum is ${MAX_FRAME_RATE}. Export it with fewer and upload it again.`
}

function taker(plan: string | null): string {
  return plan === null ? 'this site' : `the ${plan} plan`
}

function orUpgrade(plan: string | null): string {
  return plan === null ? '' : ' or choose a larger plan'
}

function tracksRefusal(tracks: number): string | null {
  if (tracks <= MAX_TRACKS) return null
  return `This file has ${tracks} tracks; the maximum is ${MAX_TRACKS}. Export it with one picture and one sound track and upload it again.`
}

function codecRefusal(picture: PictureFacts, sounds: readonly SoundFacts[]): string | null {
  if (!PICTURE_CODECS.has(picture.codec)) {
    return `We don’t support ${codecLabel(picture.codec)} video. Export it as H.264, HEVC, VP8, VP9 or AV1 and upload it again.`
  }
  const sound = sounds[usedSound(sounds)]
  if (sound === undefined || SOUND_CODECS.has(sound.codec) || sound.codec.startsWith('pcm_')) return null
  return `We don’t support ${codecLabel(sound.codec)} sound. Export it with AAC, Opus, MP3, Vorbis, FLAC, AC-3 or PCM sound and upload it again.`
}

function pictureRefusal(picture: PictureFacts): string | null {
  const shown = displaySize(picture)
  const tooLarge = [picture, shown].find(
    ({ width, height }) =>
      Math.max(width, height) > MAX_PICTURE_PX.long || Math.min(width, height) > MAX_PICTURE_PX.short,
  )
  if (tooLarge !== undefined) {
    return `This video has ${tooLarge.width}×${tooLarge.height} pixels; the maximum is ${MAX_PICTURE_PX.long}×${MAX_PICTURE_PX.short}. Export it smaller and upload it again.`
  }
  if (picture.width < 2 || picture.height < 2) return 'This video has an empty picture. Upload another file.'
  return picture.rate !== null && isPlausible(picture.rate) ? rateRefusal(perSecond(picture.rate)) : null
}

/** Containers declare rates like 57600/1 or 90000/1 for variable frame rates; measure those instead. */
function isPlausible(rate: FrameRate): boolean {
  return perSecond(rate) <= 1_000
}

function codecLabel(codec: string): string {
  // ffmpeg's codec name, except for `unknown`.
  return codec === 'unknown' ? 'an unknown format' : codec.toUpperCase()
}

/** The displayed size: upright, with square pixels. */
export function displaySize({ width, height, pixelAspect, rotation }: PictureFacts): { width: number; height: number } {
  const square = { width: Math.max(1, Math.round(width * pixelAspect)), height }
  return rotation === 90 || rotation === 270 ? { width: square.height, height: square.width } : square
}

/** The index of the selected sound track: the default one, else the first. */
export function usedSound(sounds: readonly SoundFacts[]): number {
  return Math.max(
    0,
    sounds.findIndex(({ isDefault }) => isDefault),
  )
}
