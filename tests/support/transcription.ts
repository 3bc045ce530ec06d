import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRouterClient } from '@orpc/server'
import { afterAll, onTestFinished } from 'vitest'
import { createDocument, exportJson } from '#features/captions/model/index.ts'
import { ownWordsTasks } from '#features/captions/server/index.ts'
import { ledger } from '#features/credits/server/index.ts'
import { audioOf, earlyWavOf, findProject } from '#features/media/server/index.ts'
import type { Probe } from '#features/media/model/index.ts'
import type { Transcription } from '#features/transcription/model/index.ts'
import {
  administerSpeech,
  siteDefaults,
  openSpeech,
  startEarlyRun,
  startPendingRun,
  type Transcribed,
  transcribeJob,
  transcriptionProcedures,
  type TranscriptionJobDeps,
} from '#features/transcription/server/index.ts'
import { newestTemplate } from '#features/templates/model/index.ts'
import { systemClock } from '#platform/server/clock.ts'
import { type Db, transaction } from '#platform/server/db.ts'
import { openEvents } from '#platform/server/events.ts'
import { type FileStore, openFileStore } from '#platform/server/files.ts'
import { openJobQueue, startWorker } from '#platform/server/jobs.ts'
import { silentLog } from '#platform/server/log.ts'
import { openThreadPool } from '#platform/server/threads/thread-pool.ts'
import type { TestDatabase } from './database.ts'
import { storeCopy } from './files.ts'

type Speech = TranscriptionJobDeps['speech']
type Stage = 'uploading' | 'preparing' | 'prepared'

/**
 * The real transcription feature on a real database, queue, disk and recogniser. Call it once per file, at the top
 * level.
 */
