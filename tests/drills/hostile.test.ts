import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Command } from '#features/captions/model/index.ts'
import { createDocumentFor } from '#features/captions/server/index.ts'
import { findProject } from '#features/media/server/index.ts'
import { closeDatabase, type Db, openDatabase, transaction } from '#platform/server/db.ts'
import { environmentWith } from '#platform/server/env.ts'
import { startPostgres } from '#platform/server/database/postgres.ts'
import { startChild } from '#platform/server/process.ts'
import { fixture } from '../fixtures/fixture.ts'
import { upload } from '../support/tus.ts'
import { browser } from '../support/browser.ts'
import { reservePort } from '../support/reserve-port.ts'
import { type Child, runChild, until } from './children.ts'
import { partOf, ready } from './product-parts.ts'

/** The longest answer time during an attack, ms. */
const MAX_HEALTH_MS = 100
/** The largest memory growth of web server or worker during an attack, MiB. */
const MAX_GROWTH_MB = 150
/** The attacker's timeout, ms. */
const MAX_ANSWER_MS = 2_000

type Browser = ReturnType<typeof browser>
type Sample = { readonly healthMs: number; readonly ownMs: number; readonly rssMb: readonly number[] }

const samples: Sample[] = []
const port = await reservePort()
const url = `http://127.0.0.1:${port}`
const probing = new AbortController()
let product: Child
let db: Db
let mallory: Browser
let projectId: string

