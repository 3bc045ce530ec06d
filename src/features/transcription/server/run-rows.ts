import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { execute, findRow, queryRow, queryRows } from '#platform/server/rows.ts'
import { type Events } from '#platform/server/events.ts'
import { AskedSpeakers, Transcription, TranscriptionState } from '../model/contract.ts'
import { ScriptFit } from '../model/script-fit.ts'
import { SpokenWord } from '../model/word.ts'
import { needsSound, type PackedSource } from './packed-source.ts'
import type { RecognisedPiece, Piece } from './ports.ts'
import { deleteEarlierTexts, deleteText, insertText, textOf } from './text-rows.ts'

/** One stored run without its source text, which only its job reads. */
export type Run = z.output<typeof Row>

const Row = z.object({
  id: z.string(),
  projectId: z.string(),
  /** Null while it is pending without an early sound, and if it ended then. */
  jobId: z.string().nullable(),
  askedLanguage: z.string(),
  state: TranscriptionState,
  progress: z.number(),
  language: z.string(),
  engineLabel: z.string(),
  note: z.string().nullable(),
  credits: z.number(),
  fit: ScriptFit.nullable(),
  anyFit: z.boolean(),
  /** The project of the earlier cut, whose captions are carried over; null without one. */
  cutOf: z.string().nullable(),
  /** The state of the sound that arrived before the video; null without one. */
  earlySound: z.enum(['listening', 'recognised', 'kept', 'discarded']).nullable(),
  /** Whether captions were made of that sound. */
  hasEarlyCaptions: z.boolean(),
  /** Provisional words of the beginning, until the first piece is stored. */
  firstWords: z.array(SpokenWord).nullable(),
  createdAt: z.date(),
})

const PendingStart = z.object({
  /** Who starts the run; the owner pays in any case. */
  userId: z.string(),
  /** Of new captions; default: the usual one. */
  template: z.string().optional(),
  look: z.record(z.string(), z.unknown()).optional(),
  speakers: AskedSpeakers.optional(),
})
/** What a pending run needs besides its row to be started. */
export type PendingStart = z.output<typeof PendingStart>

const SourceRow = z.object({ sourceKind: z.enum(['speech', 'script', 'subtitles']), keepsTimes: z.boolean() })

const COLUMNS = `id, project_id, job_id, asked_language, state, progress, language, engine_label, note, credits, fit, any_fit, cut_of, early_sound, has_early_captions, first_words, created_at`
const StoredPiece = z.object({ place: z.number(), startMs: z.number(), endMs: z.number(), words: z.array(SpokenWord) })

/** A stored piece, times in milliseconds. */
export type StoredPiece = z.output<typeof StoredPiece>

/** The topic for changes to a run. */
export function topicOf(projectId: string): string {
  return `transcription:${projectId}`
}

/** The fields that a run and its owner's view have in common. */
const Shared = Transcription.omit({ hasEarlyCaptions: true, firstWords: true, createdAt: true })

/** A run as its owner sees it. */
export function viewOf(run: Run): Transcription {
  const { hasEarlyCaptions, firstWords, createdAt } = run
  return {
    ...Shared.parse(run),
    ...(hasEarlyCaptions && { hasEarlyCaptions }),
    ...(firstWords !== null && { firstWords }),
    createdAt: createdAt.toISOString(),
  }
}

