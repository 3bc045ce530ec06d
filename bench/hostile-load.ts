/**
 * How late the web process answers 500 people who are signed in: while 50 of them send what costs the most, against
 * all 500 working as people do, in the same run on the same product.
 *
 *     node bench/hostile-load.ts          500 people, 50 hostile, 60 s each way; the pages must be built
 *     node bench/hostile-load.ts 100 10 20
 */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDocument } from '#features/captions/model/index.ts'
import type { Probe } from '#features/media/model/index.ts'
import { closeDatabase, openDatabase } from '#platform/server/db.ts'
import { environmentWith } from '#platform/server/env.ts'
import { startPostgres } from '#platform/server/postgres.ts'
import { type Child, runChild } from '../tests/drills/children.ts'
import { ready } from '../tests/drills/product-parts.ts'
import { reservePort } from '../tests/support/reserve-port.ts'

const [PEOPLE = 500, HOSTILE = 50, SECONDS = 60] = process.argv.slice(2).map(Number)
const WORDS = 500
/** Between two actions of somebody who works, and of somebody hostile, ms. */
const REST_MS = { working: 5_000, hostile: 1_000 }
const SIGN_UPS_AT_ONCE = 4
/** The most that 999 of 1,000 turns of the event loop may be late, ms. */
const LIMIT_MS = 50

const PROBE: Probe = {
  container: 'mp4',
  durationMs: 150_000,
  width: 1_080,
  height: 1_920,
  videoCodec: 'h264',
  fps: { n: 30, d: 1 },
  variableFrameRate: false,
  rotation: 0,
  hdr: false,
  audio: { codec: 'aac', channels: 2, sampleRate: 48_000, tracks: 1, track: 0 },
}

type Person = { readonly cookie: string; readonly projectId: string; revision: number }

const dataDir = await mkdtemp(join(tmpdir(), 'bench-load-'))
const url = `http://127.0.0.1:${await reservePort()}`
const product = await startProduct()
// Those who send have processors of their own; here they get what the product leaves.
setPriority(constants.priority.PRIORITY_LOW)
try {
  const people = await signUpAll()
  await load(people, { hostile: 0, seconds: 10 })
  const quiet = await load(people, { hostile: 0, seconds: SECONDS })
  const attacked = await load(people, { hostile: HOSTILE, seconds: SECONDS })
  console.log(`${PEOPLE} people, ${HOSTILE} of them hostile, ${SECONDS} s each way; event loop late by, ms`)
  for (const [name, row] of Object.entries({ 'all working': quiet, 'some hostile': attacked }))
    console.log(
      [name.padEnd(13), `p50 ${ms(row.p50)}`, `p99 ${ms(row.p99)}`, `p99.9 ${ms(row.p999)}`, `max ${ms(row.max)}`].join(
        '  ',
      ),
      `  answers: p50 ${ms(row.answers.p50)} p99 ${ms(row.answers.p99)}, ${row.answers.count} in all, ${row.errors} errors`,
    )
  for (const [name, { busy }] of Object.entries({ 'all working': quiet, 'some hostile': attacked }))
    console.log(
      [
        name.padEnd(13),
        `p50 ${ms(busy.p50)}`,
        `p99 ${ms(busy.p99)}`,
        `p99.9 ${ms(busy.p999)}`,
        `max ${ms(busy.max)}`,
      ].join('  '),
      '  with a processor of its own',
    )
  console.log(`ratio of p99.9, hostile to working: ${(attacked.p999 / quiet.p999).toFixed(2)}`)
  console.log(attacked.p999 <= LIMIT_MS ? `within ${LIMIT_MS} ms` : `OVER ${LIMIT_MS} ms`)
} finally {
  await product.stop()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
}

async function startProduct(): Promise<Child> {
  const child = runChild('../../src/app/start.ts', [], {
    env: environmentWith({
      DATA_DIR: dataDir,
      PORT: new URL(url).port,
      LOG_LEVEL: 'error',
      SIGN_UPS_PER_ADDRESS: '100000',
    }),
  })
  await child.line('is ready')
  await ready(url)
  return child
}

async function signUpAll(): Promise<Person[]> {
  const db = openDatabase((await startPostgres({ dataDir, say: () => {} })).url)
  const people: Person[] = []
  const signUpSome = async () => {
    while (people.length < PEOPLE) {
      const person = { cookie: '', projectId: randomUUID(), revision: 1 }
      people.push(person)
      const email = `${randomUUID()}@example.com`
      Object.assign(person, { cookie: await signUp(email) })
      await db.$client.query(
        `insert into projects (id, owner_id, title, stage, size_bytes, sha256, probe)
         select $1, id::text, 'Clip', 'prepared', 1, $3, $4 from users where email = $2`,
        [person.projectId, email, '0'.repeat(64), JSON.stringify(PROBE)],
      )
      await db.$client.query('insert into caption_documents (project_id, revision, snapshot) values ($1, 1, $2)', [
        person.projectId,
        Buffer.from(JSON.stringify(captionsOf(person.projectId))),
      ])
    }
  }
  await Promise.all(Array.from({ length: SIGN_UPS_AT_ONCE }, signUpSome))
  await closeDatabase(db)
  return people
}

/** @returns the cookie of the session */
async function signUp(email: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ name: 'Ada', email, password: 'purple otter climbs' }),
  })
  if (!answer.ok) throw new Error(`sign-up answered ${answer.status}: ${await answer.text()}`)
  return answer.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ')
}