export async function testTranscription({ db, url }: TestDatabase) {
  const log = silentLog()
  const dataDir = await mkdtemp(join(tmpdir(), 'wordpop-transcription-'))
  const events = await openEvents({ url, log })
  const jobs = await openJobQueue({ url, log })
  const files = openFileStore(dataDir)
  const credits = ledger({ now: systemClock })
  const speech = openSpeech({ modelsDirectory: join(dataDir, 'models'), temporary: files.temporary, now: systemClock })
  const transcribed: Transcribed[] = []
  afterAll(async () => {
    await speech.close()
    await threadPool.close()
    await jobs.close()
    await events.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  const threadPool = openThreadPool()
  const jobsInLine = async () => 3
  const deps = {
    db,
    jobs,
    jobsInLine,
    refuseOverLimit: async () => undefined,
    creditsLeftFor: async () => null,
    comingModel: administerSpeech({ db, jobs, speech, defaults: siteDefaults(db, undefined), now: systemClock }).coming,
    events,
    ledger: credits,
    ownWords: ownWordsTasks,
    threadPool,
    now: systemClock,
    newId: randomUUID,
    checkTemplate: newestTemplate,
    copyLook: async (_: string, id: string) => ({ copyOf: id }),
  }
  return {
    dataDir,
    events,
    jobs,
    speech,
    transcribed,
    settle: { jobs, ledger: credits, events, now: systemClock },
    /** Measures an uploaded video as media does: with its listener, in one transaction. */
    measure: (projectId: string, o: { durationMs?: number; hasSound?: boolean } = {}) =>
      transaction(db, async (tx) => {
        const probe = probeOf({ durationMs: o.durationMs ?? 20_000, hasSound: o.hasSound ?? true })
        await tx.$client.query(`update projects set stage = 'preparing', sha256 = $2, probe = $3 where id = $1`, [
          projectId,
          '0'.repeat(64),
          JSON.stringify(probe),
        ])
        const project = await findProject(tx, projectId)
        if (project !== undefined) await startPendingRun(tx, deps, project)
        await events.publish(tx, `project:${projectId}`)
      }),
    /** A user's spendable and held credits. */
    balance: (userId: string) => credits.balance(db, userId),
    /** The reasons in a user's credit history, newest first. */
    reasons: async (userId: string) => (await credits.history(db, userId, { limit: 10 })).map(({ reason }) => reason),
    /**
     * A new user with 30 credits and a video.
     * @param o.sound path of its sound, null for none
     * @param o.stage default `prepared`; before that, the sound is stored by `storeSound` only, and the length of a video
     *   that is uploaded is unknown
     */
    async creator(o: { sound: string | null; durationMs?: number; speech?: Speech; stage?: Stage }) {
      const userId = randomUUID()
      await db.$client.query('insert into users (id, email) values ($1, $2)', [userId, `${userId}@example.org`])
      await transaction(db, (tx) => credits.grantStart(tx, userId))
      const projectId = await insertProject(db, userId, {
        hasSound: o.sound !== null,
        durationMs: o.durationMs ?? 20_000,
        stage: o.stage ?? 'prepared',
      })
      // A run left in the queue would keep the workers of later tests busy.
      onTestFinished(async () => {
        await db.$client.query(
          'update jobs set cancel_requested = true where subject_id = $1 and finished_at is null',
          [projectId],
        )
      })
      const storeSound = async () => {
        if (o.sound !== null) await storeCopy(files, audioOf({ id: projectId }), o.sound)
        await db.$client.query(`update projects set assets = '{audio}' where id = $1`, [projectId])
        await events.publish(db, `project:${projectId}`)
      }
      if ((o.stage ?? 'prepared') === 'prepared') await storeSound()
      const caller = { userId, email: `${userId}@example.org` }
      const procedures = transcriptionProcedures({ ...deps, speech: o.speech ?? speech })
      const client = createRouterClient(procedures, { context: { caller, requestId: 'test' } })
      const arrive = arriveFirst({ ...deps, files }, { projectId, userId })
      return { userId, projectId, client, storeSound, arrive }
    },
    /** A worker in this process, stopped after the test. @returns stops it now; its jobs go back to the queue */
    async work(o: { speech?: Speech } = {}) {
      const job = transcribeJob({
        db,
        events,
        files,
        log,
        ledger: credits,
        ownWords: ownWordsTasks,
        threadPool,
        threads: 1,
        now: systemClock,
        speech: o.speech ?? speech,
        onTranscribed: async (_, done) => void transcribed.push(done),
      })
      return stopAfterTest(await startWorker({ db, url, jobs: [job], concurrency: 2, log, drainMs: 0 }))
    },
  }
}

function stopAfterTest(worker: Awaited<ReturnType<typeof startWorker>>): () => Promise<void> {
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= worker.stop())
  onTestFinished(stop)
  return stop
}

/** Returns how the sound of a video arrives before it. */
function arriveFirst(
  deps: Parameters<typeof startEarlyRun>[1] & { readonly db: Db; readonly files: FileStore },
  { projectId, userId }: { projectId: string; userId: string },
) {
  /**
   * @param o.durationMs its length, 20 s by default
   * @param o.isAnnounced whether the browser announced the picture of the video; false by default
   */
  return async (path: string, { durationMs = 20_000, isAnnounced = false } = {}) => {
    await storeCopy(deps.files, earlyWavOf({ id: projectId }), path)
    await transaction(deps.db, async (tx) => {
      await tx.$client.query(
        `insert into early_sounds (project_id, owner_id, size_bytes, state, duration_ms, picture, created_at)
         values ($1, $2, 1, 'ready', $3, $4, now())`,
        [projectId, userId, durationMs, isAnnounced ? JSON.stringify(ANNOUNCED) : null],
      )
      const project = await findProject(tx, projectId)
      if (project !== undefined) await startEarlyRun(tx, deps, { project, durationMs })
    })
  }
}

/** What the browser announces of a picture. */
export const ANNOUNCED = { width: 1_080, height: 1_920, fps: { n: 30, d: 1 } }

async function insertProject(
  db: Db,
  ownerId: string,
  o: { hasSound: boolean; durationMs: number; stage: Stage },
): Promise<string> {
  const id = randomUUID()
  await db.$client.query(
    `insert into projects (id, owner_id, title, size_bytes, stage, sha256, probe) values ($1, $2, 'My clip', 1, $5, $3, $4)`,
    o.stage === 'uploading'
      ? [id, ownerId, null, null, o.stage]
      : [id, ownerId, '0'.repeat(64), JSON.stringify(probeOf(o)), o.stage],
  )
  return id
}

function probeOf(o: { hasSound: boolean; durationMs: number }): Probe {
  return {
    container: 'mp4',
    durationMs: o.durationMs,
    width: 1_080,
    height: 1_920,
    fps: { n: 30, d: 1 },
    variableFrameRate: false,
    rotation: 0,
    videoCodec: 'h264',
    hdr: false,
    audio: o.hasSound ? { codec: 'aac', channels: 1, sampleRate: 44_100, tracks: 1, track: 0 } : null,
  }
}

/** The JSON download of one caption, three words a second. @param lines its words, line by line */
export function downloadedCaptions(lines: readonly (readonly string[])[]): string {
  const words = lines.flat().map((text, at) => ({
    text,
    startMs: at * 300,
    endMs: at * 300 + 200,
    confidence: null,
    timing: 'aligned' as const,
  }))
  return exportJson(
    createDocument({
      id: 'downloaded',
      media: { id: 'earlier', durMs: 60_000, fps: { n: 30, d: 1 }, w: 1_080, h: 1_920 },
      lang: 'en',
      provenance: { engine: 'file', model: 'file' },
      words,
      lines: [lines.map((line) => line.length)],
    }),
  )
}

type Client = Awaited<ReturnType<Awaited<ReturnType<typeof testTranscription>>['creator']>>['client']

/** Waits until the run of a project is over. Reconnects when the stream ends before it, as the page does. */
export async function ended(client: Pick<Client, 'watch'>, projectId: string): Promise<Transcription> {
  for (;;) {
    for await (const event of await client.watch({ projectId })) {
      if (event.type === 'state' && ['done', 'failed', 'cancelled'].includes(event.transcription.state))
        return event.transcription
    }
  }
}
