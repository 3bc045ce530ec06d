import { mkdirSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { FileStore } from '@tus/file-store'
import { Server } from '@tus/server'
import { expiryAfter } from '#features/storage/model/index.ts'
import { transaction } from '#platform/server/db.ts'
import { asRefusal, failureLine } from '#platform/server/http.ts'
import { probeFolder } from '#platform/server/writable.ts'
import { AppError, ERROR_STATUS } from '#platform/shared/errors.ts'
import { claimUpload } from './claim-upload.ts'
import type { MediaDeps } from '../deps.ts'
import { keysOf, sourceOf } from '../file-keys.ts'
import { CHECK } from '../job-definitions.ts'
import { findProject, insertProject, lockProject, markUploaded, type StoredProject } from '../projects.ts'
import { topicOf } from '../transitions.ts'

/** The path of uploads. */
const UPLOADS_PATH = '/api/uploads'

/** An upload that is allowed and about to start. */
export type NewUpload = Pick<StoredProject, 'id' | 'ownerId' | 'title' | 'sizeBytes'>

/** The tus protocol over projects: one upload is one project with the same id. */
export type Uploads = {
  /** Creates the project and its empty upload file. */
  begin(request: Request, beginning: NewUpload): Promise<Response>
  /** Handles HEAD, PATCH, DELETE and OPTIONS of an upload whose owner was checked. */
  handle(request: Request): Promise<Response>
  /** Finishes the upload if it is complete. Idempotent. */
  finishIfComplete(project: StoredProject): Promise<boolean>
  /** Deletes the received bytes. */
  discard(projectId: string): Promise<void>
  /** The number of received bytes and the time of the last; undefined without a file. */
  received(projectId: string): Promise<{ readonly bytes: number; readonly at: Date } | undefined>
  /** The ids of all files in the upload folder. */
  stored(): Promise<string[]>
}

/** Opens the upload folder, and creates it if it is missing. */
export function openUploads(deps: MediaDeps): Uploads {
  mkdirSync(deps.uploadsDir, { recursive: true, mode: 0o700 })
  const beginnings = new WeakMap<object, NewUpload>()
  const finishing = new Map<string, Promise<void>>()
  /** Concurrent completions in this process share one: a client that asks during hashing waits for the first. */
  const finish = (id: string) => {
    const running = finishing.get(id) ?? finishUpload(deps, id).finally(() => finishing.delete(id))
    finishing.set(id, running)
    return running
  }
  const tus = tusServer(deps, beginnings, finish)
  const pathOf = (id: string) => join(deps.uploadsDir, id)

  return {
    begin(request, beginning) {
      beginnings.set(request, beginning)
      return tus.handleWeb(request)
    },
    handle: (request) => tus.handleWeb(request),
    async finishIfComplete(project) {
      if (project.stage !== 'uploading' || !(await isComplete(deps, project))) return false
      await finish(project.id)
      return true
    },
    async discard(id) {
      for (const path of [pathOf(id), `${pathOf(id)}.json`]) await rm(path, { force: true })
    },
    async received(id) {
      const found = await statIfExists(pathOf(id))
      return found && { bytes: found.size, at: found.mtime }
    },
    async stored() {
      const names = (await readdir(deps.uploadsDir)).filter((name) => !name.startsWith('.'))
      return [...new Set(names.map((name) => name.replace(/\.json$/u, '')))]
    },
  }
}

function tusServer(
  deps: MediaDeps,
  beginnings: WeakMap<object, NewUpload>,
  finish: (id: string) => Promise<void>,
): Server {
  const beginningOf = (request: object) => {
    const beginning = beginnings.get(request)
    if (beginning === undefined) throw new Error('an upload began without being allowed')
    return beginning
  }
  return new Server({
    path: UPLOADS_PATH,
    relativeLocation: true,
    // Pages of this site only: other origins get no readable response.
    allowedOrigins: [],
    // Expiry is ours (see maintenance): tus would look for the file that finishing has just moved away.
    datastore: new FileStore({ directory: deps.uploadsDir }),
    namingFunction: (request) => beginningOf(request).id,
    async onUploadCreate(request) {
      const { id, ownerId, title, sizeBytes } = beginningOf(request)
      const createdAt = deps.now()
      const expiresAt = expiryAfter(createdAt, await deps.retentionOf(ownerId))
      await transaction(deps.db, async (tx) => {
        // Check again, in the transaction that records the upload.
        await claimUpload(tx, deps, { ownerId, sizeBytes })
        await insertProject(tx, { id, ownerId, title, sizeBytes, createdAt, expiresAt })
      })
      return { metadata: { filename: title } }
    },
    async onUploadFinish(_request, { id }) {
      await finish(id)
      return {}
    },
    async onResponseError(_request, error) {
      if (error instanceof AppError) return { status_code: ERROR_STATUS[error.code], body: error.message }
      // tus's own refusals carry a status. 500 stands for any failure to write.
      if ('status_code' in error && error.status_code < 500) return undefined
      const failure = error instanceof Error ? error : await diskFailure(deps)
      if (failure === undefined) return undefined
      deps.log.error({ err: failure }, failureLine('upload', failure))
      const refusal = asRefusal(failure)
      if (refusal.code === 'internal') return { status_code: 500, body: refusal.message }
      return { status_code: ERROR_STATUS[refusal.code], body: JSON.stringify({ error: refusal }) }
    },
  })
}

/**
 * Every step is idempotent: after a kill the next HEAD or maintenance completes it. The bytes are stored under their
 * key before the project says so.
 */
async function finishUpload(deps: MediaDeps, id: string): Promise<void> {
  const { db, files, jobs, events, uploadsDir } = deps
  const begun = await findProject(db, id)
  if (begun === undefined) throw uploadGone()
  if (begun.stage !== 'uploading') return
  const stored = await files.adopt(join(uploadsDir, id), sourceOf(begun)).catch(async (error: unknown) => {
    // The owner cancelled it during hashing, including its bytes.
    throw (await findProject(db, id)) === undefined ? uploadGone() : error
  })
  // After a kill here nobody would come back for this file, because the project has moved on.
  await rm(join(uploadsDir, `${id}.json`), { force: true })
  const isStored = await transaction(db, async (tx) => {
    const project = await lockProject(tx, id)
    if (project?.stage !== 'uploading') return project !== undefined
    await markUploaded(tx, id, stored)
    await jobs.enqueue(tx, CHECK, { projectId: id }, { ownerId: project.ownerId, subjectId: id })
    await events.publish(tx, topicOf(id))
    return true
  })
  // The owner removed it during hashing.
  if (!isStored) await files.remove(keysOf(id).all)
}

/** Why the upload folder is not writable; undefined if it is. */
function diskFailure({ uploadsDir }: MediaDeps): Promise<Error | undefined> {
  return probeFolder(uploadsDir).then(
    () => undefined,
    (error: Error) => error,
  )
}

function uploadGone(): AppError {
  return new AppError('not_found', 'Project not found')
}

/** Whether all bytes are there: in the upload file, or already moved when the server died. */
async function isComplete({ files, uploadsDir }: MediaDeps, project: StoredProject): Promise<boolean> {
  const upload = await statIfExists(join(uploadsDir, project.id))
  const sizeBytes = upload?.size ?? (await files.stat(sourceOf(project)))?.sizeBytes
  return sizeBytes === project.sizeBytes
}

async function statIfExists(path: string) {
  try {
    return await stat(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
