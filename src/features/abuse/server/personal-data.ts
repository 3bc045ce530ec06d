import type { Queryable } from '#platform/server/db.ts'
import { isDown } from '../model/index.ts'
import { listCasesOf } from './case-rows.ts'

/** Data export: what was taken down, why, and what the owner answered. Reports belong to those who wrote them. */
export async function exportTakedowns(q: Queryable, ownerId: string) {
  return (await listCasesOf(q, ownerId))
    .filter(({ state }) => isDown(state) || state === 'restored')
    .map(({ kind, title, state, reason, decidedAt, objection }) => ({
      kind,
      title,
      state,
      reason,
      decidedAt: decidedAt?.toISOString() ?? null,
      objection,
    }))
}
