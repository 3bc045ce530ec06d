import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { auditLedger, driftOf } from '#features/credits/server/index.ts'
import { closeDatabase, type Db, openDatabase } from '#platform/server/db.ts'
import { environmentWith } from '#platform/server/env.ts'
import { startPostgres } from '#platform/server/database/postgres.ts'
import { fixture } from '../fixtures/fixture.ts'
import { browser } from '../support/browser.ts'
import { runTool } from '../support/clips.ts'
import { expireHeartbeats } from '../support/expire-heartbeats.ts'
import { reservePort } from '../support/reserve-port.ts'
import { type Child, runChild, until } from './children.ts'
import { createNewData } from './new-data.ts'
import { partOf, ready } from './product-parts.ts'

/** The long run uses 30, and begins a part of it at any round. */
const ROUNDS = Number(process.env['SOUND_FIRST_ROUNDS'] ?? 3)
const FIRST_ROUND = Number(process.env['SOUND_FIRST_FROM'] ?? 0)
const PARTS = ['worker', 'web-server'] as const
/** A round's part is killed within these milliseconds of its first byte; from upload to words takes about as long. */
const KILL_WITHIN_MS = 6_000
const PIECES = 4

beforeAll(() => {
  if (!existsSync('build/server/index.js')) throw new Error('the pages are not built: run npx vite build --app first')
})

test(
  `captions asked for at once come, charged once, through ${ROUNDS} kills`,
  { timeout: 120_000 + ROUNDS * 90_000 },
  async () => {
    const drill = await start()
    const clip = await clipOf('sentence-small')
    for (let round = FIRST_ROUND; round < FIRST_ROUND + ROUNDS; round += 1) {
      const part = PARTS[round % PARTS.length] ?? 'worker'
      const person = await signedUp(drill.url, `person-${round}@example.org`)
      const [projectId] = await Promise.all([caption(person, clip, round), drill.killAfter(momentOf(round), part)])
      await expectCaptions(person, projectId, `round ${round}, ${part} killed after ${Math.round(momentOf(round))} ms`)
    }
    await expectOneCharge(drill.db)
  },
)

async function start() {
  const dataDir = await createNewData()
  onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  const port = await reservePort()
  const url = `http://127.0.0.1:${port}`
  const settings = { DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'fatal' }
  const product = runChild('../../src/app/start.ts', [], { env: environmentWith(settings) })
  onTestFinished(() => product.stop())
  await product.line('is ready')
  const db = openDatabase((await startPostgres({ dataDir, say: () => {} })).url)
  onTestFinished(() => closeDatabase(db))
  return {
    url,
    db,
    async killAfter(ms: number, part: (typeof PARTS)[number]): Promise<void> {
      const at = performance.now() + ms
      await until('the moment to kill', async () => (performance.now() >= at ? true : undefined))
      await kill(product, part)
      if (part === 'worker') await expireHeartbeats(db)
      await ready(url)
    },
  }
}

/** Kills a part, and waits until another took its place. */
async function kill(product: Child, part: (typeof PARTS)[number]): Promise<void> {
  const pid = await partOf(product, part)
  process.kill(pid, 'SIGKILL')
  await until(`another ${part}`, async () => ((await partOf(product, part)) === pid ? undefined : true))
}

type Person = ReturnType<typeof browser>

async function signedUp(url: string, email: string): Promise<Person> {
  const person = browser(url)
  await until(`${email} is signed up`, async () => {
    const answer = await person.signUp({ email, name: 'Ada' }).catch(() => undefined)
    return answer?.status === 200 ? true : undefined
  })
  return person
}

type Clip = { readonly video: Uint8Array; readonly sound: Uint8Array }

