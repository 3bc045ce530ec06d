import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { call } from '@orpc/server'
import { afterAll } from 'vitest'
import { type ArrivedSound, mediaJobs, openMedia, type StoredProject } from '#features/media/server/index.ts'
import type { Project, UploadLimits } from '#features/media/model/index.ts'
import { systemClock } from '#platform/server/clock.ts'
import { openEvents } from '#platform/server/events.ts'
import { openFileStore } from '#platform/server/files.ts'
import { type Caller, router } from '#platform/server/http.ts'
import { openJobQueue, startWorker } from '#platform/server/jobs.ts'
import { silentLog } from '#platform/server/log.ts'
import { createMediaRunner } from '#platform/server/sandbox/sandbox.ts'
import type { TestDatabase } from './database.ts'
import { diskPath } from './files.ts'
import { upload } from './tus.ts'

/** The limits of a free plan, small enough to reach in a test. */
const TEST_LIMITS: UploadLimits = { plan: 'free', maxDurationMs: 180_000, maxBytes: 50_000_000 }

/**
 * The real media feature on a real database, disk, sandbox and worker, without a browser: `as(user)` sends requests.
 * Call it once per file, at the top level.
 */
export async function testMedia(
  { db, url }: TestDatabase,
  o: { worker?: boolean; now?: () => Date; retentionOf?: (ownerId: string) => Promise<number | null> } = {},
) {
  const log = silentLog()
  const dataDir = await mkdtemp(join(tmpdir(), 'wordpop-media-'))
  const events = await openEvents({ url, log })
  const jobs = await openJobQueue({ url, log })
  const files = openFileStore(dataDir)
  const media = createMediaRunner({ allowUnsandboxed: false, warn: () => undefined })
  const prepared: StoredProject[] = []
  const removed: StoredProject[] = []
  const limits = new Map<string, UploadLimits>()
  const uploadLimits = async (userId: string) => limits.get(userId) ?? TEST_LIMITS
  const shared = { db, files, jobs, events, log, media, uploadLimits }
  const uploadsDir = join(dataDir, 'uploads')
  const onRemoved = async (_: unknown, project: StoredProject) => void removed.push(project)
  const onPrepared = async (_: unknown, project: StoredProject) => void prepared.push(project)
  const onRefused = async () => undefined
  const onChecked = async () => undefined
  const arrived: ArrivedSound[] = []
  const onSoundArrived = async (_: unknown, sound: ArrivedSound) => void arrived.push(sound)
  const room = { claimRoom: async () => undefined, retentionOf: o.retentionOf ?? (async () => null) }
  const onDuplicated = async () => undefined
  const onTransferred = async () => undefined
  const mail = { send: async () => undefined }
  const feature = openMedia({
    ...shared,
    ...room,
    uploadsDir,
    onRemoved,
    onDuplicated,
    onTransferred,
    mail,
    publicUrl: 'https://wordpop.example',
    newId: randomUUID,
    now: o.now ?? systemClock,
  })
  const worker =
    o.worker === false
      ? undefined
      : await startWorker({
          db,
          url,
          jobs: mediaJobs({ ...shared, onSoundArrived, onChecked, onPrepared, onRefused, onRemoved: async () => {} }),
          concurrency: 2,
          log,
        })
  afterAll(async () => {
    await worker?.stop()
    await jobs.close()
    await events.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  const as = (userId: string | null) => {
    const caller = userId === null ? null : callerOf(userId)
    const app = router()
    app.use((c, next) => {
      c.set('caller', caller)
      return next()
    })
    app.route('/api', feature.routes)
    return (path: string, init: RequestInit = {}) => app.request(path, init)
  }
  const context = (userId: string) => ({ context: { caller: callerOf(userId), db, requestId: 'test' } })
  /** Waits for its event until a project is prepared or refused. */
  const ended = async (userId: string, projectId: string): Promise<Project> => {
    const changes = await call(feature.procedures.watch, { projectId }, context(userId))
    for await (const project of changes) if (project.stage === 'prepared' || project.stage === 'refused') return project
    throw new Error('the project vanished')
  }
  return {
    /** The path under which the disk store holds a key. */
    pathOf: (key: string) => diskPath(dataDir, key),
    ...shared,
    dataDir,
    uploadsDir,
    feature,
    prepared,
    removed,
    limits,
    as,
    context,
    ended,
    /** The sounds that arrived before their videos. */
    arrived,
    onSoundArrived,
    onChecked,
    onPrepared,
    onRefused,
    view: (userId: string, projectId: string) => call(feature.procedures.get, { projectId }, context(userId)),
    /** Uploads a clip as ada and waits until it is prepared or refused. */
    prepare: async (path: string, name?: string) => ended('ada', await upload(as('ada'), path, name)),
    /** All stored files of a project. */
    leftovers: async (projectId: string) => (await filesUnder(dataDir)).filter((path) => path.includes(projectId)),
  }
}

function callerOf(userId: string): Caller {
  return { userId, email: `${userId}@example.com` }
}

/** Every file under a folder, as relative paths. Looks again if a folder in it is removed meanwhile. */
export async function filesUnder(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
  } catch (error) {
    const isInside = error instanceof Error && 'path' in error && error.path !== folder
    if (isInside && 'code' in error && error.code === 'ENOENT') return filesUnder(folder)
    throw error
  }
}
