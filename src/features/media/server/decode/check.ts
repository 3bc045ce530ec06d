import { MediaError, type MediaRunner } from '#platform/server/sandbox/sandbox.ts'
import { AppError } from '#platform/shared/errors.ts'
import {
  displaySize,
  durationRefusal,
  MAX_FRAME_RATE,
  type FileFacts,
  frameRateOf,
  perSecond,
  type PictureFacts,
  playsAsIs,
  type Probe,
  rateRefusal,
  refusalOf,
  SourcePicture,
  truncationRefusal,
  type UploadLimits,
  usedSound,
} from '../../model/index.ts'
import { readFileFacts } from './file-facts.ts'
import { type FrameTimes, readFrameTimes } from './frame-times.ts'

type ProbeRequest = {
  readonly path: string
  readonly sizeBytes: number
  readonly limits: UploadLimits
  readonly signal: AbortSignal
}

/**
 * Probes a file. It reads the headers first, so that most refusals are cheap, then every packet of the picture, because
 * a header may be wrong about duration and completeness.
 * @throws AppError `unsupported_media` with one sentence for the owner
 */
export async function check(media: MediaRunner, request: ProbeRequest): Promise<Probe> {
  const facts = await readOrRefuse(() => readFileFacts(media, request))
  refuseIf(refusalOf(facts, request.limits))
  const picture = facts.picture
  if (picture === null) throw new Error('a file without a picture passed the check')
  const { startMs } = facts
  const mostFrames = Math.ceil((request.limits.maxDurationMs / 1_000 + 1) * MAX_FRAME_RATE * 1.01)
  const tooMany = refusal(
    `This video has more than ${MAX_FRAME_RATE} frames a second over the longest video you may upload. Export it with fewer and upload it again.`,
  )
  const times = await readOrRefuse(() =>
    readFrameTimes(media, { ...request, startMs, pictureIndex: picture.index, mostFrames, tooMany }),
  )
  return measured({ facts, picture, times, limits: request.limits })
}

function measured(o: { facts: FileFacts; picture: PictureFacts; times: FrameTimes; limits: UploadLimits }): Probe {
  const { facts, picture, times, limits } = o
  const [first] = times.timesMs
  const last = times.timesMs.at(-1)
  if (first === undefined || last === undefined) throw refusal('This video has an empty picture. Upload another file.')
  const { fps, variable } = frameRateOf(times.timesMs, picture.rate)
  // The last packet may not state its duration.
  const pictureEndMs = Math.max(times.pictureEndMs, last + 1_000 / perSecond(fps))
  const endMs = Math.max(times.endMs, pictureEndMs)
  refuseIf(rateRefusal((times.timesMs.length * 1_000) / Math.max(1, pictureEndMs - first)))
  if (facts.durationMs !== null) refuseIf(truncationRefusal(endMs, facts.durationMs))
  const durationMs = Math.max(1, Math.round(endMs))
  refuseIf(durationRefusal(durationMs, limits))
  const longestGopMs = longestStep([...times.keyframesMs, pictureEndMs], first)
  const timing = { firstMs: first, durationMs, longestGopMs, variableFrameRate: variable, isCut: times.isCut }
  return {
    container: facts.container,
    durationMs,
    ...displaySize(picture),
    fps,
    variableFrameRate: variable,
    rotation: picture.rotation,
    videoCodec: picture.codec,
    audio: soundOf(facts),
    hdr: picture.hdr,
    hasAlpha: picture.hasAlpha,
    playsAsIs: playsAsIs(facts, timing),
    picture: SourcePicture.parse(picture),
  }
}

/** The longest step between ascending times; infinite if they do not begin at the first frame. */
function longestStep(times: readonly number[], first: number): number {
  if (times[0] !== first) return Infinity
  return times.slice(1).reduce((longest, time, index) => Math.max(longest, time - (times[index] ?? 0)), 0)
}

function soundOf({ sounds }: FileFacts): Probe['audio'] {
  const track = usedSound(sounds)
  const sound = sounds[track]
  if (sound === undefined) return null
  return { codec: sound.codec, channels: sound.channels, sampleRate: sound.sampleRate, tracks: sounds.length, track }
}

/** Converts the tool's complaint about its input into a sentence; rethrows anything else. */
async function readOrRefuse<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof MediaError)) throw error
    if (error.failure === 'failed') throw refusal(openingProblem(error.stderr), error)
    throw refusal(
      'Reading this video takes far more time or memory than its length should. Export it again and upload the new file.',
      error,
    )
  }
}

function openingProblem(stderr: string): string {
  if (/moov atom not found/u.test(stderr)) {
    return 'This video is incomplete: the part that says how to play it is missing. Copy it again from where it was recorded and upload the whole file.'
  }
  const codec = /Codec \((\w+)\) not on whitelist/u.exec(stderr)?.[1]
  if (codec !== undefined) {
    return `We don’t support ${codec.toUpperCase()} compression. Export it as H.264 video with AAC sound and upload it again.`
  }
  return 'We couldn’t read this file. Export it as MP4, MOV, M4V, WebM or MKV and upload it again.'
}

function refuseIf(problem: string | null): void {
  if (problem !== null) throw refusal(problem)
}

function refusal(problem: string, cause?: Error): AppError {
  return new AppError('unsupported_media', problem, {}, cause === undefined ? {} : { cause })
}
