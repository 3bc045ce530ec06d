import type { Db } from '#platform/server/db.ts'
import { type HistoryEntry, readHistory } from './history.ts'

const PAGE_SIZE = 500

/** Data export of credits: a user's whole history, newest first. */
export async function creditsDataOf(db: Db, userId: string): Promise<HistoryEntry[]> {
  const entries: HistoryEntry[] = []
  for (;;) {
    const before = entries.at(-1)?.seq
    const page = await readHistory(db, userId, { limit: PAGE_SIZE, ...(before !== undefined && { before }) })
    entries.push(...page)
    if (page.length < PAGE_SIZE) return entries
  }
}
