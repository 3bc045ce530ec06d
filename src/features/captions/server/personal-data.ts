import type { Queryable, Tx } from '#platform/server/db.ts'
import { publishSuggestions } from './suggestions/suggest-edits.ts'
import { deleteSuggestionsBy, listSuggestionsBy } from './suggestions/suggestion-rows.ts'

/** Data export: every edit of captions that a user suggested. */
export async function exportSuggestions(q: Queryable, userId: string) {
  return (await listSuggestionsBy(q, userId)).map(({ textBefore, textAfter, createdAt, ...row }) => ({
    ...row,
    before: textBefore,
    after: textAfter,
    createdAt: createdAt.toISOString(),
  }))
}

/** Deletes a user's suggestions in the transaction that deletes the account; accepted ones are part of the captions. */
export async function eraseSuggestions(tx: Tx, userId: string): Promise<void> {
  for (const projectId of await deleteSuggestionsBy(tx, userId)) await publishSuggestions(tx, projectId)
}