export async function insertRun(
  tx: Tx,
  run: Pick<
    Run,
    'id' | 'projectId' | 'jobId' | 'askedLanguage' | 'engineLabel' | 'credits' | 'anyFit' | 'createdAt'
  > & {
    readonly source: PackedSource
    /** Who asked for it. */
    readonly startedBy: string
    /** Default: none. */
    readonly cutOf?: string | null
    /** Of a pending run only. */
    readonly pending?: PendingStart
  },
): Promise<void> {
  await execute(
    tx,
    `insert into transcriptions (id, project_id, job_id, asked_language, source_kind, engine_label, credits, created_at,
       keeps_times, any_fit, pending, state, early_sound, started_by, cut_of)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      run.id,
      run.projectId,
      run.jobId,
      run.askedLanguage,
      run.source.kind,
      run.engineLabel,
      run.credits,
      run.createdAt,
      !needsSound(run.source),
      run.anyFit,
      run.pending && JSON.stringify(run.pending),
      run.pending === undefined ? 'queued' : 'pending',
      run.pending !== undefined && run.jobId !== null ? 'listening' : null,
      run.startedBy,
      run.cutOf ?? null,
    ],
  )
  await deleteEarlierTexts(tx, run.projectId, run.id)
  if (run.source.kind !== 'speech') await insertText(tx, run.id, run.source.text)
}

/** The latest run of a project. */
export function newestRun(q: Queryable, projectId: string): Promise<Run | undefined> {
  return findRow(
    q,
    Row,
    `select ${COLUMNS} from transcriptions where project_id = $1 order by created_at desc, id limit 1`,
    [projectId],
  )
}

const SummaryRow = Row.pick({ projectId: true, state: true, progress: true })

/** The newest run of each of these projects. */
export function listNewestRuns(q: Queryable, projectIds: readonly string[]): Promise<z.output<typeof SummaryRow>[]> {
  return queryRows(
    q,
    SummaryRow,
    `select newest.project_id, newest.state, newest.progress
     from unnest($1::uuid[]) as project (id) cross join lateral (
       select project_id, state, progress from transcriptions
       where project_id = project.id order by created_at desc, id limit 1
     ) newest`,
    [projectIds],
  )
}

const FinishedRow = z.object({ isFinished: z.boolean() })

/** Whether a run has made captions of a project. */
export async function hasFinishedRun(q: Queryable, projectId: string): Promise<boolean> {
  const text = `select exists (select 1 from transcriptions where project_id = $1 and state = 'done') as is_finished`
  return (await queryRow(q, FinishedRow, text, [projectId])).isFinished
}

export function findRun(q: Queryable, id: string): Promise<Run | undefined> {
  return findRow(q, Row, `select ${COLUMNS} from transcriptions where id = $1`, [id])
}

/** The source of the words of an active run, or of one that ended with a `fit`: the sound or its text. */
export async function sourceOf(q: Queryable, { id }: Pick<Run, 'id'>): Promise<PackedSource> {
  const sql = 'select source_kind, keeps_times from transcriptions where id = $1'
  const { sourceKind: kind, keepsTimes } = await queryRow(q, SourceRow, sql, [id])
  return kind === 'speech' ? { kind } : { kind, keepsTimes, text: await textOf(q, id) }
}

/** Locks an active run for the transaction; undefined when it has ended or is gone. */
export function lockUnfinished(tx: Tx, id: string): Promise<Run | undefined> {
  return findRow(tx, Row, `select ${COLUMNS} from transcriptions where id = $1 and finished_at is null for update`, [
    id,
  ])
}

/** Whether captions of a project are being made. */
export async function hasUnfinishedRun(q: Queryable, projectId: string): Promise<boolean> {
  const text = 'select 1 from transcriptions where project_id = $1 and finished_at is null limit 1'
  return (await execute(q, text, [projectId])) > 0
}

const PendingRow = Row.extend({ pending: PendingStart })

/** Locks the pending run of a project for the transaction. */
export function lockPending(tx: Tx, projectId: string): Promise<z.output<typeof PendingRow> | undefined> {
  const text = `select ${COLUMNS}, pending from transcriptions where project_id = $1 and finished_at is null and state = 'pending' for update`
  return findRow(tx, PendingRow, text, [projectId])
}

/** `pending → queued`, or `running` if its job listens already, and notifies the watchers. */
export async function markPlaced(
  tx: Tx,
  events: Pick<Events, 'publish'>,
  run: Pick<Run, 'id' | 'projectId'>,
  { jobId, credits }: { jobId: string; credits: number },
): Promise<void> {
  const text = `update transcriptions set state = case when early_sound = 'listening' then 'running' else 'queued' end,
    job_id = $2, credits = $3, pending = null where id = $1 and state = 'pending'`
  await execute(tx, text, [run.id, jobId, credits])
  await events.publish(tx, topicOf(run.projectId))
}

/** Gives a pending run the job that listens to its early sound, and notifies the watchers. */
export async function markEarly(
  tx: Tx,
  events: Pick<Events, 'publish'>,
  run: Pick<Run, 'id' | 'projectId'>,
  { jobId, credits }: { jobId: string; credits: number },
): Promise<void> {
  const text = `update transcriptions set job_id = $2, credits = $3, early_sound = 'listening' where id = $1 and state = 'pending'`
  await execute(tx, text, [run.id, jobId, credits])
  await events.publish(tx, topicOf(run.projectId))
}

/** Records the state of the early sound of a run. */
export async function markSound(tx: Tx, id: string, earlySound: NonNullable<Run['earlySound']>): Promise<void> {
  await execute(tx, 'update transcriptions set early_sound = $2 where id = $1', [id, earlySound])
}

/** Records that captions were made of the early sound of a run, all of which is recognised, and notifies the watchers. */
export async function markEarlyCaptions(
  tx: Tx,
  events: Pick<Events, 'publish'>,
  run: Pick<Run, 'id' | 'projectId'>,
): Promise<void> {
  const text = `update transcriptions set early_sound = 'recognised', has_early_captions = true where id = $1`
  await execute(tx, text, [run.id])
  await events.publish(tx, topicOf(run.projectId))
}

/** Updates an active run and notifies its watchers; does nothing once it has ended. */
export async function updateRun(
  q: Queryable,
  events: Pick<Events, 'publish'>,
  run: Pick<Run, 'id' | 'projectId'>,
  known: {
    state?: 'running'
    progress?: number
    language?: string
    engineLabel?: string
    note?: string | null
    firstWords?: readonly SpokenWord[] | null
  },
): Promise<void> {
  await execute(
    q,
    `update transcriptions set state = coalesce($2, state), progress = coalesce($3, progress), language = coalesce($4, language),
       engine_label = coalesce($5, engine_label), note = case when $7 then $6 else note end,
       first_words = case
         -- Another worker may have stored the first piece meanwhile.
         when $8::jsonb is not null and exists (select 1 from transcription_pieces where transcription_id = $1) then null
         when $9 then $8 else first_words end
     where id = $1 and finished_at is null`,
    [
      run.id,
      known.state,
      known.progress,
      known.language,
      known.engineLabel,
      known.note,
      known.note !== undefined,
      known.firstWords && JSON.stringify(known.firstWords),
      known.firstWords !== undefined,
    ],
  )
  await events.publish(q, topicOf(run.projectId))
}

/** Ends a run and notifies its watchers; the text of one with a `fit` stays. @returns false when it had already ended */
export async function endRun(
  tx: Tx,
  events: Pick<Events, 'publish'>,
  run: Pick<Run, 'id' | 'projectId'>,
  end: { state: 'done' | 'failed' | 'cancelled'; note?: string | null; language?: string; fit?: ScriptFit; at: Date },
): Promise<boolean> {
  const changed = await execute(
    tx,
    `update transcriptions set state = $2, finished_at = $3, language = coalesce($4, language),
       note = case when $6 then $5 else note end, progress = case when $2 = 'done' then 1 else progress end,
       fit = $7, pending = null, first_words = null
     where id = $1 and finished_at is null`,
    [run.id, end.state, end.at, end.language, end.note, end.note !== undefined, end.fit && JSON.stringify(end.fit)],
  )
  if (end.fit === undefined) await deleteText(tx, run.id)
  await events.publish(tx, topicOf(run.projectId))
  return changed === 1
}

/** Appends a recognised piece. Idempotent: two workers that briefly share a run store each piece once. */
export async function addPiece(
  tx: Tx,
  run: Pick<Run, 'id'>,
  { piece, words, place }: RecognisedPiece & { place: number },
): Promise<void> {
  await execute(
    tx,
    `insert into transcription_pieces (transcription_id, place, start_ms, end_ms, words) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [run.id, place, piece.startMs, piece.endMs, JSON.stringify(words)],
  )
}

/** The pieces recognised so far, in media order. @param o.from index of the first piece to return */
export async function piecesOf(q: Queryable, runId: string, o: { from?: number } = {}): Promise<StoredPiece[]> {
  return queryRows(
    q,
    StoredPiece,
    'select place, start_ms, end_ms, words from transcription_pieces where transcription_id = $1 and place >= $2 order by place',
    [runId, o.from ?? 0],
  )
}

/** Deletes pieces that another engine will recognise again. */
export async function forgetPieces(tx: Tx, runId: string): Promise<void> {
  await execute(tx, 'delete from transcription_pieces where transcription_id = $1', [runId])
}

/** End of the recognised sound, in milliseconds. */
export function recognisedUntil(pieces: readonly Piece[]): number {
  return pieces.at(-1)?.endMs ?? 0
}
