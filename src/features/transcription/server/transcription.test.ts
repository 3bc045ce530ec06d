import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openFileStore } from '#platform/server/files.ts'
import { unpackText } from '#platform/server/packed-text.ts'
import { startChild } from '#platform/server/process.ts'
import { transaction } from '#platform/server/db.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { expireHeartbeats } from '../../../../tests/support/expire-heartbeats.ts'
import { threadMs } from '../../../../tests/support/linear.ts'
import { pausingSpeech } from '../../../../tests/support/pausing-speech.ts'
import { bare, speechMaker, wordErrors } from '../../../../tests/support/speech.ts'
import { downloadedCaptions, ended, testTranscription } from '../../../../tests/support/transcription.ts'
import { SpokenWord, type Transcription } from '../model/index.ts'
import { unitsOf } from '../model/own-words.ts'
import { EngineFailure, type SpeechEngine } from './ports.ts'
import { engineChoice } from './engines/engine-choice.ts'
import { endRuns } from './index.ts'
import { TRANSCRIBE } from './job-definition.ts'

const database = await testDatabase({ max: 20 })
const lab = await testTranscription(database)
const speech = await speechMaker()
const SENTENCE = 'Every good video starts with one clear idea. Say it in the first second, and people will stay.'
const sentence = await speech.say('sentence', SENTENCE, { voice: 'rms' })
const clause = await speech.say('clause', 'Every good video starts with one clear idea.', { voice: 'rms' })
/** Its first words arrive before the rest is recognised. */
const twoPieces = await speech.join('two-pieces', [clause, sentence], { pauseMs: 900 })

test('quotes the price of the measured length, the spendable credits and the engines', async () => {
  const { client, projectId } = await lab.creator({ sound: sentence, durationMs: 181_000 })
  expect(await client.quote({ projectId })).toEqual({
    credits: 20,
    enough: true,
    available: 30,
    limitLeft: null,
    durationMs: 181_000,
    hasSound: true,
    engines: [expect.objectContaining({ id: 'pocketsphinx', quality: 'draft', languages: ['en'], host: null })],
    coming: null,
    speakers: 'missing',
  })
})

test('streams words during a run and charges ten credits once it is done', async () => {
  const { client, projectId, userId } = await lab.creator({ sound: sentence })
  const started = await client.start({ projectId, source: { kind: 'speech' } })
  expect(started).toMatchObject({ state: 'queued', credits: 10, engineLabel: 'Draft transcript (English)' })
  expect(await lab.balance(userId)).toEqual({ available: 20, held: 10 })
  await lab.work()

  const { run, words } = await followed(await client.watch({ projectId }))
  expect(run).toMatchObject({ state: 'done', progress: 1, language: 'en' })
  expect(await lab.balance(userId)).toEqual({ available: 20, held: 0 })
  expect(await lab.reasons(userId)).toEqual([expect.stringMatching(/^Captions for .+, \d+ s$/u), 'Starting credits'])
  const done = lab.transcribed.find((each) => each.projectId === projectId)
  expect(done).toMatchObject({ engine: 'pocketsphinx', language: 'en' })
  expect(words.map(({ text }) => bare(text))).toEqual(done?.words.map(({ text }) => bare(text)))
  expect(
    wordErrors(
      SENTENCE.split(' ').map(bare),
      words.map(({ text }) => bare(text)),
    ),
  ).toBeLessThanOrEqual(3)
  expectTimed(done?.words ?? [])
  expect(done?.words[0]?.text).toMatch(/^[A-Z]/)
  expect(done?.words.at(-1)?.text).toMatch(/\.$/)
})

test('rejects a second start during a run and charges nothing more', async () => {
  const { client, projectId, userId } = await lab.creator({ sound: sentence })
  const both = await Promise.allSettled([1, 2].map(() => client.start({ projectId, source: { kind: 'speech' } })))
  const refused = both.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  expect(refused).toEqual([expect.objectContaining({ code: 'conflict' })])
  expect(await lab.balance(userId)).toEqual({ available: 20, held: 10 })
})

