import { z } from 'zod'
import type { Plans } from '#features/billing/model/index.ts'
import { type Queryable, transaction, type Tx } from '#platform/server/db.ts'
import { execute, queryRows } from '#platform/server/rows.ts'
import type { CollaborationDeps } from './deps.ts'

/**
 * Stores the seats of each plan, as the operator set them, and those of owners with seats of their own; run at each
 * start. Access then takes one statement.
 */
export async function assignSeats(
  { db, ...deps }: Pick<CollaborationDeps, 'db' | 'limits'>,
  plans: Plans,
): Promise<void> {
  const all = Object.values(plans)
  await execute(
    db,
    `insert into collaborator_seats as s (plan, seats) select * from unnest($1::text[], $2::int[])
     on conflict (plan) do update set seats = excluded.seats where s.seats is distinct from excluded.seats`,
    [all.map(({ name }) => name), all.map(({ collaborators }) => collaborators)],
  )
  for (const ownerId of await listOwnersWithOwnSeats(db))
    await transaction(db, (tx) => assignOwnSeats(tx, deps, ownerId))
}

/** Stores the seats of an owner if they are not those of the plan. The transaction holds the lock of the owner's row. */
export async function assignOwnSeats(
  tx: Tx,
  { limits }: Pick<CollaborationDeps, 'limits'>,
  ownerId: string,
): Promise<void> {
  const { collaborators: seats } = (await limits.termsOf(tx, ownerId)).limits
  await execute(tx, 'delete from collaborator_own_seats where owner_id = $1', [ownerId])
  await execute(
    tx,
    `insert into collaborator_own_seats (owner_id, seats) select s.owner_id, $2::int from owner_seats s
     where s.owner_id = $1 and s.seats is distinct from $2::int`,
    [ownerId, seats],
  )
}

const OwnerRow = z.object({ ownerId: z.string() })

async function listOwnersWithOwnSeats(q: Queryable): Promise<string[]> {
  return (await queryRows(q, OwnerRow, 'select owner_id from collaborator_own_seats', [])).map(({ ownerId }) => ownerId)
}
