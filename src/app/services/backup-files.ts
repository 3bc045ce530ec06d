import { pipeline, Readable, type Transform } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import type { BackupFolder, PartName } from '#platform/server/backup/folder.ts'
import { BackupFile } from '#platform/server/backup/manifest.ts'
import { type Lock, tryLock } from '#platform/server/database/lock.ts'

/** Bytes that zlib returns at once: lines of a dump have a few megabytes. */
const CHUNK_BYTES = 1_048_576

/** The files of a backup, read from its list. @throws Error when the list was altered */
export async function* filesOfBackup(folder: BackupFolder, name: string): AsyncGenerator<BackupFile> {
  for await (const line of linesOfPart(folder, name, 'files')) yield BackupFile.parse(JSON.parse(line))
}

/** The lines of a compressed part of a backup. It reads the part twice: no line of an altered part is returned. */
export async function* linesOfPart(
  folder: BackupFolder,
  name: string,
  part: Exclude<PartName, 'secrets'>,
): AsyncGenerator<string> {
  const { parts } = await folder.manifestOf(name)
  for await (const _ of folder.readPart(name, part, parts[part]));
  const decoder = new TextDecoder()
  let begun: string[] = []
  for await (const piece of decompress(folder.readPart(name, part, parts[part]))) {
    const [head = '', ...more] = decoder.decode(piece, { stream: true }).split('\n')
    begun.push(head)
    const next = more.pop()
    if (next === undefined) continue
    yield begun.join('')
    yield* more
    begun = [next]
  }
}

/** Compresses bytes or text with gzip. */
export function compress(bytes: AsyncIterable<Uint8Array | string>): AsyncGenerator<Uint8Array> {
  return through(bytes, createGzip({ chunkSize: CHUNK_BYTES }))
}

/** Locks a folder of backups on this machine. @throws Error when another command uses it */
export async function lockBackups(path: string): Promise<Lock> {
  const lock = await tryLock(`${path}/backups.lock`)
  if (lock === undefined) throw new Error(`Another backup or restore uses ${path}.`)
  return lock
}

function decompress(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  return through(bytes, createGunzip({ chunkSize: CHUNK_BYTES }))
}

async function* through(bytes: AsyncIterable<Uint8Array | string>, transform: Transform): AsyncGenerator<Uint8Array> {
  // An error of either ends the iteration with it.
  pipeline(Readable.from(bytes, { objectMode: false }), transform, () => undefined)
  yield* transform
}
