/**
 * Opening a past version on the server, of captions of 20,000 words with 5,000 revisions, against the naive replay of
 * every revision from the first, in the same run.
 *
 *     node bench/versions.ts
 *     node bench/versions.ts 20000 5000 40     and the number of versions opened
 */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { type CaptionDocument, type Command, cuesOf, REQUEST_STEPS } from '#features/captions/model/index.ts'
import { acceptEdits } from '#features/captions/server/edits/accept-edits.ts'
import { saveBatches, type StoredDocument } from '#features/captions/server/storage/document-rows.ts'
import { PastVersions, rewriteDueSnapshots } from '#features/captions/server/index.ts'
import { versionTask } from '#features/captions/server/versions/version-task.ts'
import { closeDatabase, openDatabase, transaction } from '#platform/server/db.ts'
import { migrate } from '#platform/server/migrations.ts'
import { startPostgres } from '#platform/server/database/postgres.ts'
import { openThreadPool } from '#platform/server/threads/thread-pool.ts'
import { insertLongProject } from './long-document/project.ts'

const [WORDS = 20_000, REVISIONS = 5_000, OPENED = 40] = process.argv.slice(2).map(Number)
/**
 * Upper limits, ms: one version by the clock, which counts the database too, and its processor time, which other load
 * hardly affects; and one turn of the event loop.
 */
const LIMIT_MS = 300
const TURN_MS = 50
/** Other programs of the machine delay single runs; the fastest of three counts. */
const TRIES = 3
/** Revisions between two rounds of maintenance: a minute of several busy editors. */
const ROUND = 200
const ACCOUNT = randomUUID()

const dataDir = await mkdtemp(join(tmpdir(), 'bench-versions-'))
const postgres = await startPostgres({ dataDir, say: () => {} })
const db = openDatabase(postgres.url)
const threadPool = openThreadPool()
try {
  await migrate(db)
  const { projectId, document } = await insertLongProject(db, ACCOUNT, WORDS)
  await edit(projectId, document)
  await compare(projectId)
} finally {
  await threadPool.close()
  await closeDatabase(db)
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
}

/** Saves all revisions, with the maintenance of the worker in between. */
async function edit(projectId: string, first: CaptionDocument): Promise<void> {
  let current = first
  for (let revision = 2; revision <= REVISIONS; revision++) {
    const batches = [{ batchId: randomUUID(), commands: [editOf(current, revision)] }]
    const { doc, accepted } = acceptEdits(current, { since: [], batches, userId: ACCOUNT, steps: REQUEST_STEPS })
    current = doc
    const saving = { projectId, clientId: ACCOUNT, authorId: ACCOUNT }
    await transaction(db, (tx) => saveBatches(tx, saving, accepted))
    if (revision % ROUND === 0) await rewriteDueSnapshots({ db, threadPool, now: () => new Date() })
  }
}

/** A correction, or now and then a change of times, captions, words or the whole cut. */
function editOf(doc: CaptionDocument, revision: number): Command {
  const place = (revision * 7_919) % doc.words.length
  const word = doc.words[place]
  const cue = cuesOf(doc)[(revision * 104_729) % (cuesOf(doc).length - 1)]
  if (word === undefined || cue === undefined) throw new RangeError('no words are left')
  if (revision % 1_900 === 0)
    return { type: 'resegment', profile: revision % 3_800 === 0 ? 'shorts' : 'netflix', newId: `n${revision}` }
  switch (revision % 8) {
    case 1:
      return { type: 'retimeWords', words: [{ id: word.id, t0: word.t0, t1: word.t1 - 1 }] }
    case 2:
      return { type: 'mergeCues', id: cue.id }
    case 3:
      return { type: 'insertWords', after: word.id, words: [{ id: `w-${revision}`, text: 'really' }] }
    case 4:
      return { type: 'deleteWords', ids: [word.id] }
    default:
      return { type: 'setWordText', id: word.id, text: `take${revision}` }
  }
}

