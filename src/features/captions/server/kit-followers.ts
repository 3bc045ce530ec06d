import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { AppError } from '#platform/shared/errors.ts'
import { queryRow, queryRows } from '#platform/server/rows.ts'
import { applyCommands, type BrandKitRef, changesFromKit, type Command } from '../model/index.ts'
import { type ApplyDeps, applyBatches, CHANGING } from './edits/apply-batches.ts'

/** The kit of an owner, as of one revision. */
export type OwnersKit = { readonly ownerId: string; readonly id: string; readonly revision: number }

const Followers = z.object({ following: z.number(), behind: z.number() })

/**
 * The videos of an owner that follow their kit, and how many of them hold another revision of it.
 * @param o.except a video that does not count; default none
 */
export async function countKitFollowers(
  q: Queryable,
  { ownerId, id, revision, except }: OwnersKit & { readonly except?: string | undefined },
): Promise<{ readonly following: number; readonly behind: number }> {
  return queryRow(
    q,
    Followers,
    `select count(*)::integer as following, (count(*) filter (where d.kit_revision <> $3))::integer as behind
     from caption_documents d join projects p on p.id = d.project_id
     where d.kit_id = $1 and p.owner_id = $2 and p.removed_at is null and d.project_id is distinct from $4`,
    [id, ownerId, revision, except],
  )
}

const VideoRow = z.object({ id: z.string() })

/**
 * The first videos of an owner that hold another revision of their kit, in the order of ids.
 * @param o.after the last id that is done; null for none
 */
export async function findVideosBehind(
  q: Queryable,
  { ownerId, id, revision, after, most }: OwnersKit & { readonly after: string | null; readonly most: number },
): Promise<string[]> {
  const rows = await queryRows(
    q,
    VideoRow,
    `select d.project_id as id from caption_documents d join projects p on p.id = d.project_id
     where d.kit_id = $1 and p.owner_id = $2 and p.removed_at is null and d.kit_revision <> $3
       and ($4::uuid is null or d.project_id > $4) order by d.project_id limit $5`,
    [id, ownerId, revision, after, most],
  )
  return rows.map((row) => row.id)
}

/** One video that is to follow a newer revision of its kit. */
export type RestyleRequest = {
  readonly projectId: string
  readonly kit: BrandKitRef
  readonly authorId: string
  /** Refuses in the transaction that saves. */
  authorize(tx: Tx): Promise<unknown>
  /** Runs after the edit is saved, in its transaction. @param hasOwnChanges whether the video keeps changes of its own */
  onSaved(tx: Tx, hasOwnChanges: boolean): Promise<unknown>
}

/** Maximum attempts while somebody changes the look of the video. */
const ATTEMPTS = 5

/**
 * Brings a video to a revision of the kit that it follows, as an ordinary edit.
 * @returns `current` if it holds this revision already, `left` if it no longer follows the kit
 * @throws AppError as `applyBatches`
 */
export async function restyleVideo(
  deps: ApplyDeps,
  restyling: RestyleRequest,
): Promise<'restyled' | 'current' | 'left'> {
  const { projectId, kit, authorId, authorize, onSaved } = restyling
  const commands: Command[] = [{ type: 'setBrandKit', kit }]
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const open = await deps.documents.latest(deps.db, projectId, authorId)
    const held = open?.doc.brandKit
    if (open === undefined || held?.id !== kit.id) return 'left'
    if (held.revision === kit.revision) return 'current'
    const hasOwnChanges = changesFromKit(applyCommands(open.doc, commands).doc).length > 0
    const batches = [{ batchId: randomUUID(), commands }]
    const sent = { projectId, userId: authorId, clientId: randomUUID(), baseRevision: open.doc.rev, batches }
    const { saved } = await applyBatches(deps, sent, { authorize, onSaved: (tx) => onSaved(tx, hasOwnChanges) })
    if (saved.length > 0) return 'restyled'
  }
  throw new AppError('unavailable', CHANGING)
}
