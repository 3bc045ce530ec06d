import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { execute, findRow } from '#platform/server/rows.ts'
import { Role } from '../model/index.ts'

const Row = z.object({ ownerId: z.string(), domain: z.string(), role: Role, createdAt: z.date() })

/** A link with which people of a mail domain join an owner's team. */
export type StoredDomainLink = z.output<typeof Row>

const COLUMNS = 'owner_id, domain, role, created_at'

/** An owner's link. */
export function findDomainLinkOf(q: Queryable, ownerId: string): Promise<StoredDomainLink | undefined> {
  return findRow(q, Row, `select ${COLUMNS} from collaboration_domain_links where owner_id = $1`, [ownerId])
}

/** The link with a token; undefined if it is unknown, replaced or revoked. */
export function findDomainLink(q: Queryable, secret: string): Promise<StoredDomainLink | undefined> {
  return findRow(q, Row, `select ${COLUMNS} from collaboration_domain_links where hash = $1`, [hashOf(secret)])
}

/** Stores an owner's link in place of an earlier one. Only the hash of its token is stored. @returns the token */
export async function replaceDomainLink(tx: Tx, link: StoredDomainLink): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  await execute(
    tx,
    `insert into collaboration_domain_links (owner_id, domain, role, hash, created_at) values ($1, $2, $3, $4, $5)
     on conflict (owner_id) do update
       set domain = excluded.domain, role = excluded.role, hash = excluded.hash, created_at = excluded.created_at`,
    [link.ownerId, link.domain, link.role, hashOf(secret), link.createdAt],
  )
  return secret
}

/** Deletes an owner's link. */
export async function deleteDomainLink(tx: Tx, ownerId: string): Promise<void> {
  await execute(tx, 'delete from collaboration_domain_links where owner_id = $1', [ownerId])
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