test('refuses a run without enough credits, states both amounts and queues nothing', async () => {
  const { client, projectId } = await lab.creator({ sound: sentence, durationMs: 600_000 })
  const refused = client.start({ projectId, source: { kind: 'speech' } })
  await expect(refused).rejects.toMatchObject({ code: 'insufficient_credits', details: { current: 30, required: 40 } })
  expect(await client.get({ projectId })).toBeNull()
})

test('refuses a run that cannot start before it reads the text', async () => {
  const unreadable = { kind: 'subtitles' as const, text: 'no times at all', times: 'align' as const }
  const { client, projectId } = await lab.creator({ sound: sentence, durationMs: 600_000 })
  await expect(client.start({ projectId, source: unreadable })).rejects.toMatchObject({ code: 'insufficient_credits' })

  const busy = await lab.creator({ sound: sentence })
  await busy.client.start({ projectId: busy.projectId, source: { kind: 'speech' } })
  const second = busy.client.start({ projectId: busy.projectId, source: unreadable })
  await expect(second).rejects.toMatchObject({ code: 'conflict' })
})

test('reads a large subtitle file outside the thread that answers requests', async () => {
  const { client, projectId } = await lab.creator({ sound: sentence })
  const cue = (at: number) => `${at}\n00:00:01,000 --> 00:00:02,000\n${'今日は良い天気ですね'.repeat(2_000)}\n\n`
  const source = { kind: 'subtitles' as const, text: Array.from({ length: 15 }, (_, at) => cue(at)).join('') }
  const inThisThread = threadMs(() => {
    expect(() => unitsOf(source, 'ja')).toThrow('more than 50,000 words')
  })
  const spentMs = []
  // The least of three: what else this process does in the meantime counts too.
  for (let round = 0; round < 3; round += 1) {
    const before = process.threadCpuUsage()
    await expect(client.start({ projectId, language: 'ja', source })).rejects.toMatchObject({ code: 'too_large' })
    const { user, system } = process.threadCpuUsage(before)
    spentMs.push((user + system) / 1_000)
  }
  expect(Math.min(...spentMs)).toBeLessThan(inThisThread / 2)
})

test('stops the recogniser and releases the credits when a run is cancelled', async () => {
  const { client, projectId, userId } = await lab.creator({ sound: twoPieces })
  await lab.work({ speech: pausingSpeech(lab.speech) })
  const watching = await client.watch({ projectId })
  await client.start({ projectId, source: { kind: 'speech' } })
  await until(watching, (event) => event.type === 'words')

  await client.cancel({ projectId })
  await until(watching, (event) => event.type === 'state' && event.transcription.state === 'cancelled')
  expect(await lab.balance(userId)).toEqual({ available: 30, held: 0 })
})

test('never starts a run that is cancelled in the queue and releases its credits', async () => {
  const { client, projectId, userId } = await lab.creator({ sound: sentence })
  await client.start({ projectId, source: { kind: 'speech' } })
  await client.cancel({ projectId })
  await lab.work()
  expect((await ended(client, projectId)).state).toBe('cancelled')
  expect(await lab.balance(userId)).toEqual({ available: 30, held: 0 })
})

