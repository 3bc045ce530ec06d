import { yuvaSize } from './yuva.ts'

/**
 * The subset of Matroska (RFC 9559) needed to stream raw pictures with timestamps into ffmpeg: one track, one cluster
 * per frame, unknown sizes where the end is unknown. Raw video alone has no timestamps.
 */

/** Timestamp ticks per second. */
const TICKS_PER_SECOND = 10_000
const NANOSECONDS_PER_TICK = 1_000_000_000 / TICKS_PER_SECOND
/** ffmpeg's FourCC of `yuva420p` in raw video. */
const YUVA420P = Uint8Array.of(0x59, 0x34, 11, 8)

/** The stream's header, for `yuva420p` pictures of one size. */
export function streamHead(width: number, height: number): Uint8Array {
  const version = [element('42f7', uint(1)), element('42f2', uint(4)), element('42f3', uint(8))]
  const kind = [element('4282', text('matroska')), element('4287', uint(4)), element('4285', uint(2))]
  const ebml = element('1a45dfa3', join([element('4286', uint(1)), ...version, ...kind]))
  const info = element(
    '1549a966',
    join([element('2ad7b1', uint(NANOSECONDS_PER_TICK)), element('4d80', text('w')), element('5741', text('w'))]),
  )
  const video = element(
    'e0',
    join([element('b0', uint(width)), element('ba', uint(height)), element('2eb524', YUVA420P)]),
  )
  const track = join([
    element('d7', uint(1)),
    element('73c5', uint(1)),
    element('83', uint(1)),
    element('86', text('V_UNCOMPRESSED')),
    video,
  ])
  const endless = Uint8Array.of(0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)
  return join([ebml, id('18538067'), endless, info, element('1654ae6b', element('ae', track))])
}

/** Bytes written by `writeFrameHead`. */
export const FRAME_HEAD_BYTES = 42

/** Writes the header of one frame: its cluster, timestamp and block. */
export function writeFrameHead(target: Uint8Array, width: number, height: number, seconds: number): void {
  const size = yuvaSize(width, height)
  const time = element('e7', uint(Math.max(0, Math.round(seconds * TICKS_PER_SECOND))))
  // Track 1, no offset from the cluster's timestamp, key frame.
  const block = join([id('a3'), length(size + 4), Uint8Array.of(0x81, 0, 0, 0x80)])
  target.set(join([id('1f43b675'), length(time.length + block.length + size), time, block]))
}

function element(name: string, data: Uint8Array): Uint8Array {
  return join([id(name), length(data.length), data])
}

function id(hex: string): Uint8Array {
  return Buffer.from(hex, 'hex')
}

/** An eight-byte length: a marker bit, then 56 bits. */
function length(value: number): Uint8Array {
  const bytes = uint(value)
  bytes[0] = 1
  return bytes
}

function uint(value: number): Uint8Array {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}

function text(value: string): Uint8Array {
  return Buffer.from(value)
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(parts)
}
