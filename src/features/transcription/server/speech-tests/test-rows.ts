import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { execute, findRow, queryRows } from '#platform/server/rows.ts'

const Result = z.object({
  words: z.array(z.object({ text: z.string(), startMs: z.int(), endMs: z.int() })),
  language: z.string(),
  /** Length of the sound that was recognised. */
  soundMs: z.int(),
  /** How long recognition took. */
  workMs: z.int(),
  /** Whether the file is longer. */
  isCut: z.boolean(),
})
/** What an engine recognised, and how long it took. */
export type SpeechTestResult = z.output<typeof Result>

const Row = z.object({
  id: z.string(),
  operatorId: z.string(),
  engine: z.string(),
  engineLabel: z.string(),
  /** An ISO 639 code, or `auto`. */
  language: z.string(),
  fileName: z.string(),
  result: Result.nullable(),
  createdAt: z.date(),
})
/** One test by an operator. */
export type SpeechTestRow = z.output<typeof Row>

const COLUMNS = 'id, operator_id, engine, engine_label, language, file_name, result, created_at'
const Id = z.object({ id: z.string() })

/** Key of the file that a test listens to. */
export function fileOfTest(id: string): string {
  return `speech-tests/${id}`
}

/** The last test of an operator. */
export function findTestOf(q: Queryable, operatorId: string): Promise<SpeechTestRow | undefined> {
  return findRow(q, Row, `select ${COLUMNS} from speech_tests where operator_id = $1`, [operatorId])
}

/** A test by its id; undefined once a later one has replaced it. */
export function findTest(q: Queryable, id: string): Promise<SpeechTestRow | undefined> {
  return findRow(q, Row, `select ${COLUMNS} from speech_tests where id = $1`, [id])
}

/** Stores a new test in place of the operator's last one. */
export async function replaceTest(tx: Tx, test: Omit<SpeechTestRow, 'result'>): Promise<void> {
  await execute(
    tx,
    `insert into speech_tests (operator_id, id, engine, engine_label, language, file_name, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (operator_id) do update set id = excluded.id, engine = excluded.engine,
       engine_label = excluded.engine_label, language = excluded.language, file_name = excluded.file_name,
       created_at = excluded.created_at, result = null`,
    [test.operatorId, test.id, test.engine, test.engineLabel, test.language, test.fileName, test.createdAt],
  )
}

/** Stores what was recognised. */
export async function storeResult(q: Queryable, id: string, result: SpeechTestResult): Promise<void> {
  await execute(q, 'update speech_tests set result = $2 where id = $1', [id, JSON.stringify(result)])
}

/** Deletes the last test of an operator. */
export async function deleteTestOf(tx: Tx, operatorId: string): Promise<void> {
  await execute(tx, 'delete from speech_tests where operator_id = $1', [operatorId])
}

/** Deletes tests from before this time, at most 100. @returns their ids */
export async function deleteTestsBefore(tx: Tx, time: Date): Promise<string[]> {
  const rows = await queryRows(
    tx,
    Id,
    `delete from speech_tests where operator_id in
       (select operator_id from speech_tests where created_at < $1 order by created_at limit 100) returning id`,
    [time],
  )
  return rows.map(({ id }) => id)
}