test('resumes a run with its stored pieces after its worker is killed and charges once', async () => {
  const { client, projectId, userId } = await lab.creator({ sound: twoPieces })
  const stop = new AbortController()
  const module = join(import.meta.dirname, '../../../../tests/drills/transcription-process.ts')
  const worker = startChild({ module, args: [database.url, lab.dataDir], signal: stop.signal })
  onTestFinished(async () => {
    stop.abort()
    await worker.done
  })
  const watching = await client.watch({ projectId })
  await client.start({ projectId, source: { kind: 'speech' } })
  await until(watching, (event) => event.type === 'words')
  process.kill(worker.pid, 'SIGKILL')
  await worker.done
  await expireHeartbeats(database.db)
  const before = await piecesOf(projectId)
  expect(before.length).toBeGreaterThan(0)

  const resumedFrom: number[] = []
  const { segmenter } = lab.speech
  await lab.work({
    speech: {
      ...lab.speech,
      segmenter: {
        pieces: (path, o) => {
          resumedFrom.push(o.fromMs ?? 0)
          return segmenter.pieces(path, o)
        },
      },
    },
  })
  await until(watching, (event) => event.type === 'words')
  expect((await ended(client, projectId)).state).toBe('done')
  expect(resumedFrom).toEqual([before.at(-1)?.end_ms])
  await openFileStore(lab.dataDir).sweep()
  const left = await readdir(join(lab.dataDir, 'tmp'))
  expect(left.filter((name) => name.includes(`.${worker.pid}.`))).toEqual([])
  expect((await piecesOf(projectId)).slice(0, before.length)).toEqual(before)
  expect(await lab.balance(userId)).toEqual({ available: 20, held: 0 })
})

test.each([
  { what: 'digital silence', source: 'anullsrc=r=16000:cl=mono:d=4' },
  { what: 'a steady hum', source: 'sine=f=100:r=16000:d=4' },
  { what: 'hiss', source: 'anoisesrc=r=16000:a=0.05:d=4:seed=7' },
])('invents no words for $what and releases the credits', async ({ what, source }) => {
  const sound = await speech.make(what.replaceAll(' ', '-'), source)
  const { client, projectId, userId } = await lab.creator({ sound })
  await lab.work()
  await client.start({ projectId, source: { kind: 'speech' } })
  const run = await ended(client, projectId)
  expect(run.state).toBe('failed')
  expect(run.note).toMatch(/^No speech found/)
  expect(await lab.balance(userId)).toEqual({ available: 30, held: 0 })
  expect(lab.transcribed.some((each) => each.projectId === projectId)).toBe(false)
})

test('refuses a video without sound and charges nothing', async () => {
  const { client, projectId, userId } = await lab.creator({ sound: null })
  expect(await client.quote({ projectId })).toMatchObject({ hasSound: false })
  await expect(client.start({ projectId, source: { kind: 'speech' } })).rejects.toMatchObject({
    code: 'unsupported_media',
  })
  expect(await lab.balance(userId)).toEqual({ available: 30, held: 0 })
})

test('refuses a language without an engine, charges nothing and says what to do instead', async () => {
  const { client, projectId, userId } = await lab.creator({ sound: sentence })
  const refused = client.start({ projectId, language: 'fr-CA', source: { kind: 'speech' } })
  await expect(refused).rejects.toThrow(/French.*Paste your script, or upload an SRT or VTT file/)
  expect(await lab.balance(userId)).toEqual({ available: 30, held: 0 })
})

test('keeps the words and punctuation of a pasted script and times each word', async () => {
  const script = '“Every good video” starts with 1 clear idea! Say it in the 1st second — and people will stay.'
  const { client, projectId } = await lab.creator({ sound: sentence })
  await lab.work()
  expect(await client.start({ projectId, language: 'en', source: { kind: 'script', text: script } })).toMatchObject({
    engineLabel: 'Your script',
  })
  expect((await ended(client, projectId)).state).toBe('done')
  const done = lab.transcribed.find((each) => each.projectId === projectId)
  expect(done?.words.map(({ text }) => text).join(' ')).toBe(script)
  expectTimed(done?.words ?? [])
  expect(done?.words.find(({ text }) => text === '1st')?.timing).toBe('aligned')
})

test('keeps the lines of uploaded subtitles and times their words within them', async () => {
  const srt =
    '1\n00:00:00,000 --> 00:00:03,000\nEvery good video\nstarts with one clear idea.\n\n2\n00:00:03,000 --> 00:00:07,000\nSay it in the first second,\nand people will stay.\n'
  const { client, projectId } = await lab.creator({ sound: sentence })
  await lab.work()
  await client.start({ projectId, language: 'en', source: { kind: 'subtitles', text: srt, times: 'align' } })
  expect((await ended(client, projectId)).state).toBe('done')
  const done = lab.transcribed.find((each) => each.projectId === projectId)
  expect(done?.lines).toEqual([
    [3, 5],
    [6, 4],
  ])
  expect(done?.words.filter(({ timing }) => timing === 'aligned').length).toBeGreaterThan(15)
  expectTimed(done?.words ?? [])
})

