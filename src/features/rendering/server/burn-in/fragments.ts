import { type FileHandle, open } from 'node:fs/promises'

/**
 * The subset of fragmented MP4 (ISO/IEC 14496-12 §8.8) needed to reuse the output of a crashed encoder: a header
 * (`ftyp`, `moov`), then pairs of `moof` and `mdat`, each a whole group of pictures.
 */

/** The complete part of a fragmented file. */
export type WholeFragments = {
  /** Offset of the first fragment. */
  readonly headBytes: number
  /** End of the last complete fragment. */
  readonly bytes: number
  /** Pictures in the complete fragments. */
  readonly frames: number
}

const NOTHING: WholeFragments = { headBytes: 0, bytes: 0, frames: 0 }

/**
 * Finds the complete fragments of a file that may still be written to.
 * @param known an earlier result, to continue from
 */
export async function wholeFragments(path: string, known: WholeFragments = NOTHING): Promise<WholeFragments> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    let { headBytes, bytes, frames } = known
    let pending: { start: number; frames: number } | null = null
    for await (const box of boxesOf(file, bytes, size)) {
      if (box.type === 'moof') pending = { start: box.start, frames: samplesIn(await readBox(file, box)) }
      if (headBytes === 0 && pending !== null) headBytes = pending.start
      if (box.type !== 'mdat' || pending === null) continue
      bytes = box.end
      frames += pending.frames
      pending = null
    }
    return { headBytes, bytes, frames }
  } finally {
    await file.close()
  }
}

/** A file whose fragments are joined with others. */
export type Part = WholeFragments & {
  readonly path: string
  /** Start of its first picture, in ticks of the track's timescale. */
  readonly startTicks: number
}

/** Concatenates the fragments of parts, as if one encoder had written them. */
export async function joinParts(parts: readonly Part[], targetPath: string): Promise<void> {
  const target = await open(targetPath, 'w', 0o600)
  try {
    for (const [at, part] of parts.entries()) await appendPart(part, target, at === 0)
  } finally {
    await target.close()
  }
}

async function appendPart(part: Part, target: FileHandle, withHead: boolean): Promise<void> {
  const source = await open(part.path, 'r')
  try {
    if (withHead) await copy(source, target, 0, part.headBytes)
    for await (const box of boxesOf(source, part.headBytes, part.bytes)) {
      if (box.type === 'moof') await target.write(shifted(await readBox(source, box), part.startTicks))
      else await copy(source, target, box.start, box.end)
    }
  } finally {
    await source.close()
  }
}

const COPY_BYTES = 4 * 1_048_576

async function copy(source: FileHandle, target: FileHandle, start: number, end: number): Promise<void> {
  const buffer = new Uint8Array(Math.min(COPY_BYTES, end - start))
  for (let at = start; at < end;) {
    const { bytesRead } = await source.read(buffer, 0, Math.min(buffer.length, end - at), at)
    if (bytesRead === 0) throw new Error('A part of an export ends too early')
    await target.write(buffer, 0, bytesRead)
    at += bytesRead
  }
}

type Box = { readonly type: string; readonly start: number; readonly end: number }

/** The complete boxes, up to the first incomplete one. */
async function* boxesOf(file: FileHandle, from: number, size: number): AsyncGenerator<Box> {
  const head = Buffer.alloc(16)
  for (let start = from; start + 8 <= size;) {
    await file.read(head, 0, 16, start)
    const short = head.readUInt32BE(0)
    const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short
    const end = start + length
    if (length < 8 || end > size) return
    yield { type: head.toString('latin1', 4, 8), start, end }
    start = end
  }
}

async function readBox(file: FileHandle, { start, end }: Box): Promise<Buffer> {
  const bytes = Buffer.alloc(end - start)
  await file.read(bytes, 0, bytes.length, start)
  return bytes
}

/** The number of pictures in a `moof`: the sum of the sample counts of its `trun` boxes. */
function samplesIn(moof: Buffer): number {
  let samples = 0
  for (const at of insideOf(moof, ['traf', 'trun'])) samples += moof.readUInt32BE(at + 12)
  return samples
}

/** Shifts the decode time (`tfdt`) of a `moof`, in place. */
function shifted(moof: Buffer, ticks: number): Buffer {
  for (const at of insideOf(moof, ['traf', 'tfdt'])) {
    // Version 1 has a 64-bit time; ffmpeg writes only this version.
    if (moof.readUInt8(at + 8) !== 1) throw new Error('A fragment has a 32-bit time')
    moof.writeBigUInt64BE(moof.readBigUInt64BE(at + 12) + BigInt(ticks), at + 12)
  }
  return moof
}

/** Offsets of the boxes at a path within a box. */
function* insideOf(box: Buffer, path: readonly string[], start = 8, end = box.length): Generator<number> {
  const [wanted, ...rest] = path
  for (let at = start; at + 8 <= end;) {
    const next = at + box.readUInt32BE(at)
    if (next <= at) return
    if (box.toString('latin1', at + 4, at + 8) === wanted) {
      if (rest.length === 0) yield at
      else yield* insideOf(box, rest, at + 8, next)
    }
    at = next
  }
}