beforeAll(async () => {
  if (!existsSync('build/server/index.js')) throw new Error('the pages are not built: run npx vite build --app first')
  const dataDir = await folder()
  product = runChild('../../src/app/start.ts', [], {
    env: environmentWith({ DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn', SIGN_UPS_PER_ADDRESS: '1000' }),
  })
  await product.line('is ready')
  await ready(url)
  db = openDatabase((await startPostgres({ dataDir, say: () => {} })).url)
  await startProbe()
  mallory = await signedUp()
  projectId = await uploadClip(mallory)
  // The first edit after a start also loads the code of editing: no attack's cost.
  await captionWords(['a'])
  expect((await apply([{ type: 'setWordText', id: 'w1', text: 'first' }])).status).toBe(200)
}, 180_000)

afterAll(async () => {
  probing.abort()
  await closeDatabase(db)
  await product.stop()
})

test('refuses words multiplied by a replacement before building them', { timeout: 60_000 }, async () => {
  await captionWords(['first'])
  const long = [0, 1, 2].map((at) => ({ text: 'a', t0: 500 + at * 14_000_000, t1: (at + 1) * 14_000_000 }))
  const grow = (at: number): Command => ({
    type: 'replaceText',
    find: 'a',
    matchCase: true,
    wholeWords: false,
    replace: Array.from({ length: 200 }, () => 'a').join(' '),
    newId: `grown-${at}`,
  })
  await attack(() => apply([restore(long), grow(0), grow(1), grow(2)]))
})

test(
  '2,000 commands that each rebuild all captions cost no more than one request may',
  { timeout: 60_000 },
  async () => {
    await captionWords(Array.from({ length: 2_000 }, (_, at) => `word${at}`))
    await attack(() =>
      apply(
        Array.from({ length: 2_000 }, (_, at): Command => ({ type: 'resegment', profile: 'shorts', newId: `c-${at}` })),
      ),
    )
  },
)

test('cuts captions of words without width in time', { timeout: 60_000 }, async () => {
  const thin = Array.from({ length: 1_200 }, (_, at) => ({ text: '\u200B', t0: 500 + at * 3, t1: 503 + at * 3 }))
  await attack(() => apply([restore(thin), { type: 'resegment', profile: 'shorts', newId: 'thin' }]), {
    prepare: () => captionWords(['a']),
  })
})

test('answers an edit far behind many large ones in time', { timeout: 120_000 }, async () => {
  const rev = await captionWords(Array.from({ length: 20_000 }, (_, at) => `word${at}`))
  for (let times = 0; times < 20; times += 1) {
    const profile = times % 2 === 0 ? 'netflix' : 'shorts'
    await attack(() => apply([{ type: 'resegment', profile, newId: `again-${times}` }], rev + times))
  }
  await attack(() => apply([{ type: 'setWordText', id: 'w1', text: 'first' }], rev))
})

test('refuses bodies of 300 MB from visitors before reading them', { timeout: 120_000 }, async () => {
  const paths = ['/api/auth/sign-in/email', '/api/auth/sign-up/email', '/api/billing/webhooks']
  await attack(() => Promise.all(paths.map((path) => sendEndlessly(path, 300_000_000))), { withinMs: 10_000 })
})

test.each([
  ['a WebVTT file of quotation marks', 'subtitles', `WEBVTT\n\n00:00.000 --> 00:01.000\n${'‹'.repeat(1_600_000)}`],
  ['an SRT file of open braces', 'subtitles', `1\n00:00:00,000 --> 00:00:01,000\n${'{\\'.repeat(2_400_000)}`],
  ['a script of lines of one character', 'script', '中\n'.repeat(50_000)],
  ['a script of dots', 'script', '.'.repeat(50_000)],
])('%s keeps nobody waiting', { timeout: 120_000 }, async (_what, kind, text) => {
  await attack(() => mallory.call('transcription/start', { projectId, language: 'en', source: { kind, text } }), {
    prepare: noRun,
  })
  await noRun()
})

test('300 streams of one session slow nobody else down', { timeout: 120_000 }, async () => {
  const ada = await signedUp()
  const rev = await captionWords(['a'])
  await attack(
    async (limit) => {
      const closing = new AbortController()
      const streams = Array.from({ length: 300 }, () => openStream(mallory, rev, closing.signal))
      const opened = await Promise.all(streams)
      expect(opened.filter((status) => status === 429).length).toBeGreaterThan(200)
      const asked = performance.now()
      await ada.call('media/list')
      limit('answered somebody else', performance.now() - asked, MAX_HEALTH_MS)
      closing.abort()
    },
    { withinMs: 10_000 },
  )
})

test('48 photos of 48 megapixels at once slow nobody else down', { timeout: 180_000 }, async () => {
  const photo = await largePhoto()
  let person = mallory
  await attack(
    async () => {
      const sent = Array.from({ length: 48 }, () => person.send('/api/account/photo', { method: 'PUT', bytes: photo }))
      const statuses = (await Promise.all(sent)).map(({ status }) => status)
      expect(statuses).toContain(200)
      for (const status of statuses) expect([200, 429, 503]).toContain(status)
    },
    { withinMs: 120_000, prepare: async () => (person = await signedUp()) },
  )
})

test('pages of missing projects cost no more than a file', { timeout: 60_000 }, async () => {
  await attack(
    async () => {
      for (let times = 0; times < 300; times += 1)
        await fetch(`${url}/projects/${randomUUID()}`).then((page) => page.text())
    },
    { withinMs: 5_000 },
  )
})

/** Records a time over its limit, ms. */
type Limit = (what: string, tookMs: number, limitMs: number) => void

type AttackOptions = { readonly withinMs?: number; readonly prepare?: () => Promise<unknown> }

/**
 * Runs an attack, and expects health answers and memory to stay within their limits. A time over its limit counts if
 * three attacks exceed it, since other work of the machine slows answers down too.
 */
async function attack(act: (limit: Limit) => Promise<unknown>, o: AttackOptions = {}): Promise<void> {
  const { withinMs = MAX_ANSWER_MS, prepare } = o
  let exceeded: string[] = []
  for (let attempt = 0; attempt < 3; attempt += 1) {
    exceeded = []
    await prepare?.()
    await attackOnce(act, withinMs, (what, tookMs, limitMs) => {
      if (tookMs >= limitMs) exceeded.push(`${what}: ${Math.round(tookMs)} ms, limit ${limitMs} ms`)
    })
    if (exceeded.length === 0) return
  }
  expect(exceeded).toEqual([])
}

async function attackOnce(act: (limit: Limit) => Promise<unknown>, withinMs: number, limit: Limit): Promise<void> {
  const first = samples.length
  await until('a sample', async () => (samples.length > first ? true : undefined))
  const before = samples.at(-1)
  const began = performance.now()
  const answer = await act(limit)
  const tookMs = performance.now() - began
  const enough = samples.length + 5
  await until('samples afterwards', async () => (samples.length > enough ? true : undefined))
  const during = samples.slice(first)
  if (isAnswer(answer)) expect([200, 402, 409, 413, 422, 429, 503], answer.text.slice(0, 300)).toContain(answer.status)
  limit('answered', tookMs, withinMs)
  limit('slowest health check', Math.max(...during.map(({ healthMs, ownMs }) => healthMs - ownMs)), MAX_HEALTH_MS)
  for (const [part, was] of (before?.rssMb ?? []).entries()) {
    const most = Math.max(...during.map(({ rssMb }) => rssMb[part] ?? 0))
    expect(most - was, `growth of ${part === 0 ? 'web server' : 'worker'}, MiB`).toBeLessThan(MAX_GROWTH_MB)
  }
}

/** Waits until no run for captions is queued or running: a second one would be refused at once. */
async function noRun(): Promise<void> {
  await until('the run has ended', async () => {
    const run = await mallory.call('transcription/get', { projectId })
    return /"state":"(queued|running)"/.test(run.text) ? undefined : true
  })
}

function isAnswer(value: unknown): value is { status: number; text: string } {
  return typeof value === 'object' && value !== null && 'status' in value && 'text' in value
}

const SampleLine = z.object({ healthMs: z.number(), ownMs: z.number(), rssMb: z.array(z.number()) })

async function startProbe(): Promise<void> {
  const pids = await Promise.all([partOf(product, 'web-server'), partOf(product, 'worker')])
  startChild({
    module: join(import.meta.dirname, 'health-process.ts'),
    args: [url, ...pids.map(String)],
    signal: probing.signal,
    onStdoutLine: (line) => samples.push(SampleLine.parse(JSON.parse(line))),
  })
  await until('the first sample', async () => (samples.length > 0 ? true : undefined))
}

async function signedUp(): Promise<Browser> {
  const person = browser(url)
  expect((await person.signUp({ email: `${randomUUID()}@example.com`, name: 'Mallory' })).status).toBe(200)
  return person
}

async function uploadClip(person: Browser): Promise<string> {
  const cookie = [...person.cookies].map((pair) => pair.join('=')).join('; ')
  const id = await upload(
    (path, init) => fetch(new URL(path, url), { ...init, headers: { ...init?.headers, cookie, origin: url } }),
    await fixture('sentence-small'),
  )
  await until('the clip is prepared', async () => {
    const { rows } = await db.$client.query<{ stage: string }>('select stage from projects where id = $1', [id])
    return rows[0]?.stage === 'prepared' ? true : undefined
  })
  return id
}

/** Replaces the captions by these words, half a second each. @returns their revision */
async function captionWords(texts: readonly string[]): Promise<number> {
  return transaction(db, async (tx) => {
    await tx.$client.query('delete from caption_documents where project_id = $1', [projectId])
    const project = await findProject(tx, projectId)
    if (project === undefined) throw new Error('the project is gone')
    const words = texts.map((text, at) => ({
      text,
      startMs: at * 500,
      endMs: at * 500 + 500,
      confidence: 1,
      timing: 'asr' as const,
    }))
    const doc = await createDocumentFor(tx, project, {
      words,
      lang: 'en',
      provenance: { engine: 'test', model: 'test' },
    })
    return doc.rev
  })
}

function apply(commands: readonly Command[], baseRevision = 1) {
  const batches = [{ batchId: randomUUID(), commands }]
  return mallory.call('captions/apply', { projectId, clientId: randomUUID(), baseRevision, batches })
}

/** Inserts words after the first one, like the inverse of a deletion. */
function restore(words: readonly { text: string; t0: number; t1: number }[]): Command {
  const rest = { raw: '', timing: 'manual' as const, tags: [], join: 'none' as const }
  const insert = words.map((word, at) => ({ ...word, ...rest, id: `put-${at}` }))
  const cue = { id: 'c1', from: 'w1', to: `put-${words.length - 1}`, breaks: [] }
  return {
    type: 'restore',
    words: [{ after: 'w1', remove: [], insert }],
    cues: [{ after: null, remove: ['c1'], insert: [cue] }],
  }
}

/** Sends a body without saying how long it is, until the server has answered or hung up. @returns bytes that were sent */
function sendEndlessly(path: string, bytes: number): Promise<number> {
  const piece = Buffer.alloc(65_536, 'a')
  return new Promise((resolve) => {
    let sent = 0
    let ended = false
    const request = httpRequest(new URL(path, url), { method: 'POST', headers: { 'content-type': 'application/json' } })
    const end = () => {
      ended = true
      request.destroy()
      resolve(sent)
    }
    const more = () => {
      while (!ended && sent < bytes) {
        sent += piece.length
        if (!request.write(piece)) return void request.once('drain', more)
      }
      if (!ended) request.end()
    }
    request.on('response', end).on('error', end).on('close', end)
    more()
  })
}

/** Opens a stream and leaves it open. @returns the status of its answer */
async function openStream(person: Browser, revision: number, signal: AbortSignal): Promise<number> {
  const cookie = [...person.cookies].map((pair) => pair.join('=')).join('; ')
  const answer = await fetch(`${url}/api/rpc/captions/watch`, {
    method: 'POST',
    signal,
    headers: { 'content-type': 'application/json', cookie, origin: url },
    body: JSON.stringify({ json: { projectId, revision } }),
  })
  return answer.status
}

async function largePhoto(): Promise<Buffer> {
  const path = join(await folder(), 'photo.jpg')
  const args = ['-nostdin', '-v', 'error', '-f', 'lavfi', '-i', 'color=gray:size=8000x6000:d=1', '-frames:v', '1', path]
  await promisify(execFile)(process.env['FFMPEG_PATH'] ?? 'ffmpeg', args)
  return readFile(path)
}

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'hostile-'))
  afterAll(() => rm(path, { recursive: true, force: true, maxRetries: 5 }))
  return path
}
