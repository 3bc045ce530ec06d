import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { execute, findRow, queryRows } from '#platform/server/rows.ts'
import { Role } from '../model/index.ts'

const Row = z.object({
  id: z.string(),
  ownerId: z.string(),
  email: z.string(),
  role: Role,
  state: z.enum(['pending', 'accepted', 'revoked']),
  acceptedBy: z.string().nullable(),
  expiresAt: z.date(),
})

/** A row of an invitation. */
export type StoredInvitation = z.output<typeof Row>

const COLUMNS = 'i.id, i.owner_id, i.email, i.role, i.state, i.accepted_by, i.expires_at'

/** Whether a pending invitation can still be accepted. */
export function isOpen({ expiresAt }: StoredInvitation, now: Date): boolean {
  return expiresAt > now
}

/** An owner's pending invitations, including expired ones; newest first. */
export function listPendingInvitations(q: Queryable, ownerId: string): Promise<StoredInvitation[]> {
  return queryRows(
    q,
    Row,
    `select ${COLUMNS} from collaboration_invitations i
     where i.owner_id = $1 and i.state = 'pending' order by i.created_at desc, i.id`,
    [ownerId],
  )
}

/** The invitation of a link; undefined if it is unknown or long over. */
export async function findInvitationByLink(q: Queryable, secret: string): Promise<StoredInvitation | undefined> {
  return findRow(
    q,
    Row,
    `select ${COLUMNS} from collaboration_invitations i join collaboration_links l on l.invitation_id = i.id
     where l.hash = $1`,
    [hashOf(secret)],
  )
}

/** Records an invitation. */
export async function insertInvitation(
  tx: Tx,
  o: Pick<StoredInvitation, 'id' | 'ownerId' | 'email' | 'role' | 'expiresAt'> & { at: Date },
): Promise<void> {
  await execute(
    tx,
    `insert into collaboration_invitations (id, owner_id, email, role, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [o.id, o.ownerId, o.email, o.role, o.at, o.expiresAt],
  )
}

/** Renews a pending invitation. */
export async function renewInvitation(tx: Tx, o: Pick<StoredInvitation, 'id' | 'role' | 'expiresAt'>): Promise<void> {
  await execute(
    tx,
    `update collaboration_invitations set expires_at = $2, role = $3 where id = $1 and state = 'pending'`,
    [o.id, o.expiresAt, o.role],
  )
}

/** Ends a pending invitation. @param o.acceptedBy who accepted it; without it, it is revoked */
export async function endInvitation(tx: Tx, o: { id: string; acceptedBy?: string; at: Date }): Promise<void> {
  await execute(
    tx,
    `update collaboration_invitations set state = $2, accepted_by = $3, ended_at = $4 where id = $1 and state = 'pending'`,
    [o.id, o.acceptedBy === undefined ? 'revoked' : 'accepted', o.acceptedBy ?? null, o.at],
  )
}

/**
 * Creates the token of a link. Only its hash is stored: neither a reader of the database nor the owner, who never sees
 * it, can accept for somebody else.
 * @returns 43 URL-safe characters
 */
export async function issueLink(tx: Tx, o: { invitationId: string; at: Date }): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  await execute(tx, 'insert into collaboration_links (hash, invitation_id, created_at) values ($1, $2, $3)', [
    hashOf(secret),
    o.invitationId,
    o.at,
  ])
  return secret
}

/** Deletes invitations, with their addresses, that ended or expired before a given time. */
export async function deleteInvitations(tx: Tx, before: Date): Promise<void> {
  await execute(tx, 'delete from collaboration_invitations where coalesce(ended_at, expires_at) < $1', [before])
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
