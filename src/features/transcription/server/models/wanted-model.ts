import { mkdir, readFile, statfs, writeFile } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { type Db, transaction, type Tx } from '#platform/server/db.ts'
import type { JobQueue } from '#platform/server/jobs.ts'
import type { Log } from '#platform/server/log.ts'
import { AppError } from '#platform/shared/errors.ts'
import type { ModelStore } from '../ports.ts'
import type { SpeechService } from '../speech-service/settings.ts'
import { CATALOGUE, type CatalogueModel, downloadBytes, firstAddress } from './catalogue.ts'
import { INSTALL_MODEL } from './install-job.ts'
import { knownModels } from './own-models.ts'

export type WantedModelDeps = {
  readonly db: Db
  readonly jobs: Pick<JobQueue, 'bySubject'>
  readonly log: Pick<Log, 'info'>
  readonly models: Pick<ModelStore, 'status'>
  /** Default: the models of the product. */
  readonly choices?: readonly CatalogueModel[]
  /** It remembers which model was chosen. */
  readonly modelsDirectory: string
  readonly mirror?: string | undefined
  /** `auto`, `none` or the id of a model. */
  readonly wanted: string
  /** With a service that recognises speech, `auto` wants nothing. */
  readonly service: SpeechService | undefined
  /** Queues an installation. @throws AppError `conflict` if it is installed or being installed */
  queueInstall(tx: Tx, id: string): Promise<void>
  /** Default: what the system reports. */
  machine?(directory: string): Promise<Machine>
  now(): Date
}

/** What a machine has for a model. */
export type Machine = { readonly memoryBytes: number; readonly freeBytes: number }

const MIB = 1_048_576
/** Memory for the database, the web server and the encoders beside a model. */
const OTHERS_MB = 2_048
/** Disk space to leave for videos. */
const DISK_FOR_OTHERS = 2_048 * MIB
/** An automatic download must leave room for twice its size: unpacked files, and a newer version later. */
const DISK_FACTOR = 3
/** A failed download is not repeated by each restart of a worker. */
const PATIENCE_MS = 24 * 3_600_000
const ANSWER_MS = 10_000
/** Holds the id of the model that `auto` chose; empty if there was one already. */
const CHOICE = '.first-model'

/**
 * Checks `SPEECH_MODEL` and the operator's own models.
 * @param modelsFile the setting `SPEECH_MODELS_FILE`
 * @throws Error with one sentence if there is no such model, or if the file is wrong
 */
export function checkWantedModel(wanted: string, modelsFile?: string): void {
  const known = knownModels(modelsFile)
  if (wanted === 'auto' || wanted === 'none' || known.some(({ id }) => id === wanted)) return
  const ids = known.map(({ id }) => id).join(', ')
  throw new Error(`SPEECH_MODEL is ${wanted}; it must be auto, none or one of ${ids}.`)
}

/**
 * Queues the download of the model that `SPEECH_MODEL` wants; call it when a worker starts. `auto` chooses once for each
 * folder of models, so that a model which an operator removes stays away. Without a network nothing is queued.
 */
export async function requestWantedModel(deps: WantedModelDeps): Promise<void> {
  const model = await missingModel(deps)
  if (model === undefined || !(await isDue(deps, model.id))) return
  const address = firstAddress(model, deps.mirror)
  if (!(await answers(address))) {
    const { host } = new URL(address)
    deps.log.info({ host }, `${model.label} is not fetched: there is no network; the next start tries again`)
    return
  }
  try {
    await transaction(deps.db, (tx) => deps.queueInstall(tx, model.id))
    deps.log.info({ model: model.id }, 'fetching a speech model in the background')
  } catch (error) {
    // Another worker, or an operator, was first.
    if (!(error instanceof AppError && error.code === 'conflict')) throw error
  }
  if (deps.wanted === 'auto') await remember(deps, model.id)
}

/** The wanted model, unless it is here. */
async function missingModel(deps: WantedModelDeps): Promise<CatalogueModel | undefined> {
  const { wanted, choices = CATALOGUE } = deps
  if (wanted === 'none') return undefined
  const statuses = await deps.models.status()
  const installed = new Set(
    statuses.flatMap((each) => (each.installed && choices.some(({ id }) => id === each.id) ? [each.id] : [])),
  )
  const missing = (id: string) => choices.find((each) => each.id === id && !installed.has(id))
  if (wanted !== 'auto') return missing(wanted)
  if (deps.service !== undefined) return undefined
  const chosen = await chosenBefore(deps)
  if (chosen !== undefined) return missing(chosen)
  if (installed.size > 0) {
    await remember(deps, '')
    return undefined
  }
  await mkdir(deps.modelsDirectory, { recursive: true })
  const machine = await (deps.machine ?? thisMachine)(deps.modelsDirectory)
  const suitable = choices.find((model) => model.isAutomatic === true && hasRoom(machine, model))
  if (suitable === undefined) deps.log.info(machine, 'no speech model is fetched: too little memory or disk space')
  return suitable
}

/** A model is fetched if it never was, or if that failed a while ago. What an operator cancelled or removed stays away. */
async function isDue(deps: WantedModelDeps, id: string): Promise<boolean> {
  const job = await deps.jobs.bySubject(deps.db, INSTALL_MODEL.name, id)
  if (job?.state === 'queued' || job?.state === 'running') return false
  if (job?.state === 'failed') return deps.now().getTime() - (job.finishedAt?.getTime() ?? 0) >= PATIENCE_MS
  return deps.wanted !== 'auto' || (await chosenBefore(deps)) === undefined
}

function hasRoom({ memoryBytes, freeBytes }: Machine, model: CatalogueModel): boolean {
  const disk = downloadBytes(model) * DISK_FACTOR + DISK_FOR_OTHERS
  return memoryBytes >= (model.memoryMb + OTHERS_MB) * MIB && freeBytes >= disk
}

/** A container may have less memory than its machine. */
async function thisMachine(directory: string): Promise<Machine> {
  const { bavail, bsize } = await statfs(directory)
  const limit = process.constrainedMemory()
  return { memoryBytes: limit > 0 ? Math.min(totalmem(), limit) : totalmem(), freeBytes: bavail * bsize }
}

/** Whether a server answers at all; what it answers shows in the installation. */
async function answers(address: string): Promise<boolean> {
  // A file that is missing shows in the installation too.
  if (address.startsWith('file:')) return true
  const request = { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(ANSWER_MS) } as const
  return fetch(address, request).then(
    () => true,
    () => false,
  )
}

async function chosenBefore({ modelsDirectory }: WantedModelDeps): Promise<string | undefined> {
  return readFile(join(modelsDirectory, CHOICE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}

async function remember({ modelsDirectory }: WantedModelDeps, id: string): Promise<void> {
  await mkdir(modelsDirectory, { recursive: true })
  await writeFile(join(modelsDirectory, CHOICE), id)
}