test('times the words of downloaded JSON captions to another cut, and hands the file on', async () => {
  const words = ['Every', 'good', 'video', 'starts', 'with', 'one', 'clear', 'idea.']
  const text = downloadedCaptions([words.slice(0, 3), words.slice(3)])
  const { client, projectId } = await lab.creator({ sound: sentence })
  await lab.work()
  await client.start({ projectId, language: 'en', source: { kind: 'subtitles', text, times: 'align' } })
  expect((await ended(client, projectId)).state).toBe('done')
  const done = lab.transcribed.find((each) => each.projectId === projectId)
  expect(done?.words.map(({ text: said }) => said)).toEqual(words)
  expect(done?.lines).toEqual([[3, 5]])
  expect(done?.download && unpackText(done.download)).toBe(text.trim())
  expectTimed(done?.words ?? [])
})

test('refuses a file that holds no subtitles before charging anything', async () => {
  const { client, projectId, userId } = await lab.creator({ sound: sentence })
  const refused = client.start({ projectId, source: { kind: 'subtitles', text: 'Dear diary' } })
  await expect(refused).rejects.toMatchObject({ code: 'unprocessable', details: { line: 1 } })
  const broken = client.start({ projectId, source: { kind: 'subtitles', text: '{"schema":"captiondoc/1"}' } })
  await expect(broken).rejects.toMatchObject({ code: 'unprocessable' })
  expect(await lab.balance(userId)).toEqual({ available: 30, held: 0 })
})

test('replaces an engine that fails during a run with the next one and says so', async () => {
  const [found] = await lab.speech.engines.available(0)
  const pocketsphinx = found?.engine
  if (pocketsphinx === undefined) throw new Error('pocketsphinx is not installed')
  const breaking: SpeechEngine = {
    ...pocketsphinx,
    id: 'parakeet-v2',
    label: 'Parakeet v2',
    bareWords: false,
    async *transcribe({ pieces: [first] }) {
      if (first === undefined) return
      yield {
        piece: first,
        language: 'en',
        words: [{ text: 'wrong', startMs: 0, endMs: 90, confidence: 1, timing: 'asr' }],
      }
      throw new EngineFailure('it was killed')
    },
  }
  const engines = engineChoice([breaking, pocketsphinx])
  const { client, projectId, userId } = await lab.creator({ sound: clause, speech: { ...lab.speech, engines } })
  await lab.work({ speech: { ...lab.speech, engines } })
  await client.start({ projectId, language: 'en', source: { kind: 'speech' } })
  const run = await ended(client, projectId)
  expect(run).toMatchObject({
    state: 'done',
    engineLabel: 'Draft transcript (English)',
    note: 'Parakeet v2 could not be used for this video.',
  })
  expect(lab.transcribed.find((each) => each.projectId === projectId)?.words.map(({ text }) => text)).not.toContain(
    'wrong',
  )
  expect(await lab.balance(userId)).toEqual({ available: 20, held: 0 })
})

test('stops the run of a removed project and releases its credits', async () => {
  const { client, projectId, userId } = await lab.creator({ sound: twoPieces })
  await lab.work()
  const watching = await client.watch({ projectId })
  await client.start({ projectId, source: { kind: 'speech' } })
  await until(watching, (event) => event.type === 'state' && event.transcription.state === 'running')
  const run = await client.get({ projectId })
  const released = lab.events.subscribe(`job:${projectId}`)
  await transaction(database.db, async (tx) => {
    await endRuns(tx, lab.settle, projectId)
    await tx.$client.query('delete from projects where id = $1', [projectId])
  })
  for await (const news of released) if (news['state'] === 'cancelled') break
  expect(run?.credits).toBe(10)
  expect(await lab.balance(userId)).toEqual({ available: 30, held: 0 })
})