/** A clip, and its sound in a file of its own, as a browser sends it first. */
async function clipOf(name: 'sentence-small'): Promise<Clip> {
  const path = await fixture(name)
  const folder = await mkdtemp(join(tmpdir(), 'drill-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await runTool('ffmpeg', ['-v', 'error', '-i', path, '-vn', '-c:a', 'copy', join(folder, 'sound.m4a')])
  return { video: await readFile(path), sound: await readFile(join(folder, 'sound.m4a')) }
}

/**
 * Begins an upload, asks for its captions, and sends the bytes in pieces; unanswered requests are repeated. In every
 * second pair of rounds the sound goes first.
 */
async function caption(person: Person, { video, sound }: Clip, round: number): Promise<string> {
  const location = await begin(person, '/api/uploads', video)
  const projectId = location.split('/').at(-1) ?? ''
  // A conflict means that an earlier try was accepted.
  const asked = { projectId, language: 'en', source: { kind: 'speech' } }
  await until('captions are asked for', async () => {
    const answer = await person.call('transcription/start', asked).catch(() => undefined)
    return answer?.status === 200 || answer?.status === 409 ? true : undefined
  })
  if (round % 4 < 2) {
    const path = `/api/early-sounds/${projectId}`
    await begin(person, `${path}?width=360&height=640&n=30&d=1`, sound)
    await send(person, path, sound)
  }
  await send(person, location, video)
  return projectId
}

async function begin(person: Person, path: string, bytes: Uint8Array): Promise<string> {
  return until(`${path} begins`, async () => {
    const headers = { ...TUS, 'upload-length': String(bytes.length) }
    const answer = await person.send(path, { method: 'POST', headers }).catch(() => undefined)
    // A conflict means that an earlier try has arrived.
    if (answer?.status === 409) return path
    return answer?.status === 201 ? (answer.headers.get('location') ?? undefined) : undefined
  })
}

async function send(person: Person, location: string, bytes: Uint8Array): Promise<void> {
  const pieceBytes = Math.ceil(bytes.length / PIECES)
  await until(`${location} is uploaded`, async () => {
    const offset = await offsetOf(person, location)
    if (offset === undefined) return undefined
    if (offset >= bytes.length) return true
    const headers = { ...TUS, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }
    const piece = bytes.subarray(offset, offset + pieceBytes)
    await person.send(location, { method: 'PATCH', headers, bytes: piece }).catch(() => undefined)
    return undefined
  })
}

const TUS = { 'tus-resumable': '1.0.0' }

async function offsetOf(person: Person, location: string): Promise<number | undefined> {
  const answer = await person.send(location, { method: 'HEAD', headers: TUS }).catch(() => undefined)
  const offset = answer?.status === 200 ? answer.headers.get('upload-offset') : null
  return offset === null || offset === undefined ? undefined : Number(offset)
}

async function expectCaptions(person: Person, projectId: string, round: string): Promise<void> {
  await until(`${round}: the video has captions and is prepared`, async () => {
    const run = await person.call('transcription/get', { projectId }).catch(() => undefined)
    const project = await person.call('media/get', { projectId }).catch(() => undefined)
    const states = [{ ...Object(run?.output) }.state, { ...Object(project?.output) }.stage]
    if (states.includes('failed') || states.includes('refused')) throw new Error(`${round}: ${states.join(', ')}`)
    return states[0] === 'done' && states[1] === 'prepared' ? true : undefined
  })
  expect((await person.send(`/api/captions/${projectId}/document`)).status, round).toBe(200)
  expect((await person.call('credits/balance')).output, round).toMatchObject({ available: 20, held: 0 })
}

async function expectOneCharge(db: Db): Promise<void> {
  const { rows } = await db.$client.query(
    `select t.state, t.credits, h.state as hold, h.captured, count(*)::int as runs
     from transcriptions t left join credit_holds h on h.reference = t.id::text and h.idempotency_key = 'transcription:' || t.id group by 1, 2, 3, 4`,
  )
  expect(rows).toEqual([{ state: 'done', credits: 10, hold: 'captured', captured: 10, runs: ROUNDS }])
  const early = `select 1 from credit_holds where idempotency_key like 'transcription-early:%' and state <> 'released'`
  expect((await db.$client.query(early)).rows).toEqual([])
  expect(driftOf(await auditLedger(db))).toBe(0)
}

/** Milliseconds until a round's part dies: different in every round, the same in every run. */
function momentOf(round: number): number {
  return ((((round + 1) * (Math.sqrt(5) - 1)) / 2) % 1) * KILL_WITHIN_MS
}
