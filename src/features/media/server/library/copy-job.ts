import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { transaction } from '#platform/server/db.ts'
import { type StoredFile, withLocal } from '#platform/server/files.ts'
import { defineJob } from '#platform/server/jobs.ts'
import { AppError } from '#platform/shared/errors.ts'
import type { MediaJobDeps } from '../deps.ts'
import { eraseUnwanted } from '../erase-job.ts'
import { ASSET_FILES, keysOf } from '../file-keys.ts'
import { COPY, type ProjectPayload } from '../job-definitions.ts'
import { type AssetBytes, findProject, markCopied, type StoredProject } from '../projects.ts'
import { refuseProject, topicOf } from '../transitions.ts'

const GONE = 'The original was deleted before it was copied.'
const DAMAGED = 'The original could not be copied whole. Duplicate it again.'
const SOURCE = 'source'

/**
 * Copies the files of a video into its duplicate, which is then prepared. Idempotent: each file appears by one rename,
 * and those of an earlier attempt are kept.
 */
export function copyJob(deps: MediaJobDeps) {
  return defineJob<ProjectPayload>({
    ...COPY,
    async run({ projectId }, { signal, progress }) {
      const copy = await findProject(deps.db, projectId)
      if (copy?.stage !== 'preparing' || copy.copiedFrom === null) return
      const source = await findProject(deps.db, copy.copiedFrom)
      if (source?.stage !== 'prepared') throw new AppError('not_found', GONE)
      const directory = await deps.files.temporary()
      try {
        await copyFiles(deps, { source, copy, directory, signal, progress })
      } catch (error) {
        // The copy may have been removed, and its files erased before the last one was stored.
        await eraseUnwanted(deps, projectId)
        throw error
      } finally {
        await rm(directory, { recursive: true, force: true })
      }
    },
    giveUp: ({ projectId }, _reason, { tx, problem }) =>
      refuseProject(tx, deps, projectId, problem ?? 'CopyWork was cancelled. Duplicate the video again.'),
  })
}

type CopyWork = {
  readonly source: StoredProject
  readonly copy: StoredProject
  readonly directory: string
  readonly signal: AbortSignal
  progress(done: number): void
}

async function copyFiles(deps: MediaJobDeps, work: CopyWork): Promise<void> {
  const { source, copy } = work
  const names = [SOURCE, ...source.assets.flatMap((asset) => ASSET_FILES[asset])]
  const sizes = new Map<string, number>()
  for (const name of names) sizes.set(name, await sizeOf(deps, source, name))
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  const bytes: Record<string, number> = {}
  let done = 0
  for (const [name, sizeBytes] of sizes) {
    const before = done
    const advance = (copied: number) => work.progress((before + copied) / Math.max(1, total))
    if (!(await isThere(deps, copy, { name, sizeBytes }))) {
      const stored = await copyFile(deps, work, { name, advance })
      if (stored.sizeBytes !== sizeBytes || (name === SOURCE && stored.sha256 !== source.sha256))
        throw new AppError('unavailable', DAMAGED)
    }
    if (name !== SOURCE) bytes[name] = sizeBytes
    done += sizeBytes
    advance(sizeBytes)
  }
  await finish(deps, copy, { assets: source.assets, bytes })
}

async function sizeOf({ files }: MediaJobDeps, { id }: StoredProject, name: string): Promise<number> {
  const found = await files.stat(`${keysOf(id).all}/${name}`)
  if (found === undefined) throw new AppError('not_found', GONE)
  return found.sizeBytes
}

/** Whether an earlier attempt has stored a file: it appears whole or not at all. */
async function isThere(
  { files }: MediaJobDeps,
  { id }: StoredProject,
  { name, sizeBytes }: { name: string; sizeBytes: number },
): Promise<boolean> {
  return (await files.stat(`${keysOf(id).all}/${name}`))?.sizeBytes === sizeBytes
}

async function copyFile(
  { files }: MediaJobDeps,
  { source, copy, directory, signal }: CopyWork,
  { name, advance }: { name: string; advance(copied: number): void },
): Promise<StoredFile> {
  const temporary = join(directory, name)
  await withLocal(files, { key: `${keysOf(source.id).all}/${name}`, signal }, async (path) => {
    const reading = createReadStream(path, { highWaterMark: 1_048_576 })
    reading.on('data', () => advance(reading.bytesRead))
    await pipeline(reading, createWriteStream(temporary, { mode: 0o600 }), { signal })
  })
  return files.adopt(temporary, `${keysOf(copy.id).all}/${name}`)
}

async function finish(
  deps: MediaJobDeps,
  { id }: StoredProject,
  made: { assets: StoredProject['assets']; bytes: AssetBytes },
): Promise<void> {
  const isCopied = await transaction(deps.db, async (tx) => {
    if (!(await markCopied(tx, id, made))) return false
    await deps.events.publish(tx, topicOf(id))
    return true
  })
  // If another worker finished this job instead, the files are its own.
  if (!isCopied) await eraseUnwanted(deps, id)
}
