import { z } from 'zod'
import {
  type Access,
  allows,
  explainLostAccess,
  explainRefusal,
  type Need,
} from '#features/collaboration/model/index.ts'
import { findLostAccess, listMemberships, readAccess } from '#features/collaboration/server/index.ts'
import type { Queryable } from '#platform/server/db.ts'
import { bigint, execute, findRow, queryRows } from '#platform/server/rows.ts'
import { AppError } from '#platform/shared/errors.ts'
import { Probe, ProjectStage } from '../model/index.ts'

/** The derivatives of a video. */
export const ASSETS = ['audio', 'peaks', 'filmstrip', 'poster', 'preview', 'shots'] as const
export type Asset = (typeof ASSETS)[number]

/** A row of a project. */
export type StoredProject = z.output<typeof Row>

const Row = z.object({
  id: z.string(),
  ownerId: z.string(),
  title: z.string(),
  stage: ProjectStage,
  problem: z.string().nullable(),
  sizeBytes: bigint,
  sha256: z.string().nullable(),
  probe: Probe.nullable(),
  assets: z.array(z.enum(ASSETS)),
  createdAt: z.date(),
  removedAt: z.date().nullable(),
  expiresAt: z.date().nullable(),
  /** The video whose files are being copied into this one. */
  copiedFrom: z.string().nullable(),
})

const COLUMNS =
  'id, owner_id, title, stage, problem, size_bytes, sha256, probe, assets, created_at, removed_at, expires_at, copied_from'

/** A project with the caller's access. */
export type AccessibleProject = StoredProject & { readonly access: Access }

/**
 * A project for a user who wants to act on it: its owner, or a collaborator.
 * @throws AppError `not_found` without access; `forbidden` if their access does not allow it
 */
export async function requireProject(
  q: Queryable,
  projectId: string,
  userId: string,
  need: Need,
): Promise<AccessibleProject> {
  const project = await findProject(q, projectId)
  const access = project && (await readAccess(q, project.ownerId, userId))
  if (project === undefined || project.removedAt !== null) throw new AppError('not_found', NOT_FOUND)
  if (access === undefined) throw await lostAccess(q, project.ownerId, userId)
  if (!allows(access, need)) throw new AppError('forbidden', explainRefusal(access, need), { access })
  return { ...project, access }
}

/** Whether the caller may change the project, as its owner or an editor. */
export function mayEdit({ access }: Pick<AccessibleProject, 'access'>): boolean {
  return allows(access, 'edit')
}

/** The same refusal as for a video that does not exist, unless the user had access before. */
async function lostAccess(q: Queryable, ownerId: string, userId: string): Promise<AppError> {
  const lost = await findLostAccess(q, ownerId, userId)
  if (lost === undefined) return new AppError('not_found', NOT_FOUND)
  return new AppError('not_found', explainLostAccess(lost), { lost: lost.cause })
}

const NOT_FOUND = 'Project not found'

/** Any project by id, including removed ones; for jobs. User requests go through `requireProject`. */
export async function findProject(q: Queryable, projectId: string): Promise<StoredProject | undefined> {
  return findRow(q, Row, `select ${COLUMNS} from projects where id = $1`, [projectId])
}

/** Locks the row until the transaction ends, so that one upload cannot finish twice. */
export async function lockProject(q: Queryable, projectId: string): Promise<StoredProject | undefined> {
  return findRow(q, Row, `select ${COLUMNS} from projects where id = $1 for update`, [projectId])
}

const IdRow = z.object({ id: z.string() })

/** Locks an owner's projects in the order of their ids until the transaction ends. @returns those that exist */
export async function lockOwnProjects(q: Queryable, ids: readonly string[], ownerId: string): Promise<string[]> {
  const rows = await queryRows(
    q,
    IdRow,
    `select id from projects where id = any($1::uuid[]) and owner_id = $2 and removed_at is null order by id for update`,
    [ids, ownerId],
  )
  return rows.map(({ id }) => id)
}

/** An owner's projects, newest first, without removed ones. */
export function listProjects(q: Queryable, ownerId: string): Promise<StoredProject[]> {
  return queryRows(
    q,
    Row,
    `select ${COLUMNS} from projects where owner_id = $1 and removed_at is null order by created_at desc, id limit 500`,
    [ownerId],
  )
}

/** The projects in a user's lists: their own, and those of owners who share theirs. Bounded like `listProjects`. */
export async function listVisibleProjects(q: Queryable, userId: string): Promise<string[]> {
  const memberships = await listMemberships(q, userId)
  const ownerIds = memberships.filter(({ suspended }) => !suspended).map(({ ownerId }) => ownerId)
  const rows = await queryRows(
    q,
    IdRow,
    `select listed.id from unnest($1::text[]) as owner (id) cross join lateral (
       select id from projects where owner_id = owner.id and removed_at is null order by created_at desc, id limit 500
     ) listed`,
    [[userId, ...ownerIds]],
  )
  return rows.map(({ id }) => id)
}

/** Projects with an unfinished upload, oldest first. */
export function uploadingProjects(q: Queryable): Promise<StoredProject[]> {
  return queryRows(q, Row, `select ${COLUMNS} from projects where stage = 'uploading' order by created_at`, [])
}

const UnfinishedRow = z.object({ unfinished: z.number() })

/** The number of an owner's videos that are uploading or not ready yet. */
export async function countUnfinished(q: Queryable, ownerId: string): Promise<number> {
  // A video removed during its upload needs no further work; one removed during preparation still does.
  const row = await findRow(
    q,
    UnfinishedRow,
    `select count(*)::int as unfinished from projects where owner_id = $1
       and (stage in ('checking', 'preparing') or (stage = 'uploading' and removed_at is null))`,
    [ownerId],
  )
  return row?.unfinished ?? 0
}