async function compare(projectId: string): Promise<void> {
  const { rows } = await db.$client.query<{ revision: number; bytes: number }>(
    'select revision, octet_length(document) as bytes from caption_snapshots where project_id = $1 order by revision',
    [projectId],
  )
  const bytes = rows.reduce((sum, row) => sum + row.bytes, 0)
  console.log(
    `${rows.length} stored copies of ${(bytes / 1_000_000).toFixed(1)} MB: ${rows.map((row) => row.revision).join(', ')}`,
  )
  const versions = new PastVersions({ db, threadPool, mostBytes: 0 })
  const ours = (revision: number) => versions.read({ projectId, revision, encoding: 'br', account: ACCOUNT })
  const naive = (revision: number) => replayAll(projectId, revision)
  // Warm-up: threads start, and code is compiled.
  await Promise.all([ours(2), naive(2)])
  const results = { ours: await openEach(ours), naive: await openEach(naive) }
  for (const [name, { cpuMs, wallMs, turnMs }] of Object.entries(results))
    console.log(
      `${name.padEnd(6)} processor time: median ${figure(cpuMs, 0.5)}, slowest ${figure(cpuMs, 1)}; ` +
        `by the clock: median ${figure(wallMs, 0.5)}, slowest ${figure(wallMs, 1)}; ` +
        `turns of the event loop: median ${figure(turnMs, 0.5)}, 95% ${figure(turnMs, 0.95)}`,
    )
  const { cpuMs, wallMs, turnMs } = results.ours
  const slowest = Math.max(shareOf(cpuMs, 1), shareOf(wallMs, 1))
  if (slowest > LIMIT_MS || shareOf(turnMs, 0.95) > TURN_MS) process.exitCode = 1
}

/** Opens versions from the whole history, oldest to newest. */
async function openEach(open: (revision: number) => Promise<Uint8Array>) {
  const costs = { cpuMs: [] as number[], wallMs: [] as number[], turnMs: [] as number[] }
  for (let at = 1; at <= OPENED; at++) {
    const revision = Math.max(1, Math.round((REVISIONS * at) / OPENED))
    const tries = []
    for (let attempt = 0; attempt < TRIES; attempt++) tries.push(await measureOne(() => open(revision)))
    for (const name of ['cpuMs', 'wallMs', 'turnMs'] as const)
      costs[name].push(Math.min(...tries.map((one) => one[name])))
  }
  return costs
}

/** The processor time of all threads, the time by the clock, and the longest turn of the event loop, ms. */
async function measureOne(work: () => Promise<unknown>) {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const [begun, cpu] = [performance.now(), process.cpuUsage()]
  await work()
  const { user, system } = process.cpuUsage(cpu)
  delay.disable()
  return { cpuMs: (user + system) / 1_000, wallMs: performance.now() - begun, turnMs: delay.max / 1e6 }
}

/** Replays every revision from the first in a thread, too. */
async function replayAll(projectId: string, revision: number): Promise<Uint8Array> {
  const { rows } = await db.$client.query<{ packed: Buffer; effects: Buffer[] }>(
    `select document as packed, array(
       select effects from caption_batches b where b.project_id = $1 and b.revision <= $2 order by b.revision) as effects
     from caption_snapshots where project_id = $1 and revision = 1`,
    [projectId, revision],
  )
  const [row] = rows
  if (row === undefined) throw new Error('the first revision has no copy')
  const stored: StoredDocument = {
    revision,
    state: '',
    snapshot: { revision: 1, packed: row.packed },
    effects: row.effects,
  }
  return threadPool.run(
    versionTask,
    { stored, encoding: 'br' },
    { account: ACCOUNT, timeoutMs: 60_000, tooSlow: 'The naive replay took too long.' },
  )
}

function figure(values: readonly number[], share: number): string {
  return `${shareOf(values, share).toFixed(0)} ms`
}

function shareOf(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(share * values.length) - 1] ?? Number.NaN
}
