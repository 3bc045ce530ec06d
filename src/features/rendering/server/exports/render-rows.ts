import { z } from 'zod'
import type { CaptionDocument } from '#features/captions/model/index.ts'
import { type Need, requireProject } from '#features/media/server/index.ts'
import { Template } from '#features/templates/model/index.ts'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { bigint, execute, findRow, queryRows } from '#platform/server/rows.ts'
import { AppError } from '#platform/shared/errors.ts'
import { type Render, RenderQuality, RenderState } from '../../model/index.ts'
import { packCaptions } from './pack-captions.ts'

const Row = z.object({
  id: z.string(),
  projectId: z.string(),
  ownerId: z.string(),
  jobId: z.string().nullable(),
  state: RenderState,
  quality: RenderQuality,
  revision: z.int(),
  framesDone: z.int(),
  framesTotal: z.int(),
  remainingMs: bigint.nullable(),
  problem: z.string().nullable(),
  sizeBytes: bigint.nullable(),
  sha256: z.string().nullable(),
  file: z.string(),
  createdAt: z.date(),
  removedAt: z.date().nullable(),
})

/** A stored export, without its captions; see `captionsOfRender`. */
export type StoredRender = z.output<typeof Row>

const COLUMNS =
  'id, project_id, owner_id, job_id, state, quality, revision, frames_done, frames_total, remaining_ms, problem, size_bytes, sha256, file, created_at, removed_at'

/**
 * An export, after checking access.
 * @throws AppError `not_found` without access to its project; `forbidden` without the needed permission
 */
export async function renderOf(q: Queryable, renderId: string, userId: string, need: Need): Promise<StoredRender> {
  const render = await findRender(q, renderId)
  if (render === undefined || render.removedAt !== null) throw notFound()
  try {
    await requireProject(q, render.projectId, userId, need)
  } catch (error) {
    throw error instanceof AppError && error.code === 'not_found' ? notFound() : error
  }
  return render
}

function notFound(): AppError {
  return new AppError('not_found', 'Export not found')
}

export async function findRender(q: Queryable, renderId: string): Promise<StoredRender | undefined> {
  return findRow(q, Row, `select ${COLUMNS} from renders where id = $1`, [renderId])
}

/** A project's exports, newest first, without removed ones. */
export function rendersOf(q: Queryable, projectId: string): Promise<StoredRender[]> {
  return queryRows(
    q,
    Row,
    `select ${COLUMNS} from renders where project_id = $1 and removed_at is null order by created_at desc, id limit 50`,
    [projectId],
  )
}

const SummaryRow = z.object({
  projectId: z.string(),
  framesDone: z.int().nullable(),
  framesTotal: z.int().nullable(),
  isExported: z.boolean(),
})

/** What is unfinished and finished of the exports of these projects; projects with neither are missing. */
export function summarizeRenders(q: Queryable, projectIds: readonly string[]): Promise<z.output<typeof SummaryRow>[]> {
  return queryRows(
    q,
    SummaryRow,
    `select project.id as project_id, unfinished.frames_done, unfinished.frames_total, finished.id is not null as is_exported
     from unnest($1::uuid[]) as project (id)
     left join lateral (
       select id, frames_done, frames_total from renders
       where project_id = project.id and state in ('queued', 'running') order by created_at desc, id limit 1
     ) unfinished on true
     left join lateral (
       select id from renders where project_id = project.id and state = 'done' and removed_at is null limit 1
     ) finished on true
     where unfinished.id is not null or finished.id is not null`,
    [projectIds],
  )
}

/** What makes two exports equal: captions at one revision, in one quality. */
export type SameExport = Pick<StoredRender, 'projectId' | 'revision' | 'quality'>

/** The queued or running export of the same captions. */
export async function findUnfinished(q: Queryable, same: SameExport): Promise<StoredRender | undefined> {
  return findRow(
    q,
    Row,
    `select ${COLUMNS} from renders where project_id = $1 and revision = $2 and quality = $3 and state in ('queued', 'running')`,
    [same.projectId, same.revision, same.quality],
  )
}

/** The newest finished export of the same captions in one format, without removed ones. */
export async function findFinished(
  q: Queryable,
  same: SameExport & { readonly format: string },
): Promise<StoredRender | undefined> {
  return findRow(
    q,
    Row,
    `select ${COLUMNS} from renders where project_id = $1 and revision = $2 and quality = $3 and format = $4
       and state = 'done' and removed_at is null order by created_at desc, id limit 1`,
    [same.projectId, same.revision, same.quality, same.format],
  )
}

const TemplateRow = z.object({ template: Template.nullable() })

/** The template of an unfinished export; undefined after its end, and for exports queued by an older release. */
export async function templateOfRender(q: Queryable, renderId: string): Promise<Template | undefined> {
  const row = await findRow(q, TemplateRow, 'select template from renders where id = $1', [renderId])
  return row?.template ?? undefined
}

