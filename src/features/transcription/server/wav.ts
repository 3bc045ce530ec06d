import { type FileHandle, open } from 'node:fs/promises'

/** Sample rate of all speech work: 16-bit mono. */
export const SAMPLE_RATE = 16_000
const BYTES_PER_SAMPLE = 2
const HEADER_BYTES = 44

/** An open WAV file, read piece by piece so that a long one never fills memory. */
export type Wav = {
  /** Offset of its samples, in bytes. */
  readonly dataOffset: number
  readonly durationMs: number
  /** The samples from `startMs` up to `endMs`, fewer at the end of the file. */
  samples(startMs: number, endMs: number): Promise<Int16Array>
}

/**
 * Opens a WAV file for the duration of `work`.
 * @throws Error when it is not 16 kHz mono 16-bit PCM
 */
export async function withWav<T>(path: string, work: (wav: Wav) => Promise<T>): Promise<T> {
  const file = await open(path, 'r')
  try {
    return await work(await readWav(file, path))
  } finally {
    await file.close()
  }
}

/** The samples as a WAV file. */
export function writeWav(samples: Int16Array): Uint8Array<ArrayBuffer> {
  const bytes = samples.length * BYTES_PER_SAMPLE
  const wav = Buffer.alloc(HEADER_BYTES + bytes)
  wav.write('RIFF', 0, 'latin1')
  wav.writeUInt32LE(wav.length - 8, 4)
  wav.write('WAVEfmt ', 8, 'latin1')
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(SAMPLE_RATE, 24)
  wav.writeUInt32LE(SAMPLE_RATE * BYTES_PER_SAMPLE, 28)
  wav.writeUInt16LE(BYTES_PER_SAMPLE, 32)
  wav.writeUInt16LE(BYTES_PER_SAMPLE * 8, 34)
  wav.write('data', 36, 'latin1')
  wav.writeUInt32LE(bytes, 40)
  for (const [at, sample] of samples.entries()) wav.writeInt16LE(sample, HEADER_BYTES + at * BYTES_PER_SAMPLE)
  return wav
}

async function readWav(file: FileHandle, path: string): Promise<Wav> {
  const { size } = await file.stat()
  const header = await bytes(file, 0, Math.min(size, 65_536))
  const { dataOffset, dataBytes } = layout(header, size, path)
  const count = Math.floor(dataBytes / BYTES_PER_SAMPLE)
  return {
    dataOffset,
    durationMs: Math.floor((count * 1_000) / SAMPLE_RATE),
    async samples(startMs, endMs) {
      const first = Math.min(sampleAt(startMs), count)
      const last = Math.min(sampleAt(endMs), count)
      const raw = await bytes(file, dataOffset + first * BYTES_PER_SAMPLE, Math.max(0, last - first) * BYTES_PER_SAMPLE)
      return new Int16Array(raw.buffer, raw.byteOffset, Math.floor(raw.byteLength / BYTES_PER_SAMPLE))
    },
  }
}

function sampleAt(ms: number): number {
  return Math.round((Math.max(0, ms) * SAMPLE_RATE) / 1_000)
}

/** Walks the RIFF chunks; a missing length, as ffmpeg writes to a pipe, means up to the end of the file. */
function layout(header: Buffer, size: number, path: string): { dataOffset: number; dataBytes: number } {
  if (header.toString('latin1', 0, 4) !== 'RIFF' || header.toString('latin1', 8, 12) !== 'WAVE') throw notOurs(path)
  let plain = false
  for (let at = 12; at + 8 <= header.length;) {
    const id = header.toString('latin1', at, at + 4)
    const length = header.readUInt32LE(at + 4)
    if (id === 'fmt ') plain = isOurs(header, at + 8)
    if (id === 'data') {
      if (!plain) throw notOurs(path)
      return { dataOffset: at + 8, dataBytes: Math.min(length, size - at - 8) }
    }
    at += 8 + length + (length % 2)
  }
  throw notOurs(path)
}

function isOurs(header: Buffer, at: number): boolean {
  return (
    at + 16 <= header.length &&
    header.readUInt16LE(at + 2) === 1 &&
    header.readUInt32LE(at + 4) === SAMPLE_RATE &&
    header.readUInt16LE(at + 14) === 16
  )
}

function notOurs(path: string): Error {
  return new Error(`${path} is not a 16 kHz mono 16-bit WAV file`)
}

async function bytes(file: FileHandle, position: number, length: number): Promise<Buffer> {
  // A fresh buffer has offset 0; Int16Array needs an even one.
  const buffer = Buffer.alloc(length)
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, position + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return buffer.subarray(0, filled)
}
