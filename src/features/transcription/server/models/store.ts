import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { tryLock } from '#platform/server/database/lock.ts'
import { startProcess } from '#platform/server/process.ts'
import { AppError } from '#platform/shared/errors.ts'
import { formatBytes } from '#platform/shared/format/bytes.ts'
import type { ModelProgress, ModelStatus, ModelStore } from '../ports.ts'
import { addressOf, type StoredModel, downloadBytes, remotesOf } from './catalogue.ts'
import { download, partOf } from './download.ts'
import { licenceText } from './licence.ts'

/** Disk space to leave free during a download, in bytes. */
const SPARE_BYTES = 256 * 1_048_576

export type ModelStoreDeps = {
  readonly catalogue: readonly StoredModel[]
  /** Directory of the models, one folder per id; may be filled by hand on a machine without a network. */
  readonly directory: string
  /** Replaces the official address of every model. */
  readonly mirror?: string | undefined
  /** Free bytes on the volume of `directory`; default: read from the file system. */
  freeBytes?(directory: string): Promise<number>
}

/** Stores models on disk. A folder with every file at full size counts as installed; first use checks the hashes. */
export function modelStore(deps: ModelStoreDeps): ModelStore {
  const verified = new Map<string, Promise<string | null>>()
  const known = (id: string): StoredModel => {
    const model = deps.catalogue.find((each) => each.id === id)
    if (model === undefined) throw new AppError('not_found', `There is no speech model named ${id}.`)
    return model
  }
  const directoryOf = async (id: string): Promise<string | undefined> => {
    const model = known(id)
    const directory = join(deps.directory, id)
    const stamp = await stampOf(model, directory)
    if (stamp === undefined) return undefined
    const check = verified.get(stamp) ?? damage(model, directory)
    verified.set(stamp, check)
    // A read error does not mean damaged bytes: the next call reads them again.
    check.catch(() => verified.delete(stamp))
    return (await check) === null ? directory : undefined
  }
  return {
    directoryOf,

    async ensure(id, o) {
      const installed = await directoryOf(id)
      return installed ?? install(deps, known(id), o)
    },

    status: () => Promise.all(deps.catalogue.map((model) => statusOf(model, deps.directory, verified))),

    async remove(id) {
      const { id: folder } = known(id)
      await rm(join(deps.directory, folder), { recursive: true, force: true })
      await rm(stagingOf(deps.directory, folder), { recursive: true, force: true })
    },
  }
}

async function statusOf(
  model: StoredModel,
  root: string,
  verified: ReadonlyMap<string, Promise<string | null>>,
): Promise<ModelStatus> {
  const stamp = await stampOf(model, join(root, model.id))
  const problem = stamp === undefined ? null : ((await verified.get(stamp)) ?? null)
  return {
    id: model.id,
    label: model.label,
    purpose: model.purpose ?? null,
    languages: model.languages,
    bytes: downloadBytes(model),
    licence: model.licence,
    source: model.source,
    installed: stamp !== undefined && problem === null,
    problem,
  }
}

/** Names, sizes and times of the files on disk; undefined unless every file has its full size. */
async function stampOf(model: StoredModel, directory: string): Promise<string | undefined> {
  const parts: string[] = []
  for (const { name, bytes } of filesOf(model)) {
    const found = await stat(join(directory, name)).catch(() => undefined)
    if (found === undefined || (bytes !== null && found.size !== bytes)) return undefined
    parts.push(`${name} ${found.size} ${found.mtimeMs}`)
  }
  return `${directory} ${parts.join(' ')}`
}

/** Describes the first problem with the files, or null. */
async function damage(model: StoredModel, directory: string): Promise<string | null> {
  for (const { name, sha256 } of filesOf(model)) {
    if (sha256 !== null && (await hashOf(join(directory, name))) !== sha256) {
      return `${model.label} is damaged (${name}); remove it and download it again.`
    }
  }
  return null
}

function filesOf({ files, archive }: StoredModel): { name: string; bytes: number | null; sha256: string | null }[] {
  return [...files, ...(archive?.keeps ?? []).map(({ name, sha256 }) => ({ name, bytes: null, sha256 }))]
}