/** Inserts a project at the start of its upload. */
export async function insertProject(
  q: Queryable,
  project: Pick<StoredProject, 'id' | 'ownerId' | 'title' | 'sizeBytes' | 'createdAt' | 'expiresAt'>,
): Promise<void> {
  const { id, ownerId, title, sizeBytes, createdAt, expiresAt } = project
  await execute(
    q,
    'insert into projects (id, owner_id, title, size_bytes, created_at, expires_at) values ($1, $2, $3, $4, $5, $6)',
    [id, ownerId, title, sizeBytes, createdAt, expiresAt],
  )
}

/** Inserts a copy of a prepared project whose files are still to be copied; nothing if that is gone. */
export async function insertCopy(
  q: Queryable,
  copy: Pick<StoredProject, 'id' | 'title' | 'createdAt' | 'expiresAt'> & { readonly sourceId: string },
): Promise<void> {
  await execute(
    q,
    `insert into projects (id, owner_id, title, stage, size_bytes, sha256, probe, derivatives, copied_from, created_at, expires_at)
     select $1, owner_id, $2, 'preparing', size_bytes, sha256, probe, derivatives, id, $4, $5
     from projects where id = $3 and stage = 'prepared'`,
    [copy.id, copy.title, copy.sourceId, copy.createdAt, copy.expiresAt],
  )
}

/** `preparing → prepared` of a copy, once its files are stored. @returns false if it is no longer being copied */
export function markCopied(
  q: Queryable,
  id: string,
  { assets, bytes }: Pick<MadeAssets, 'assets' | 'bytes'>,
): Promise<boolean> {
  return change(
    q,
    `update projects set stage = 'prepared', copied_from = null, assets = $2, asset_bytes = $3::jsonb, updated_at = now()
     where id = $1 and stage = 'preparing' and copied_from is not null`,
    [id, assets, JSON.stringify(bytes)],
  )
}

/** `uploading → checking`, once every byte is stored. */
export async function markUploaded(
  q: Queryable,
  id: string,
  stored: { sha256: string; sizeBytes: number },
): Promise<void> {
  await execute(
    q,
    `update projects set stage = 'checking', sha256 = $2, size_bytes = $3, updated_at = now() where id = $1 and stage = 'uploading'`,
    [id, stored.sha256, stored.sizeBytes],
  )
}

/** `checking → preparing`. @returns false if it is no longer in `checking` */
export function markChecked(q: Queryable, id: string, probe: Probe): Promise<boolean> {
  return change(
    q,
    `update projects set stage = 'preparing', probe = $2, updated_at = now() where id = $1 and stage = 'checking'`,
    [id, JSON.stringify(probe)],
  )
}

/** `preparing → prepared`. @returns false if it is no longer in `preparing` */
export function markPrepared(q: Queryable, id: string): Promise<boolean> {
  return change(q, `update projects set stage = 'prepared', updated_at = now() where id = $1 and stage = 'preparing'`, [
    id,
  ])
}

/** Refuses a project that is not prepared yet. @returns false if it is past that, or gone */
export function markRefused(q: Queryable, id: string, problem: string): Promise<boolean> {
  return change(
    q,
    `update projects set stage = 'refused', problem = $2, assets = '{}', asset_bytes = '{}', updated_at = now() where id = $1 and stage in ('checking', 'preparing')`,
    [id, problem],
  )
}

/** The size of each derived file, by name. */
export type AssetBytes = Readonly<Record<string, number>>

/** Derivatives, the sizes of their files, and the stage in which they are made. */
export type MadeAssets = {
  readonly assets: readonly Asset[]
  readonly bytes: AssetBytes
  readonly stage: ProjectStage
}

/** Records derivatives. @returns false if the project has left their stage */
export function addAssets(q: Queryable, id: string, { assets, bytes, stage }: MadeAssets): Promise<boolean> {
  return change(
    q,
    `update projects set assets = array(select distinct unnest(assets || $2::text[])), asset_bytes = asset_bytes || $3::jsonb,
       updated_at = now() where id = $1 and stage = $4`,
    [id, assets, JSON.stringify(bytes), stage],
  )
}

/** Records a file made of a project's preview. @returns false if the project is removed or refused */
export function recordFile(q: Queryable, id: string, name: string, sizeBytes: number): Promise<boolean> {
  return change(
    q,
    `update projects set asset_bytes = asset_bytes || jsonb_build_object($2::text, $3::bigint)
     where id = $1 and stage in ('preparing', 'prepared')`,
    [id, name, sizeBytes],
  )
}

/** Whether a file of this name is recorded for a project. */
export async function hasFile(q: Queryable, id: string, name: string): Promise<boolean> {
  const row = await findRow(q, HasRow, 'select asset_bytes ? $2 as has from projects where id = $1', [id, name])
  return row?.has === true
}

const HasRow = z.object({ has: z.boolean() })

export async function renameProject(q: Queryable, id: string, title: string): Promise<void> {
  await execute(q, 'update projects set title = $2, updated_at = now() where id = $1', [id, title])
}

export async function deleteProject(q: Queryable, id: string): Promise<void> {
  await execute(q, 'delete from projects where id = $1', [id])
}

async function change(q: Queryable, text: string, values: readonly unknown[]): Promise<boolean> {
  const changed = await execute(q, text, values)
  return changed === 1
}
