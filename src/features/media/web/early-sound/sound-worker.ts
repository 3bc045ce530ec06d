import {
  BlobSource,
  BufferTarget,
  canEncodeAudio,
  Conversion,
  type ConversionAudioOptions,
  EncodedPacketSink,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  MATROSKA,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny'
import { frameRateOf } from '../../model/frame-rate.ts'
import type { ExtractedSound } from './extract-sound.ts'

/** Packets of at most this rate are copied: to code them again would take longer than to send them. Bits a second. */
const MOST_COPIED = 160_000
/** The largest sound in memory, in bytes: that of a longer video waits for the video. */
const MOST_BYTES = 40_000_000
const OPUS = { codec: 'opus', numberOfChannels: 1, sampleRate: 48_000, bitrate: 32_000 } as const

/** Takes the sound out of a file, away from the page. Answers once, with null for a file that it cannot read. */
addEventListener('message', ({ data: file }: MessageEvent<File>) => {
  void extract(file)
    .catch(() => null)
    .then((answer) => postMessage(answer, { transfer: answer === null ? [] : [answer.sound] }))
})

/** Packets whose times give the frame rate. */
const RATED_PACKETS = 300

async function extract(file: File): Promise<ExtractedSound | null> {
  const input = new Input({ source: new BlobSource(file), formats: [MP4, QTFF, MATROSKA, WEBM] })
  try {
    const track = await input.getPrimaryAudioTrack()
    const way = track === null ? null : await wayOf(track, (await input.getDurationFromMetadata()) ?? 0)
    if (track === null || way === null) return null
    const target = new BufferTarget()
    const conversion = await Conversion.init({
      input,
      output: new Output({ format: way.format, target }),
      video: { discard: true },
      audio: (each) => (each.id === track.id ? way.audio : { discard: true }),
      // Media time counts from the first picture or sound, and the sound must stay in step with it.
      trim: { start: Math.max(0, await input.getFirstTimestamp()) },
      copy: { boundaryPolicy: 'shrink' },
      tags: {},
      showWarnings: false,
    })
    if (!conversion.isValid) return null
    await conversion.execute()
    const picture = await input.getPrimaryVideoTrack()
    return target.buffer && { sound: target.buffer, picture: picture && (await announce(picture).catch(() => null)) }
  } finally {
    input.dispose()
  }
}

/** The picture as it is displayed: upright, in square pixels. */
async function announce(track: InputVideoTrack): Promise<ExtractedSound['picture']> {
  const timesMs: number[] = []
  for await (const packet of new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true })) {
    timesMs.push(packet.timestamp * 1_000)
    if (timesMs.length >= RATED_PACKETS) break
  }
  const { fps } = frameRateOf(
    timesMs.toSorted((a, b) => a - b),
    null,
  )
  return { width: await track.getDisplayWidth(), height: await track.getDisplayHeight(), fps }
}

type Way = { readonly format: Mp4OutputFormat | WebMOutputFormat; readonly audio: ConversionAudioOptions }

/** Copies compressed packets, and codes all others as Opus; null if this browser cannot. */
async function wayOf(track: InputAudioTrack, seconds: number): Promise<Way | null> {
  const codec = await track.getCodec()
  const rate = await rateOf(track)
  const isSmall = rate <= MOST_COPIED && isHeld(rate, seconds)
  if (isSmall && codec === 'aac') return { format: new Mp4OutputFormat({ fastStart: 'in-memory' }), audio: {} }
  if (isSmall && codec === 'opus') return { format: new WebMOutputFormat(), audio: {} }
  if (!isHeld(OPUS.bitrate, seconds) || !(await track.canDecode()) || !(await canEncodeAudio('opus', OPUS))) return null
  return { format: new WebMOutputFormat(), audio: OPUS }
}

function isHeld(rate: number, seconds: number): boolean {
  return (rate * seconds) / 8 <= MOST_BYTES
}

/** Bits a second of its first packets, about ten seconds. */
async function rateOf(track: InputAudioTrack): Promise<number> {
  const sink = new EncodedPacketSink(track)
  let bytes = 0
  let seconds = 0
  for await (const packet of sink.packets(undefined, undefined, { metadataOnly: true })) {
    bytes += packet.byteLength
    seconds += packet.duration
    if (seconds >= 10) break
  }
  return seconds === 0 ? 0 : (bytes * 8) / seconds
}