/** Downloads into a separate folder and renames it into place once complete. */
async function install(
  deps: ModelStoreDeps,
  model: StoredModel,
  { signal, onProgress }: { signal: AbortSignal; onProgress?: ModelProgress },
): Promise<string> {
  const staging = stagingOf(deps.directory, model.id)
  const lock = await tryLock(staging)
  if (lock === undefined) throw new AppError('conflict', `${model.label} is already being downloaded.`)
  try {
    await mkdir(staging, { recursive: true })
    await checkSpace(deps, model, staging)
    await fetchAll(deps, model, { staging, signal, onProgress: onProgress ?? (() => undefined) })
    if (model.archive !== null) await unpack(model, staging, signal)
    await writeFile(join(staging, 'LICENCE.txt'), licenceText(model))
    const target = join(deps.directory, model.id)
    await rm(target, { recursive: true, force: true })
    await rename(staging, target)
    await syncFolder(deps.directory)
    return target
  } finally {
    await lock.release()
  }
}

async function fetchAll(
  { mirror }: ModelStoreDeps,
  model: StoredModel,
  o: { staging: string; signal: AbortSignal; onProgress: ModelProgress },
): Promise<void> {
  const total = downloadBytes(model)
  let before = 0
  for (const file of remotesOf(model)) {
    const path = join(o.staging, file.name)
    const there = await stat(path).catch(() => undefined)
    if (there?.size !== file.bytes) {
      const url = addressOf(model, file, mirror)
      const own = { url, path, bytes: file.bytes, sha256: file.sha256, signal: o.signal }
      const base = before
      await download({ ...own, onProgress: (done) => o.onProgress(base + done, total) })
      await rename(partOf({ path }), path)
      await rm(`${partOf({ path })}.tag`, { force: true })
    }
    before += file.bytes
    o.onProgress(before, total)
  }
}

/** @throws AppError `unavailable` with both amounts, before the download starts */
async function checkSpace({ freeBytes = free }: ModelStoreDeps, model: StoredModel, staging: string): Promise<void> {
  const have = await Promise.all(remotesOf(model).map(({ name }) => sizeIfThere(staging, name)))
  // The contents of an archive are about 1.5 times its size.
  const unpacked = model.archive === null ? 0 : model.archive.bytes * 1.5
  const needed = downloadBytes(model) + unpacked - have.reduce((sum, size) => sum + size, 0) + SPARE_BYTES
  const available = await freeBytes(dirname(staging))
  if (available >= needed) return
  throw new AppError(
    'unavailable',
    `${model.label} needs ${formatBytes(needed)} of free disk space, and ${formatBytes(available)} are free.`,
    { neededBytes: needed, availableBytes: available },
  )
}

async function sizeIfThere(staging: string, name: string): Promise<number> {
  for (const path of [join(staging, name), partOf({ path: join(staging, name) })]) {
    const found = await stat(path).catch(() => undefined)
    if (found !== undefined) return found.size
  }
  return 0
}

async function free(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}

/** Extracts the needed files from the archive, checks them and deletes the rest. */
async function unpack(model: StoredModel, staging: string, signal: AbortSignal): Promise<void> {
  if (model.archive === null) return
  const { name, keeps } = model.archive
  const members = keeps.map(({ member }) => member)
  const args = ['-xf', join(staging, name), '-C', staging, '--no-same-owner', '--', ...members]
  const end = await startProcess({ command: 'tar', args, signal, limits: { wallMs: 600_000 } }).done
  signal.throwIfAborted()
  if (end.code !== 0)
    throw new AppError('unavailable', `${model.label} could not be unpacked; tar and bzip2 must be installed.`)
  for (const { member, name: kept } of keeps) await copyFile(join(staging, member), join(staging, kept))
  const problem = await damage(model, staging)
  if (problem !== null) throw new AppError('unavailable', problem)
  const folders = members.filter((member) => member.includes('/')).map((member) => member.split('/')[0] ?? '')
  for (const folder of new Set(folders)) await rm(join(staging, folder), { recursive: true, force: true })
  await rm(join(staging, name), { force: true })
}

function stagingOf(root: string, id: string): string {
  return join(root, `.${id}.download`)
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 1_048_576 })) hash.update(chunk)
  return hash.digest('hex')
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