function captionsOf(projectId: string) {
  const words = Array.from({ length: WORDS }, (_, at) => ({
    text: `word${at}`,
    startMs: at * 300,
    endMs: at * 300 + 300,
    confidence: 1,
    timing: 'asr' as const,
  }))
  const media = { id: projectId, durMs: WORDS * 300, fps: { n: 30, d: 1 }, w: 1_080, h: 1_920 }
  return createDocument({ id: randomUUID(), media, lang: 'en', provenance: { engine: 'bench', model: 'bench' }, words })
}

/** Lets everybody act for a while. @returns how late the event loop and the answers to those who work were */
async function load(people: readonly Person[], o: { hostile: number; seconds: number }) {
  const until = performance.now() + o.seconds * 1_000
  const answersMs: number[] = []
  let errors = 0
  await readLag()
  await Promise.all(
    people.map(async (person, at) => {
      const isHostile = at < o.hostile
      const restMs = isHostile ? REST_MS.hostile : REST_MS.working
      // Nobody begins at the same moment as another.
      await sleep((restMs * at) / people.length)
      for (let turn = at; performance.now() < until; turn += 1) {
        const began = performance.now()
        const ok = await (isHostile ? attack(person, turn) : work(person, turn))
        if (!isHostile) answersMs.push(performance.now() - began)
        if (!isHostile && !ok) errors += 1
        await sleep(restMs)
      }
    }),
  )
  return { ...(await readLag()), answers: summary(answersMs), errors }
}

/** What somebody does who corrects captions. */
async function work(person: Person, turn: number): Promise<boolean> {
  if (turn % 4 === 0) return (await call(person, 'media/list')).status === 200
  if (turn % 4 === 1) return (await call(person, 'captions/get', { projectId: person.projectId })).status === 200
  return edit(person, [{ type: 'setWordText', id: `w${(turn % WORDS) + 1}`, text: `turn${turn}` }])
}

/** What costs the most of what anybody may send. */
async function attack(person: Person, turn: number): Promise<boolean> {
  const { projectId } = person
  const attacks = [
    () =>
      edit(
        person,
        Array.from({ length: 1_000 }, (_, n) => ({ type: 'resegment', profile: 'shorts', newId: `c${turn}-${n}` })),
      ),
    () => edit(person, [{ type: 'resegment', profile: turn % 2 === 0 ? 'netflix' : 'shorts', newId: `s${turn}` }]),
    () => edit(person, [replaceAll('o', 'o '.repeat(200).trim(), turn)]),
    async () =>
      (await startFrom(projectId, person, `WEBVTT\n\n00:00.000 --> 00:01.000\n${'‹'.repeat(1_600_000)}`)).status < 500,
    async () => (await fetch(`${url}/projects/${randomUUID()}`)).status < 500,
    () => sendEndlessly(person),
  ]
  return (await attacks[turn % attacks.length]?.()) ?? true
}

function startFrom(projectId: string, person: Person, text: string) {
  return call(person, 'transcription/start', { projectId, language: 'en', source: { kind: 'subtitles', text } })
}

function replaceAll(find: string, replace: string, turn: number) {
  return { type: 'replaceText', find, replace, matchCase: true, wholeWords: false, newId: `r${turn}` }
}

async function edit(person: Person, commands: readonly object[]): Promise<boolean> {
  const { projectId, revision } = person
  const batches = [{ batchId: randomUUID(), commands }]
  const answer = await call(person, 'captions/apply', {
    projectId,
    clientId: randomUUID(),
    baseRevision: revision,
    batches,
  })
  if (answer.status === 200) Object.assign(person, { revision: revision + 1 })
  return answer.status === 200
}

async function call({ cookie }: Person, procedure: string, input?: unknown): Promise<{ status: number }> {
  const answer = await fetch(`${url}/api/rpc/${procedure}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie, origin: url },
    body: JSON.stringify({ json: input }),
  }).catch(() => undefined)
  await answer?.arrayBuffer().catch(() => undefined)
  return { status: answer?.status ?? 0 }
}

/** A body of up to 20 MB whose length is not announced. */
function sendEndlessly({ cookie }: Person): Promise<boolean> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', cookie, origin: url }
    const sent = request(`${url}/api/auth/sign-in/email`, { method: 'POST', headers })
    const end = () => {
      sent.destroy()
      resolve(true)
    }
    sent.on('response', end).on('error', end).on('close', end)
    sent.end(Buffer.alloc(20_000_000, 'a'))
  })
}

/** How late the event loop of the web process was since the last reading, ms. */
async function readLag() {
  const text = await (await fetch(`${url}/metrics`)).text()
  const value = (name: string) => {
    const line = text.split('\n').find((each) => each.startsWith(`${name} `))
    if (line === undefined) throw new Error(`/metrics has no ${name}`)
    return Number(line.slice(name.length + 1)) * 1_000
  }
  const latenessOf = (metric: string) => {
    const quantile = (q: string) => value(`${metric}_seconds{quantile="${q}"}`)
    return {
      p50: quantile('0.5'),
      p99: quantile('0.99'),
      p999: quantile('0.999'),
      max: value(`${metric}_max_seconds`),
    }
  }
  return { ...latenessOf('nodejs_eventloop_lag'), busy: latenessOf('nodejs_eventloop_busy') }
}

function summary(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (q: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99), count: sorted.length }
}

function ms(value: number): string {
  return value.toFixed(1)
}
