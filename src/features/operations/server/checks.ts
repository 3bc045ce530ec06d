import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Db } from '#platform/server/db.ts'
import { execute } from '#platform/server/rows.ts'
import type { FileStore } from '#platform/server/files.ts'
import { longestWaitMs } from '#platform/server/jobs.ts'
import type { Part, PartState } from '../model/index.ts'
import { lastHeartbeat } from './heartbeats.ts'

/** The result of one check. */
export type Judgement = { readonly state: PartState; readonly note: string | null }
/** Checks one part. Throwing means that the part is down. */
export type Check = () => Promise<Judgement>
/** A check of every part. */
export type Checks = Readonly<Record<Part, Check>>

const FINE: Judgement = { state: 'operational', note: null }
const MINUTE_MS = 60_000
/** Below this many free bytes the next uploads may not fit. */
const LITTLE_SPACE = 2_000_000_000

/** The checks of the product's own parts. @param o.ownUrl the address of this web process, once it listens */
export function productChecks(o: {
  db: Db
  files: Pick<FileStore, 'temporary' | 'adopt' | 'openRange' | 'remove' | 'freeBytes'>
  now: () => Date
  newId: () => string
  ownUrl: () => string | undefined
}): Checks {
  return {
    web: () => checkWeb(o.ownUrl()),
    async database() {
      await execute(o.db, 'select 1')
      return FINE
    },
    async worker() {
      const lastAt = await lastHeartbeat(o.db)
      return lastAt === undefined ? NO_WORKER : byAge(o.now().getTime() - lastAt.getTime(), WORKER)
    },
    storage: () => checkStorage(o.files, o.newId()),
    queue: async () => byAge(await longestWaitMs(o.db), QUEUE),
  }
}

const NO_WORKER: Judgement = {
  state: 'down',
  note: 'No videos are being processed right now. They wait and are not lost.',
}

type Ages = { readonly degradedMs: number; readonly downMs: number; readonly late: string; readonly gone: string }
/** A worker reports every 15 seconds. */
const WORKER: Ages = {
  degradedMs: 45_000,
  downMs: 2 * MINUTE_MS,
  late: 'The worker reports late.',
  gone: NO_WORKER.note ?? '',
}
const QUEUE: Ages = {
  degradedMs: 5 * MINUTE_MS,
  downMs: 30 * MINUTE_MS,
  late: 'Videos wait longer than usual.',
  gone: 'Videos wait more than half an hour.',
}

/** The state of a part by the age of its last event. */
export function byAge(ageMs: number, { degradedMs, downMs, late, gone }: Ages): Judgement {
  if (ageMs >= downMs) return { state: 'down', note: gone }
  return ageMs >= degradedMs ? { state: 'degraded', note: late } : FINE
}

/** Requests this process over the network; before it listens, running is all there is to check. */
async function checkWeb(ownUrl: string | undefined): Promise<Judgement> {
  if (ownUrl === undefined) return FINE
  const answer = await fetch(`${ownUrl}/healthz`)
  if (!answer.ok) throw new Error(`the web server responded ${answer.status}`)
  await answer.text()
  return FINE
}

/** Writes a file like an upload, reads it back and removes it. */
async function checkStorage(
  files: Pick<FileStore, 'temporary' | 'adopt' | 'openRange' | 'remove' | 'freeBytes'>,
  id: string,
): Promise<Judgement> {
  const key = `status/${id}`
  const directory = await files.temporary()
  try {
    await writeFile(join(directory, 'probe'), id)
    const { sizeBytes } = await files.adopt(join(directory, 'probe'), key)
    const read = await text(files.openRange(key, 0, sizeBytes - 1))
    if (read !== id) throw new Error('the storage returned other bytes than were written')
  } finally {
    await files.remove(key)
    await rm(directory, { recursive: true, force: true })
  }
  if ((await files.freeBytes()) < LITTLE_SPACE) return { state: 'degraded', note: 'Little storage space is left.' }
  return FINE
}
