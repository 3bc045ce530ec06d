import { z } from 'zod'
import { type Access, allows, type Need } from '#features/collaboration/model/index.ts'
import { readAccess } from '#features/collaboration/server/index.ts'
import type { Queryable } from '#platform/server/db.ts'
import { AppError } from '#platform/shared/errors.ts'
import { Probe, ProjectStage } from '../model/index.ts'

/** What preparing makes of a video. */
export const ASSETS = ['audio', 'peaks', 'filmstrip', 'poster', 'preview'] as const
export type Asset = (typeof ASSETS)[number]

/** One project as the database keeps it. */
export type StoredProject = z.output<typeof Row>

const Row = z
  .object({
    id: z.string(),
    owner_id: z.string(),
    title: z.string(),
    stage: ProjectStage,
    problem: z.string().nullable(),
    size_bytes: z.coerce.number(),
    sha256: z.string().nullable(),
    probe: Probe.nullable(),
    assets: z.array(z.enum(ASSETS)),
    created_at: z.date(),
    removed_at: z.date().nullable(),
    expires_at: z.date().nullable(),
  })
  .transform(({ owner_id, size_bytes, created_at, removed_at, expires_at, ...same }) => ({
    ...same,
    ownerId: owner_id,
    sizeBytes: size_bytes,
    createdAt: created_at,
    removedAt: removed_at,
    expiresAt: expires_at,
  }))

const COLUMNS =
  'id, owner_id, title, stage, problem, size_bytes, sha256, probe, assets, created_at, removed_at, expires_at'

/** A project, and what the one who asks may do with it. */
export type AccessibleProject = StoredProject & { readonly access: Access }

/**
 * A project for somebody who wants to do something with it: its owner, or a collaborator of theirs.
 * @throws AppError `not_found` when there is none for them; `forbidden` when they may look, but not do that
 */
export async function requireProject(
  q: Queryable,
  projectId: string,
  userId: string,
  need: Need,
): Promise<AccessibleProject> {
  const project = await findProject(q, projectId)
  const access = project && (await readAccess(q, project.ownerId, userId))
  if (project === undefined || project.removedAt !== null || access === undefined)
    throw new AppError('not_found', 'Project not found')
  if (!allows(access, need)) throw new AppError('forbidden', need === 'own' ? OWNERS_ONLY : VIEW_ONLY)
  return { ...project, access }
}

const VIEW_ONLY = 'You can view this video, but not change it.'
const OWNERS_ONLY = 'Only the owner of this video can do that.'

/** Any project by its id, whoever owns it, also a removed one; for the jobs. What a person asks for goes through `projectOf`. */
export async function findProject(q: Queryable, projectId: string): Promise<StoredProject | undefined> {
  const [project] = await select(q, `select ${COLUMNS} from projects where id = $1`, [projectId])
  return project
}

/** Locks the row until the transaction ends, so that two ends of one upload cannot both happen. */
export async function lockProject(q: Queryable, projectId: string): Promise<StoredProject | undefined> {
  const [project] = await select(q, `select ${COLUMNS} from projects where id = $1 for update`, [projectId])
  return project
}

/** An owner's projects, the newest first, without removed ones. */
export function listProjects(q: Queryable, ownerId: string): Promise<StoredProject[]> {
  return select(
    q,
    `select ${COLUMNS} from projects where owner_id = $1 and removed_at is null order by created_at desc, id limit 500`,
    [ownerId],
  )
}

/** Projects whose upload has not ended, the oldest first. */
export function uploadingProjects(q: Queryable): Promise<StoredProject[]> {
  return select(q, `select ${COLUMNS} from projects where stage = 'uploading' order by created_at`, [])
}

/** How many of an owner's videos are uploading or not ready yet. */
export async function countUnfinished(q: Queryable, ownerId: string): Promise<number> {
  // Removed while it uploads, a video is no work any more; removed while it is prepared, it still is.
  const { rows } = await q.$client.query<{ unfinished: number }>(
    `select count(*)::int as unfinished from projects where owner_id = $1
       and (stage in ('checking', 'preparing') or (stage = 'uploading' and removed_at is null))`,
    [ownerId],
  )
  return rows[0]?.unfinished ?? 0
}

/** Records a project whose upload begins. */
export async function insertProject(
  q: Queryable,
  project: Pick<StoredProject, 'id' | 'ownerId' | 'title' | 'sizeBytes' | 'createdAt' | 'expiresAt'>,
): Promise<void> {
  const { id, ownerId, title, sizeBytes, createdAt, expiresAt } = project
  await q.$client.query(
    'insert into projects (id, owner_id, title, size_bytes, created_at, expires_at) values ($1, $2, $3, $4, $5, $6)',
    [...[id, ownerId, title, sizeBytes, createdAt, expiresAt]],
  )
}

/** `uploading → checking`, once every byte is stored. */
export async function markUploaded(
  q: Queryable,
  id: string,
  stored: { sha256: string; sizeBytes: number },
): Promise<void> {
  await q.$client.query(
    `update projects set stage = 'checking', sha256 = $2, size_bytes = $3, updated_at = now() where id = $1 and stage = 'uploading'`,
    [id, stored.sha256, stored.sizeBytes],
  )
}

/** `checking → preparing`. @returns false when it is not being checked any more */
export function markChecked(q: Queryable, id: string, probe: Probe): Promise<boolean> {
  return change(
    q,
    `update projects set stage = 'preparing', probe = $2, updated_at = now() where id = $1 and stage = 'checking'`,
    [...[id, JSON.stringify(probe)]],
  )
}

/** `preparing → prepared`. @returns false when it is not being prepared any more */
export function markPrepared(q: Queryable, id: string): Promise<boolean> {
  return change(q, `update projects set stage = 'prepared', updated_at = now() where id = $1 and stage = 'preparing'`, [
    id,
  ])
}

/** Ends a project before its captions. @returns false when it is past that, or gone */
export function markRefused(q: Queryable, id: string, problem: string): Promise<boolean> {
  return change(
    q,
    `update projects set stage = 'refused', problem = $2, assets = '{}', asset_bytes = '{}', updated_at = now() where id = $1 and stage in ('checking', 'preparing')`,
    [id, problem],
  )
}

/** Bytes of files made from a source, by their names. */
export type AssetBytes = Readonly<Record<string, number>>

/** Records that derivatives exist. @returns false when the project is not being prepared any more */
export function addAssets(q: Queryable, id: string, assets: readonly Asset[], bytes: AssetBytes): Promise<boolean> {
  return change(
    q,
    `update projects set assets = array(select distinct unnest(assets || $2::text[])), asset_bytes = asset_bytes || $3::jsonb,
       updated_at = now() where id = $1 and stage = 'preparing'`,
    [id, assets, JSON.stringify(bytes)],
  )
}

export async function renameProject(q: Queryable, id: string, title: string): Promise<void> {
  await q.$client.query('update projects set title = $2, updated_at = now() where id = $1', [id, title])
}

export async function deleteProject(q: Queryable, id: string): Promise<void> {
  await q.$client.query('delete from projects where id = $1', [id])
}

async function select(q: Queryable, text: string, values: readonly unknown[]): Promise<StoredProject[]> {
  const { rows } = await q.$client.query(text, [...values])
  return z.array(Row).parse(rows)
}

async function change(q: Queryable, text: string, values: readonly unknown[]): Promise<boolean> {
  const { rowCount } = await q.$client.query(text, [...values])
  return rowCount === 1
}
