import { randomUUID } from 'node:crypto'
import { createRouterClient } from '@orpc/server'
import { Hono } from 'hono'
import { afterAll } from 'vitest'
import { rateLimitStorage } from '#features/accounts/server/index.ts'
import type { CaptionDocument, Command } from '#features/captions/model/index.ts'
import {
  captionsProcedures,
  captionsRoutes,
  createDocumentFor,
  OpenDocuments,
  PastVersions,
} from '#features/captions/server/index.ts'
import type { Probe } from '#features/media/model/index.ts'
import { transaction } from '#platform/server/db.ts'
import { openEvents } from '#platform/server/events.ts'
import type { HttpEnv } from '#platform/server/http.ts'
import { silentLog } from '#platform/server/log.ts'
import { openThreadPool, type ThreadPool } from '#platform/server/threads/thread-pool.ts'
import { testDatabase } from './database.ts'

/**
 * What the captions' procedures need, closed after the tests of a file. Call it once per file, at the top level.
 * @param database default: one of its own, with the newest schema
 */
export async function captionServices(database?: Awaited<ReturnType<typeof testDatabase>>) {
  const { db, url } = database ?? (await testDatabase())
  const consumeRateLimit = rateLimitStorage({ db, now: () => new Date() }).consume
  const events = await openEvents({ url, log: silentLog() })
  const threadPool = openThreadPool()
  afterAll(() => Promise.all([events.close(), threadPool.close()]))

  /**
   * Somebody's client of a web process with an empty memory.
   * @param o.documents the memory of a web process that others use too
   */
  function clientOf(
    userId: string,
    o: { threadPool?: Pick<ThreadPool, 'run'>; documents?: OpenDocuments; now?: () => Date } = {},
  ) {
    const memory = { documents: new OpenDocuments(), now: () => new Date() }
    return createRouterClient(captionsProcedures({ db, events, threadPool, consumeRateLimit, ...memory, ...o }), {
      context: { caller: { userId, email: 'ada@example.org' }, requestId: 'r' },
    })
  }
  return { db, events, threadPool, clientOf }
}

/** The captions' procedures on a database of their own. Call it once per file, at the top level. */
export async function captionsLab() {
  const { db, threadPool, clientOf } = await captionServices()
  const documents = new OpenDocuments()
  const versions = new PastVersions({ db, threadPool })

  /** A project with captions of so many words. */
  async function project({ words, ownerId = randomUUID() }: { words: number; ownerId?: string }) {
    const projectId = randomUUID()
    await db.$client.query("insert into projects (id, owner_id, title, size_bytes) values ($1, $2, 'My clip', 1)", [
      projectId,
      ownerId,
    ])
    return { projectId, ownerId, document: await createCaptions(projectId, words) }
  }

  function createCaptions(projectId: string, words: number): Promise<CaptionDocument> {
    const spoken = Array.from({ length: words }, (_, at) => ({
      text: `word${at % 97}`,
      startMs: at * 300,
      endMs: at * 300 + 300,
      confidence: 0.9,
      timing: 'asr' as const,
    }))
    const transcript = { words: spoken, lang: 'en', provenance: { engine: 'test', model: 'test' } }
    const probe = { ...PROBE, durationMs: Math.max(5_000, words * 300) }
    return transaction(db, (tx) => createDocumentFor(tx, { id: projectId, probe }, transcript))
  }

  /** A web process with an empty cache, and the calls of one user. */
  function webProcess({ pool = threadPool }: { pool?: Pick<ThreadPool, 'run'> } = {}) {
    const memory = new OpenDocuments()
    return (userId: string, projectId: string) => {
      const client = clientOf(userId, { threadPool: pool, documents: memory })
      return {
        get: async () => (await client.get({ projectId })).document,
        /** @returns the new revisions */
        apply: async (commands: Command[], baseRevision: number) => {
          const batches = [{ batchId: randomUUID(), commands }]
          const { saved } = await client.apply({ projectId, clientId: randomUUID(), baseRevision, batches })
          return saved.map(({ revision }) => revision)
        },
      }
    }
  }

  /** Requests a captions route as a user; null for a visitor. */
  function ask(path: string, userId: string | null, headers: Record<string, string> = {}) {
    const app = new Hono<HttpEnv>()
    app.use((c, next) => {
      c.set('caller', userId === null ? null : { userId, email: 'ada@example.org' })
      return next()
    })
    return app.route('/', captionsRoutes({ db, documents, versions })).request(path, { headers })
  }

  return { db, threadPool, clientOf, ask, project, createCaptions, webProcess }
}

/** A silent vertical clip of five seconds. */
export const PROBE: Probe = {
  container: 'mp4',
  durationMs: 5_000,
  width: 1_080,
  height: 1_920,
  fps: { n: 30, d: 1 },
  variableFrameRate: false,
  videoCodec: 'h264',
  audio: null,
  hdr: false,
  rotation: 0,
}
