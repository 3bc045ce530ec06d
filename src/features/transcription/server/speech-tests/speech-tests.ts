import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Db, transaction, type Tx } from '#platform/server/db.ts'
import type { FileStore } from '#platform/server/files.ts'
import type { JobQueue } from '#platform/server/jobs.ts'
import { receiveFile } from '#platform/server/files/receive-file.ts'
import { AppError } from '#platform/shared/errors.ts'
import { formatBytes } from '#platform/shared/format/bytes.ts'
import type { Speech } from '../deps.ts'
import { TEST_SPEECH } from './test-job.ts'
import { deleteTestsBefore, fileOfTest, findTestOf, replaceTest } from './test-rows.ts'

/** Largest file of a test, in bytes. */
const MAX_BYTES = 50_000_000
/** Results are kept for a day. */
const KEPT_MS = 24 * 3_600_000

type Deps = {
  readonly db: Db
  readonly files: Pick<FileStore, 'adopt' | 'remove' | 'temporary'>
  readonly jobs: JobQueue
  readonly speech: Pick<Speech, 'engines'>
  newId(): string
  now(): Date
}

/** A test as an operator starts it. */
export type NewSpeechTest = {
  readonly operatorId: string
  readonly engine: string
  /** An ISO 639 code, or `auto`. */
  readonly language: string
  readonly fileName: string
  readonly body: ReadableStream<Uint8Array>
}

/** Tests of speech recognition by file, one at a time for each operator. */
export function speechTests(deps: Deps) {
  const { db, files, jobs } = deps
  return {
    /** The operator's last test with its job; null before the first, and a day later. */
    async latest(operatorId: string) {
      const test = await findTestOf(db, operatorId)
      const job = test && (await jobs.bySubject(db, TEST_SPEECH.name, test.id))
      if (test === undefined || job === undefined) return null
      const { id, engineLabel, language, fileName, result } = test
      const { state, progress, problem, cancelRequested } = job
      return { id, engine: engineLabel, language, fileName, result, state, progress, problem, cancelRequested }
    },

    /**
     * Receives the file and queues its job.
     * @param record runs in the transaction that queues it
     * @throws AppError `conflict` while another test of the operator runs or if the engine does not work; `too_large`
     *   above 50 MB; `unprocessable` for a language that the engine does not know
     */
    async start(
      { body, ...test }: NewSpeechTest,
      record: (tx: Tx, started: { engineLabel: string }) => Promise<void>,
    ): Promise<void> {
      const { engine, language, operatorId } = test
      const engineLabel = await labelOf(deps.speech.engines, { engine, language })
      await transaction(db, (tx) => refuseSecond(tx, operatorId))
      const id = deps.newId()
      const directory = await files.temporary()
      try {
        const path = join(directory, 'sent')
        await receiveFile(body, path, LIMITS)
        await files.adopt(path, fileOfTest(id))
        await transaction(db, async (tx) => {
          await refuseSecond(tx, operatorId)
          await replaceTest(tx, { ...test, id, engineLabel, createdAt: deps.now() })
          await jobs.enqueue(tx, TEST_SPEECH, { testId: id }, { ownerId: operatorId, subjectId: id })
          await record(tx, { engineLabel })
        })
      } catch (error) {
        await files.remove(fileOfTest(id))
        throw error
      } finally {
        await rm(directory, { recursive: true, force: true })
      }
    },

    /** Cancels the job of the operator's last test, if it has not ended. */
    async cancel(operatorId: string): Promise<void> {
      await transaction(db, async (tx) => {
        const test = await findTestOf(tx, operatorId)
        const job = test && (await jobs.bySubject(tx, TEST_SPEECH.name, test.id))
        if (job !== undefined) await jobs.cancel(tx, job.id)
      })
    },

    /** Deletes the results of a day ago. */
    async maintenance(): Promise<void> {
      const before = new Date(deps.now().getTime() - KEPT_MS)
      const ids = await transaction(db, (tx) => deleteTestsBefore(tx, before))
      await Promise.all(ids.map((id) => files.remove(fileOfTest(id))))
    },
  }

  /** Concurrent starts wait here, and then find the job of the first one. */
  async function refuseSecond(tx: Tx, ownerId: string): Promise<void> {
    if ((await jobs.countUnfinished(tx, { name: TEST_SPEECH.name, ownerId })) > 0)
      throw new AppError('conflict', 'Your last test is still running. Cancel it first.')
  }
}

const LIMITS = {
  maxBytes: MAX_BYTES,
  tooLarge: () =>
    new AppError('too_large', `Choose a file of at most ${formatBytes(MAX_BYTES)}.`, { maxBytes: MAX_BYTES }),
  interrupted: 'The upload of the file was interrupted. Try again.',
}

async function labelOf(engines: Speech['engines'], o: { engine: string; language: string }): Promise<string> {
  const found = (await engines.survey()).find(({ engine }) => engine.id === o.engine)
  if (found === undefined) throw new AppError('not_found', 'Engine not found')
  if (!found.status.ok) throw new AppError('conflict', found.status.reason)
  const { label, languages, detectsLanguage } = found.engine
  const isKnown = o.language === 'auto' ? detectsLanguage : languages.includes(o.language)
  if (!isKnown) throw new AppError('unprocessable', `${label} does not know this language.`)
  return label
}
