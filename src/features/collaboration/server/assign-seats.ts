import type { Plans } from '#features/billing/model/index.ts'
import type { Queryable } from '#platform/server/db.ts'
import { execute } from '#platform/server/rows.ts'

/** Stores the seats of each plan, as the operator set them; run at each start. Access then takes one statement. */
export async function assignSeats(q: Queryable, plans: Plans): Promise<void> {
  const all = Object.values(plans)
  await execute(
    q,
    `insert into collaborator_seats as s (plan, seats) select * from unnest($1::text[], $2::int[])
     on conflict (plan) do update set seats = excluded.seats where s.seats is distinct from excluded.seats`,
    [all.map(({ name }) => name), all.map(({ collaborators }) => collaborators)],
  )
}