test('releases the credits of a queued run whose project is gone', async () => {
  const { client, projectId, userId } = await lab.creator({ sound: sentence })
  await client.start({ projectId, source: { kind: 'speech' } })
  // The removal races the start and sees no run to cancel.
  await database.db.$client.query('delete from projects where id = $1', [projectId])
  await lab.work()
  await expect.poll(() => lab.balance(userId)).toEqual({ available: 30, held: 0 })
})

test('releases the credits when the project is removed while the last words are timed', async () => {
  const { client, projectId, userId } = await lab.creator({ sound: clause })
  const { aligner } = lab.speech
  const follow: typeof aligner.follow = async (job, io) => {
    const followed = await aligner.follow(job, io)
    // The cancellation of its job arrives too late.
    await database.db.$client.query('delete from projects where id = $1', [projectId])
    return followed
  }
  await lab.work({ speech: { ...lab.speech, aligner: { ...aligner, follow } } })
  await client.start({ projectId, language: 'en', source: { kind: 'script', text: 'Every good video.' } })
  const jobState = async () => (await lab.jobs.bySubject(database.db, TRANSCRIBE.name, projectId))?.state
  await expect.poll(jobState, { timeout: 120_000 }).toBe('done')
  expect(await lab.balance(userId)).toEqual({ available: 30, held: 0 })
})

test("denies access to another creator's run", async () => {
  const { projectId } = await lab.creator({ sound: sentence })
  const { client: stranger } = await lab.creator({ sound: sentence })
  const asked = await Promise.allSettled([
    stranger.quote({ projectId }),
    stranger.get({ projectId }),
    stranger.cancel({ projectId }),
  ])
  for (const each of asked) expect(each).toMatchObject({ status: 'rejected', reason: { code: 'not_found' } })
  await expect(stranger.start({ projectId, source: { kind: 'speech' } })).rejects.toMatchObject({ code: 'not_found' })
})

type Client = Awaited<ReturnType<typeof lab.creator>>['client']
type Event = Awaited<ReturnType<Client['watch']>> extends AsyncIterable<infer Each> ? Each : never

/** Reads a stream up to an event and leaves it open. */
async function until(stream: AsyncIterable<Event>, wanted: (event: Event) => boolean): Promise<void> {
  const reader = stream[Symbol.asyncIterator]()
  for (;;) {
    const { done, value } = await reader.next()
    if (done === true) throw new Error('the stream ended')
    if (wanted(value)) return
  }
}

/** Reads a run from its first to its last event: its final state and all words. */
async function followed(stream: AsyncIterable<Event>): Promise<{ run: Transcription; words: SpokenWord[] }> {
  const words: SpokenWord[] = []
  for await (const event of stream) {
    if (event.type === 'words') words.push(...event.words)
    else if (isOver(event.transcription)) return { run: event.transcription, words }
  }
  throw new Error('the stream ended')
}

function isOver({ state }: Transcription): boolean {
  return state === 'done' || state === 'failed' || state === 'cancelled'
}

async function piecesOf(projectId: string) {
  const { rows } = await database.db.$client.query<{ place: number; end_ms: number }>(
    `select place, start_ms, end_ms, words from transcription_pieces p join transcriptions t on t.id = p.transcription_id
     where t.project_id = $1 order by place`,
    [projectId],
  )
  return rows
}

function expectTimed(words: readonly SpokenWord[]): void {
  expect(words.length).toBeGreaterThan(0)
  for (const [at, word] of words.entries()) {
    expect(SpokenWord.safeParse(word).success, JSON.stringify(word)).toBe(true)
    expect(word.endMs).toBeGreaterThan(word.startMs)
    expect(word.startMs).toBeGreaterThanOrEqual(words[at - 1]?.endMs ?? 0)
  }
}
