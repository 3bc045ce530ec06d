import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { readSound } from '#features/media/server/index.ts'
import type { Db } from '#platform/server/db.ts'
import { type FileStore, withLocal } from '#platform/server/files.ts'
import { defineJob, type Job, type JobIo } from '#platform/server/jobs.ts'
import type { Log } from '#platform/server/log.ts'
import type { MediaRunner } from '#platform/server/sandbox/sandbox.ts'
import { AppError } from '#platform/shared/errors.ts'
import type { Speech } from '../deps.ts'
import { addMeasurement } from '../engines/engine-speed-rows.ts'
import { EngineFailure, type SpeechEngine } from '../ports.ts'
import type { SpokenWord } from '../../model/word.ts'
import { fileOfTest, findTest, type SpeechTestResult, type SpeechTestRow, storeResult } from './test-rows.ts'

/** The part of a file that a test listens to, in seconds from its start. */
export const TEST_SECONDS = 60
/** The usual files of sound alone, by ffmpeg's names. */
const SOUND_FORMATS = ['wav', 'mp3', 'flac', 'ogg', 'aac']
const MIN_PIECE_MS = 3_000
/** Memory limit of its processes, in MiB, as the largest model needs. */
const MEMORY_MB = 3_072

const payload = z.object({ testId: z.uuid() })

/** The job of a test by file. */
export const TEST_SPEECH = { name: 'transcription.test-speech', payload, attempts: 2 } as const

export type SpeechTestJobDeps = {
  readonly db: Db
  readonly files: Pick<FileStore, 'checkout' | 'remove' | 'temporary'>
  readonly log: Pick<Log, 'warn'>
  readonly media: MediaRunner
  readonly speech: Pick<Speech, 'engines' | 'segmenter'>
  /** Maximum processor cores. */
  readonly threads: number
  now(): Date
}

/** Recognises the file of one test with the engine that the operator chose, and deletes it whatever happens. */
export function testSpeechJob(deps: SpeechTestJobDeps): Job<z.output<typeof payload>> {
  return defineJob({
    ...TEST_SPEECH,
    urgent: true,

    async run({ testId }, io) {
      const test = await findTest(deps.db, testId)
      if (test !== undefined && test.result === null)
        await storeResult(deps.db, testId, await recognise(deps, test, io))
      await deps.files.remove(fileOfTest(testId))
    },

    giveUp: ({ testId }) => deps.files.remove(fileOfTest(testId)),
  })
}

async function recognise(deps: SpeechTestJobDeps, test: SpeechTestRow, io: JobIo): Promise<SpeechTestResult> {
  const engine = await workingEngine(deps.speech.engines, test.engine)
  const outputDir = await deps.files.temporary()
  try {
    const { signal } = io
    // A little more than is used, to see whether the file is longer.
    const seconds = TEST_SECONDS + 1
    const fileMs = await withLocal(deps.files, { key: fileOfTest(test.id), signal }, (path) =>
      readSound(deps.media, { path, outputDir, seconds, extraFormats: SOUND_FORMATS, signal }),
    )
    const soundMs = Math.min(fileMs, TEST_SECONDS * 1_000)
    const heard = await listen(deps, engine, { ...io, wavPath: join(outputDir, 'sound.wav'), soundMs, test })
    return { ...heard, soundMs, isCut: fileMs > soundMs }
  } finally {
    await rm(outputDir, { recursive: true, force: true })
  }
}

/** @throws AppError `conflict` with the reason if it does not work now */
async function workingEngine(engines: Speech['engines'], id: string): Promise<SpeechEngine> {
  const found = (await engines.survey()).find(({ engine }) => engine.id === id)
  if (found === undefined) throw new AppError('conflict', 'This engine is no longer there.')
  if (!found.status.ok) throw new AppError('conflict', found.status.reason)
  return found.engine
}

type TestRun = JobIo & { readonly wavPath: string; readonly soundMs: number; readonly test: SpeechTestRow }

/** @throws AppError `unavailable` with one sentence if the engine fails */
async function listen(deps: SpeechTestJobDeps, engine: SpeechEngine, o: TestRun) {
  const { wavPath, soundMs, signal, test } = o
  const begun = performance.now()
  const words: SpokenWord[] = []
  let { language } = test
  try {
    const { maxPieceMs: maxMs } = engine
    const found = await deps.speech.segmenter.pieces(wavPath, {
      maxMs,
      minMs: Math.min(MIN_PIECE_MS, maxMs / 3),
      signal,
    })
    const pieces = found.flatMap(({ startMs, endMs }) =>
      startMs < soundMs ? [{ startMs, endMs: Math.min(endMs, soundMs) }] : [],
    )
    const io = { signal, threads: deps.threads, memoryLimitMb: MEMORY_MB }
    for await (const recognised of engine.transcribe({ wavPath, pieces, language: test.language }, io)) {
      words.push(...recognised.words)
      if (recognised.words.length > 0) ({ language } = recognised)
      o.progress(recognised.piece.endMs / soundMs)
    }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof EngineFailure)) throw error
    deps.log.warn({ err: error, engine: engine.id }, 'a speech engine failed in a test')
    throw new AppError('unavailable', `${engine.label} could not recognise this sound.`, {}, { cause: error })
  }
  const workMs = Math.max(1, Math.round(performance.now() - begun))
  await addMeasurement(deps.db, { engine: engine.id, soundMs, workMs, at: deps.now() })
  return { words: words.map(({ text, startMs, endMs }) => ({ text, startMs, endMs })), language, workMs }
}