/** Inserts a queued export with copies of its captions and template. */
export async function insertRender(
  tx: Tx,
  render: Pick<StoredRender, 'id' | 'projectId' | 'ownerId' | 'quality' | 'createdAt'> & {
    readonly document: CaptionDocument
    readonly template: Template
  },
): Promise<StoredRender> {
  const { id, projectId, ownerId, quality, document, template, createdAt } = render
  const stored = await findRow(
    tx,
    Row,
    `insert into renders (id, project_id, owner_id, quality, captions, template, revision, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${COLUMNS}`,
    [id, projectId, ownerId, quality, await packCaptions(document), template, document.rev, createdAt],
  )
  if (stored === undefined) throw new Error(`the export ${id} was not stored`)
  return stored
}

const JobIdRow = z.object({ jobId: z.string() })

/** The jobs of a project's queued and running exports. */
export async function unfinishedJobsOf(q: Queryable, projectId: string): Promise<string[]> {
  const rows = await queryRows(
    q,
    JobIdRow,
    `select job_id from renders where project_id = $1 and state in ('queued', 'running') and job_id is not null`,
    [projectId],
  )
  return rows.map(({ jobId }) => jobId)
}

/** Whether an export of a project is queued or running. */
export async function hasUnfinishedRender(q: Queryable, projectId: string): Promise<boolean> {
  const found = await execute(
    q,
    `select 1 from renders where project_id = $1 and state in ('queued', 'running') limit 1`,
    [projectId],
  )
  return found > 0
}

/** Gives the exports of a project another owner. */
export async function changeRenderOwner(tx: Tx, o: { projectId: string; toId: string }): Promise<void> {
  await execute(tx, 'update renders set owner_id = $2 where project_id = $1', [o.projectId, o.toId])
}

export async function recordJob(tx: Tx, renderId: string, jobId: string): Promise<void> {
  await execute(tx, 'update renders set job_id = $2 where id = $1', [renderId, jobId])
}

/** Stores size and frame rate of an unfinished export. */
export async function recordFormat(q: Queryable, renderId: string, format: string): Promise<void> {
  await execute(q, `update renders set format = $2 where id = $1 and state in ('queued', 'running')`, [
    renderId,
    format,
  ])
}

/** Stores progress. @returns false when the export has ended or was removed */
export async function recordProgress(
  q: Queryable,
  renderId: string,
  o: { framesDone: number; framesTotal: number; remainingMs: number | null },
): Promise<boolean> {
  return change(
    q,
    `update renders set state = 'running', frames_done = $2, frames_total = $3, remaining_ms = $4
     where id = $1 and state in ('queued', 'running')`,
    [renderId, o.framesDone, o.framesTotal, o.remainingMs],
  )
}

/** @returns false when it had already ended or was removed */
export async function markDone(
  tx: Tx,
  renderId: string,
  o: { file: string; sizeBytes: number; sha256: string; finishedAt: Date },
): Promise<boolean> {
  return change(
    tx,
    `update renders set state = 'done', captions = null, template = null, frames_done = frames_total, remaining_ms = null, file = $2, size_bytes = $3, sha256 = $4, finished_at = $5
     where id = $1 and state in ('queued', 'running')`,
    [renderId, o.file, o.sizeBytes, o.sha256, o.finishedAt],
  )
}

/** Ends an export without a file. @returns false when it had already ended or was removed */
export async function markEnded(
  tx: Tx,
  renderId: string,
  o: { state: 'failed' | 'cancelled'; problem: string | null; finishedAt: Date },
): Promise<boolean> {
  return change(
    tx,
    `update renders set state = $2, captions = null, template = null, remaining_ms = null, problem = $3, finished_at = $4 where id = $1 and state in ('queued', 'running')`,
    [renderId, o.state, o.problem, o.finishedAt],
  )
}

/** Whether the export is queued or running. */
export function isUnfinished({ state }: Pick<StoredRender, 'state'>): boolean {
  return state === 'queued' || state === 'running'
}

/** The export for a page. @param ahead number of the owner's exports before it; null for others */
export function viewOf(render: StoredRender, ahead: number | null): Render {
  const { id, projectId, state, framesDone, framesTotal, remainingMs, problem, sizeBytes, revision, createdAt } = render
  const download = state === 'done' ? `/api/renders/${id}/video.mp4` : null
  return {
    id,
    projectId,
    state,
    framesDone,
    framesTotal,
    ahead: state === 'queued' ? ahead : null,
    remainingMs,
    problem,
    download,
    sizeBytes,
    revision,
    createdAt: createdAt.toISOString(),
  }
}

async function change(q: Queryable, text: string, values: readonly unknown[]): Promise<boolean> {
  const changed = await execute(q, text, values)
  return changed === 1
}
