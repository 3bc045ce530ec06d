import { mkdirSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { FileStore } from '@tus/file-store'
import { Server } from '@tus/server'
import { transaction } from '#platform/server/db.ts'
import { AppError, ERROR_STATUS } from '#platform/shared/errors.ts'
import type { AnnouncedPicture } from '../../model/index.ts'
import { claimEarlySound } from './claim-early-sound.ts'
import type { MediaDeps } from '../deps.ts'
import { type EarlySound, findEarlySound, moveEarlySound } from './early-sound-rows.ts'
import { keysOf } from '../file-keys.ts'
import { EARLY_SOUND } from '../job-definitions.ts'
import { lockProject } from '../projects.ts'

const PATH = '/api/early-sounds'

/** A sound that is allowed and about to start. */
type NewEarlySound = {
  readonly projectId: string
  readonly ownerId: string
  readonly sizeBytes: number
  readonly picture: AnnouncedPicture | null
}

/** The tus protocol over sounds that are sent before their videos: one for each project, with its id. */
export type EarlyUploads = {
  /** Records the sound and its empty file. */
  begin(request: Request, beginning: NewEarlySound): Promise<Response>
  /** Handles HEAD and PATCH of a sound whose owner was checked. */
  handle(request: Request): Promise<Response>
  /** Finishes the sound if it is complete. Idempotent. */
  finishIfComplete(sound: EarlySound): Promise<void>
  /** Deletes the bytes of sounds that stopped before a time. */
  discardOld(before: Date): Promise<void>
}

/** Opens the folder of early sounds, beside the uploads, and creates it if it is missing. */
export function openEarlyUploads(deps: MediaDeps): EarlyUploads {
  const directory = join(deps.uploadsDir, '.early')
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const beginnings = new WeakMap<object, NewEarlySound>()
  const beginningOf = (request: object) => {
    const beginning = beginnings.get(request)
    if (beginning === undefined) throw new Error('a sound began without being allowed')
    return beginning
  }
  const finish = (projectId: string) => finishSound(deps, join(directory, projectId), projectId)
  const tus = new Server({
    path: PATH,
    relativeLocation: true,
    allowedOrigins: [],
    datastore: new FileStore({ directory }),
    namingFunction: (request) => beginningOf(request).projectId,
    async onUploadCreate(request) {
      await transaction(deps.db, (tx) => claimEarlySound(tx, deps, beginningOf(request)))
      return { metadata: {} }
    },
    async onUploadFinish(_request, { id }) {
      await finish(id)
      return {}
    },
    async onResponseError(_request, error) {
      if (error instanceof AppError) return { status_code: ERROR_STATUS[error.code], body: error.message }
      if ('status_code' in error && error.status_code < 500) return undefined
      deps.log.error({ err: error }, 'an early sound could not be stored')
      return { status_code: 503, body: 'The sound could not be stored.' }
    },
  })
  return {
    begin(request, beginning) {
      beginnings.set(request, beginning)
      return tus.handleWeb(request)
    },
    handle: (request) => tus.handleWeb(request),
    async finishIfComplete({ projectId, sizeBytes, state }) {
      const found = await statIfExists(join(directory, projectId))
      if (state === 'uploading' && found?.size === sizeBytes) await finish(projectId)
    },
    async discardOld(before) {
      for (const name of await readdir(directory)) {
        const found = await statIfExists(join(directory, name))
        if (found !== undefined && found.mtime < before) await rm(join(directory, name), { force: true })
      }
    },
  }
}

/** Idempotent: the bytes are stored under their key before the row says so. */
async function finishSound(deps: MediaDeps, path: string, projectId: string): Promise<void> {
  const { db, files, jobs } = deps
  if ((await findEarlySound(db, projectId))?.state !== 'uploading') return
  await files.adopt(path, keysOf(projectId).earlySound)
  await rm(`${path}.json`, { force: true })
  const isWanted = await transaction(db, async (tx) => {
    const project = await lockProject(tx, projectId)
    if (project === undefined) return false
    if (!(await moveEarlySound(tx, projectId, { from: 'uploading', to: 'received' }))) return true
    await jobs.enqueue(tx, EARLY_SOUND, { projectId }, { ownerId: project.ownerId, subjectId: projectId })
    return true
  })
  // The owner removed the video meanwhile.
  if (!isWanted) await files.remove(keysOf(projectId).all)
}

async function statIfExists(path: string) {
  try {
    return await stat(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
