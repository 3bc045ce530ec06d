import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Db } from '#platform/server/db.ts'
import type { FileStore } from '#platform/server/files.ts'
import { longestWaitMs } from '#platform/server/jobs.ts'
import type { Part, PartState } from '../model/index.ts'
import { lastHeartbeat } from './heartbeats.ts'

/** What a look at one part found. */
export type Judgement = { readonly state: PartState; readonly note: string | null }
/** Looks at one part. What it throws means that the part is down. */
export type Check = () => Promise<Judgement>
/** One look at every part. */
export type Checks = Readonly<Record<Part, Check>>

const FINE: Judgement = { state: 'operational', note: null }
const MINUTE_MS = 60_000
/** Less than this, in bytes, and the next uploads may not fit. */
const LITTLE_SPACE = 2_000_000_000

/**
 * The checks of the product's own parts.
 * @param o.ownUrl where this web process listens, once it does
 */
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
      await o.db.$client.query('select 1')
      return FINE
    },
    async worker() {
      const beat = await lastHeartbeat(o.db)
      return beat === undefined ? NO_WORKER : byAge(o.now().getTime() - beat.getTime(), WORKER)
    },
    storage: () => checkStorage(o.files, o.newId()),
    queue: async () => byAge(await longestWaitMs(o.db), QUEUE),
  }
}

const NO_WORKER: Judgement = {
  state: 'down',
  note: 'Nothing is working on videos right now. They wait, and are not lost.',
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
  late: 'Videos wait longer than usual for their turn.',
  gone: 'Videos wait more than half an hour for their turn.',
}

/** Judges a part by how long ago something should have happened. */
export function byAge(ageMs: number, { degradedMs, downMs, late, gone }: Ages): Judgement {
  if (ageMs >= downMs) return { state: 'down', note: gone }
  return ageMs >= degradedMs ? { state: 'degraded', note: late } : FINE
}

/** Asks this very process over the network; before it listens, that it runs is all there is to know. */
async function checkWeb(ownUrl: string | undefined): Promise<Judgement> {
  if (ownUrl === undefined) return FINE
  const answer = await fetch(`${ownUrl}/healthz`)
  if (!answer.ok) throw new Error(`the web server answered ${answer.status}`)
  await answer.text()
  return FINE
}

/** Writes a file the way an upload is kept, reads it back and removes it. */
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
    if (read !== id) throw new Error('the storage gave back something else than it was given')
  } finally {
    await files.remove(key)
    await rm(directory, { recursive: true, force: true })
  }
  if ((await files.freeBytes()) < LITTLE_SPACE) return { state: 'degraded', note: 'Little storage space is left.' }
  return FINE
}
