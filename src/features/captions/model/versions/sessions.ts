import { joinLabels } from '../edits/label-commands.ts'
import type { HistoryEntry } from './version.ts'

/** Edits of one author without a longer pause. */
export type Session = {
  /** The newest revision. */
  readonly revision: number
  /** When the first and the last edit were saved. */
  readonly from: string
  readonly to: string
  readonly by: HistoryEntry['by']
  /** Its edits in a sentence. */
  readonly label: string
  /** Newest first. */
  readonly entries: readonly HistoryEntry[]
}

/** The pause after which a new session starts, ms. */
const PAUSE_MS = 10 * 60 * 1_000

/**
 * Groups a history into sessions. A named version is the newest revision of its session.
 * @param entries newest first
 * @param named the revisions with a name
 */
export function groupSessions(entries: readonly HistoryEntry[], named: ReadonlySet<number>): Session[] {
  const groups: HistoryEntry[][] = []
  for (const entry of entries) {
    const group = groups.at(-1)
    const newer = group?.at(-1)
    const isSame =
      newer !== undefined &&
      newer.authorId === entry.authorId &&
      !named.has(entry.revision) &&
      Date.parse(newer.at) - Date.parse(entry.at) <= PAUSE_MS
    if (isSame) group?.push(entry)
    else groups.push([entry])
  }
  return groups.flatMap((group) => {
    const [newest, oldest] = [group[0], group.at(-1)]
    if (newest === undefined || oldest === undefined) return []
    const label = joinLabels(group.toReversed().map((entry) => entry.label))
    return [{ revision: newest.revision, from: oldest.at, to: newest.at, by: newest.by, label, entries: group }]
  })
}
