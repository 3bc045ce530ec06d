/**
 * The event-loop lag of the web process with 500 signed-in users: with 50 of them sending the costliest requests,
 * against all 500 working normally, in the same run on the same product.
 *
 *     node bench/hostile-load.ts          500 users, 50 hostile, 60 s each way; the pages must be built
 *     node bench/hostile-load.ts 100 10 20
 *
 * The people of a site have processors of their own. Here they share those of the product, so this process runs at the
 * lowest priority and spends as little as it can: connections stay open, and what is sent is built once.
 */
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { constants, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { addCaptionedProject, openSite, signUp } from './site.ts'

const [PEOPLE = 500, HOSTILE = 50, SECONDS = 60] = process.argv.slice(2).map(Number)
const WORDS = 500
/** Delay between two actions of a normal and of a hostile user, ms. */
const REST_MS = { working: 5_000, hostile: 1_000 }
const SIGN_UPS_AT_ONCE = 4
/** Upper limit for the lag of 999 of 1,000 turns of the event loop, ms. */
const LIMIT_MS = 50
/** A caption file that takes long to parse, as a JSON text. */
const LONG_FILE = Buffer.from(JSON.stringify(`WEBVTT\n\n00:00.000 --> 00:01.000\n${'‹'.repeat(1_600_000)}`))
/** A body far over every limit. */
const ENDLESS = Buffer.alloc(20_000_000, 'a')

type Person = { readonly cookie: string; readonly projectId: string; revision: number }

const site = await openSite()
const { url } = site
const agent = new Agent({ keepAlive: true, maxSockets: PEOPLE })
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
  agent.destroy()
  await site.close()
}

async function signUpAll(): Promise<Person[]> {
  const texts = Array.from({ length: WORDS }, (_, at) => `word${at}`)
  const people: Person[] = []
  let started = 0
  const signUpSome = async () => {
    while (started++ < PEOPLE) {
      const { email, cookies } = await signUp(url)
      const projectId = await addCaptionedProject(site.db, { email, texts })
      people.push({ cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '), projectId, revision: 1 })
    }
  }
  await Promise.all(Array.from({ length: SIGN_UPS_AT_ONCE }, signUpSome))
  return people
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
      // Users start at different times.
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

/** One action of a user who corrects captions. */
async function work(person: Person, turn: number): Promise<boolean> {
  if (turn % 4 === 0) return (await call(person, 'media/list')).status === 200
  if (turn % 4 === 1) return (await call(person, 'captions/get', { projectId: person.projectId })).status === 200
  return edit(person, [{ type: 'setWordText', id: `w${(turn % WORDS) + 1}`, text: `turn${turn}` }])
}

/** One of the costliest requests that anybody may send. */
async function attack(person: Person, turn: number): Promise<boolean> {
  const attacks = [
    () =>
      edit(
        person,
        Array.from({ length: 1_000 }, (_, n) => ({ type: 'resegment', profile: 'shorts', newId: `c${turn}-${n}` })),
      ),
    () => edit(person, [{ type: 'resegment', profile: turn % 2 === 0 ? 'netflix' : 'shorts', newId: `s${turn}` }]),
    () => edit(person, [replaceAll('o', 'o '.repeat(200).trim(), turn)]),
    async () => (await startFromFile(person)).status < 500,
    async () => (await send({ method: 'GET', path: `/projects/${randomUUID()}` })).status < 500,
    () => sendEndlessly(person),
  ]
  return (await attacks[turn % attacks.length]?.()) ?? true
}

function startFromFile({ cookie, projectId }: Person) {
  const [before = '', after = ''] = JSON.stringify({
    json: { projectId, language: 'en', source: { kind: 'subtitles', text: 'FILE' } },
  }).split('"FILE"')
  const body = [Buffer.from(before), LONG_FILE, Buffer.from(after)]
  return send({ method: 'POST', path: '/api/rpc/transcription/start', cookie, body })
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

function call({ cookie }: Person, procedure: string, input?: unknown): Promise<{ status: number }> {
  const body = [Buffer.from(JSON.stringify({ json: input }))]
  return send({ method: 'POST', path: `/api/rpc/${procedure}`, cookie, body })
}

/** Sends a request on a connection that stays open. @returns status 0 when there is no answer */
function send(o: {
  method: 'GET' | 'POST'
  path: string
  cookie?: string
  body?: readonly Buffer[]
}): Promise<{ status: number }> {
  return new Promise((resolve) => {
    const body = o.body ?? []
    const sent = request(`${url}${o.path}`, {
      method: o.method,
      agent,
      headers: {
        ...(o.cookie !== undefined && { cookie: o.cookie, origin: url }),
        ...(o.body !== undefined && {
          'content-type': 'application/json',
          'content-length': body.reduce((sum, { byteLength }) => sum + byteLength, 0),
        }),
      },
    })
    sent.on('error', () => resolve({ status: 0 }))
    sent.on('response', (answer) => {
      answer.on('error', () => resolve({ status: 0 }))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0 }))
      answer.resume()
    })
    for (const part of body) sent.write(part)
    sent.end()
  })
}

/** A body of up to 20 MB without a content length. */
function sendEndlessly({ cookie }: Person): Promise<boolean> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', cookie, origin: url }
    const sent = request(`${url}/api/auth/sign-in/email`, { method: 'POST', headers })
    const end = () => {
      sent.destroy()
      resolve(true)
    }
    sent.on('response', end).on('error', end).on('close', end)
    sent.end(ENDLESS)
  })
}

/** The event-loop lag of the web process since the last reading, ms. */
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
