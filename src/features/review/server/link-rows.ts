import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { execute, findRow, queryRows } from '#platform/server/rows.ts'

const Row = z.object({
  id: z.string(),
  projectId: z.string(),
  tokenHash: z.string(),
  passwordHash: z.string().nullable(),
  createdAt: z.date(),
  expiresAt: z.date().nullable(),
  revokedAt: z.date().nullable(),
})

/** A row of a review link. */
export type StoredLink = z.output<typeof Row>

const COLUMNS = 'id, project_id, token_hash, password_hash, created_at, expires_at, revoked_at'

/** The link with this hash of a token. */
export async function findLink(q: Queryable, tokenHash: string): Promise<StoredLink | undefined> {
  return findRow(q, Row, `select ${COLUMNS} from review_links where token_hash = $1`, [tokenHash])
}

/** A link by id. */
export async function findLinkById(q: Queryable, id: string): Promise<StoredLink | undefined> {
  return findRow(q, Row, `select ${COLUMNS} from review_links where id = $1`, [id])
}

/** The links of a project, newest first. */
export async function listLinks(q: Queryable, projectId: string): Promise<StoredLink[]> {
  return queryRows(
    q,
    Row,
    `select ${COLUMNS} from review_links where project_id = $1 order by created_at desc, id limit 100`,
    [projectId],
  )
}

/** Inserts a link. */
export async function insertLink(
  tx: Tx,
  o: Pick<StoredLink, 'id' | 'projectId' | 'tokenHash' | 'passwordHash' | 'expiresAt'> & { at: Date },
): Promise<void> {
  await execute(
    tx,
    `insert into review_links (id, project_id, token_hash, password_hash, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [o.id, o.projectId, o.tokenHash, o.passwordHash, o.at, o.expiresAt],
  )
}

/** Revokes a link; a revoked one stays as it is. @returns false if the project has no such link */
export async function revokeStoredLink(tx: Tx, o: { projectId: string; linkId: string; at: Date }): Promise<boolean> {
  const changed = await execute(
    tx,
    'update review_links set revoked_at = coalesce(revoked_at, $3) where project_id = $1 and id = $2',
    [o.projectId, o.linkId, o.at],
  )
  return changed === 1
}

/** Deletes links that ended before a given time. */
export async function deleteEndedLinks(tx: Tx, before: Date): Promise<void> {
  await execute(tx, 'delete from review_links where coalesce(revoked_at, expires_at) < $1', [before])
}
