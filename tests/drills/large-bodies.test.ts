import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { captionsOf, putWords, startLargeSite } from './large-site.ts'

/**
 * Processor time of the web server's main thread for one request, ms. It bounds how long the request holds up the event
 * loop, and is 20 to 85 by the speed of the machine: receiving eight megabytes takes most of it. Parsed and checked there,
 * they took 100 to 400 on a quick machine.
 */
const MAX_MAIN_THREAD_MS = 100
const MAX_ATTEMPTS = 8
const WORDS = 200

let site: Awaited<ReturnType<typeof startLargeSite>>
let projectId: string
const captions = captionsOf(WORDS)

beforeAll(async () => {
  site = await startLargeSite()
  projectId = await site.insertProject(WORDS)
  // Compiles the code of every request before the first measurement.
  await resetProject()
  await site.mallory.call('captions/get', { projectId, batchIds: [] })
})

afterAll(() => site.close())

test.each([
  ['a correction of every word', () => corrections(10_000, 'x'.repeat(190)), [413, 422]],
  ['ten thousand corrections', () => corrections(10_000, 'word'), [413, 422]],
  ['more commands than a request may have', () => corrections(60_000, 'word'), [413, 422]],
  ['words put back', () => [putWords(captions, 25_000, 'x'.repeat(30))], [200]],
  ['ids of words that are not there', () => [{ type: 'deleteWords', ids: ids(200_000) }], [413, 422]],
  ['ids that are none', () => [{ type: 'deleteWords', ids: ids(190_000, '!') }], [422]],
])('captions/apply of %s holds nobody up', async (_what, commands, expected) => {
  const body = applyBody(commands())
  expect(await mainThreadMsOf('captions/apply', body, expected)).toBeLessThan(MAX_MAIN_THREAD_MS)
})

test.each([
  ['the longest script', 'script', `${'long'.repeat(29)} `.repeat(1_700).trim(), [200]],
  [
    'a WebVTT file of one long caption',
    'subtitles',
    `WEBVTT\n\n00:00.000 --> 00:01.000\n${'‹'.repeat(2_600_000)}`,
    [200],
  ],
  [
    'a WebVTT file of one caption of tags',
    'subtitles',
    `WEBVTT\n\n00:00.000 --> 00:01.000\na${'<'.repeat(4_900_000)}`,
    [200],
  ],
  ['an SRT file of 49,000 words', 'subtitles', srt(49_000), [200]],
  ['a caption file of ours', 'subtitles', captionFile(25_000), [200]],
  ['a JSON file of something else', 'subtitles', `{"words": [${'{"t0": 1, "text": "x"}, '.repeat(200_000)}{}]}`, [422]],
])('transcription/start with %s holds nobody up', async (_what, kind, text, expected) => {
  const body = { projectId, language: 'en', source: { kind, text } }
  expect(await mainThreadMsOf('transcription/start', body, expected)).toBeLessThan(MAX_MAIN_THREAD_MS)
})

test('captions/get with the ids of 10,000 batches does not block the event loop', async () => {
  const batchIds = Array.from({ length: 10_000 }, () => randomUUID())
  expect(await mainThreadMsOf('captions/get', { projectId, batchIds }, [200])).toBeLessThan(MAX_MAIN_THREAD_MS)
})

/**
 * Sends a request up to eight times until it is cheap enough: other work of the server counts too, and code that has
 * run only a few times is slower.
 * @returns the main-thread time of the cheapest one, ms
 */
async function mainThreadMsOf(procedure: string, input: unknown, expected: readonly number[]): Promise<number> {
  const bytes = Buffer.from(JSON.stringify({ json: input }))
  expect(bytes.byteLength, 'bytes').toBeLessThanOrEqual(8_000_000)
  let cheapest = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < MAX_ATTEMPTS && cheapest >= MAX_MAIN_THREAD_MS; attempt += 1) {
    await resetProject()
    const began = await mainThreadMs()
    const answer = await site.mallory.send(`/api/rpc/${procedure}`, {
      method: 'POST',
      bytes,
      headers: { 'content-type': 'application/json' },
    })
    cheapest = Math.min(cheapest, (await mainThreadMs()) - began)
    expect(expected, answer.text.slice(0, 300)).toContain(answer.status)
  }
  return cheapest
}

/** Every request finds the same captions, and no run. */
async function resetProject(): Promise<void> {
  await site.db.$client.query('delete from transcriptions where project_id = $1', [projectId])
  await site.db.$client.query('delete from caption_documents where project_id = $1', [projectId])
  await site.db.$client.query('insert into caption_documents (project_id, revision, snapshot) values ($1, 1, $2)', [
    projectId,
    Buffer.from(JSON.stringify(captions)),
  ])
}

/** Processor time that the main thread of the web server has used, in milliseconds. */
async function mainThreadMs(): Promise<number> {
  const [nanoseconds] = (await readFile(`/proc/${site.webServer}/task/${site.webServer}/schedstat`, 'utf8')).split(' ')
  return Number(nanoseconds) / 1e6
}

function applyBody(commands: readonly object[]) {
  const batches = []
  for (let at = 0; at < commands.length; at += 2_000)
    batches.push({ batchId: randomUUID(), commands: commands.slice(at, at + 2_000) })
  return { projectId, clientId: randomUUID(), baseRevision: 1, batches }
}

function corrections(count: number, text: string) {
  return Array.from({ length: count }, (_, at) => ({ type: 'setWordText', id: `w${(at % WORDS) + 1}`, text }))
}

function ids(count: number, end = '') {
  return Array.from({ length: count }, (_, at) => `${'w'.repeat(28)}${at}${end}`)
}

function srt(words: number): string {
  const cue = (at: number) => `${at + 1}\n${clock(at * 100)} --> ${clock(at * 100 + 90)}\nword${at} ${'‹'.repeat(20)}\n`
  return Array.from({ length: words / 2 }, (_, at) => cue(at)).join('\n')
}

function clock(ms: number): string {
  return `${new Date(ms).toISOString().slice(11, 19)},${String(ms % 1_000).padStart(3, '0')}`
}

function captionFile(words: number): string {
  return JSON.stringify(captionsOf(words))
}
