import type { HistoryEntry, NamedVersion, Session, Versions } from '../../model/index.ts'
import { dayText } from './version-text.ts'

/** One row of the history. */
export type HistoryRow =
  | { readonly type: 'day'; readonly key: string; readonly text: string }
  | {
      readonly type: 'session'
      readonly key: string
      readonly session: Session
      readonly name: string | null
      readonly isOpen: boolean
    }
  | { readonly type: 'entry'; readonly key: string; readonly entry: HistoryEntry }
  | { readonly type: 'named'; readonly key: string; readonly version: NamedVersion }
  | { readonly type: 'copy'; readonly key: string; readonly copy: Versions['copies'][number] }
  | { readonly type: 'more'; readonly key: string }

/** The input of `historyRows`. */
export type HistoryInput = {
  readonly sessions: readonly Session[]
  readonly versions: Pick<Versions, 'named' | 'copies'>
  /** Revisions of edits; a session that holds one shows its edits. */
  readonly open: ReadonlySet<number>
  /** Whether older edits can be loaded. */
  readonly hasMore: boolean
  readonly now: Date
}

/** The rows of the whole history: sessions by day, then named versions and copies that are older than every edit. */
export function historyRows({ sessions, versions, open, hasMore, now }: HistoryInput): HistoryRow[] {
  const names = new Map(versions.named.map(({ revision, name }) => [revision, name]))
  const rows: HistoryRow[] = []
  let lastDay = ''
  const addDay = (at: string) => {
    const text = dayText(at, now)
    if (text !== lastDay) rows.push({ type: 'day', key: `day ${text}`, text })
    lastDay = text
  }
  for (const session of sessions) {
    addDay(session.to)
    const { revision, entries } = session
    const isOpen = entries.some((entry) => open.has(entry.revision))
    // By its first edit, so that a row keeps the focus while its session grows.
    const key = `session ${entries.at(-1)?.revision}`
    rows.push({ type: 'session', key, session, name: names.get(revision) ?? null, isOpen })
    if (!isOpen) continue
    for (const entry of entries) rows.push({ type: 'entry', key: `entry ${entry.revision}`, entry })
  }
  const oldest = sessions.at(-1)?.entries.at(-1)?.revision ?? Number.POSITIVE_INFINITY
  // Another row for each page, also if its edits join the last session: a row loads once, when it is shown.
  if (hasMore) return [...rows, { type: 'more', key: `more before ${oldest}` }]
  const older = [
    ...versions.named.filter(({ revision }) => revision < oldest).map(namedRow),
    ...versions.copies
      .filter(({ revision }) => revision < oldest)
      .map((copy) => ({
        type: 'copy' as const,
        key: `copy ${copy.revision}`,
        at: copy.at,
        revision: copy.revision,
        copy,
      })),
  ].toSorted((a, b) => b.revision - a.revision)
  for (const { at, revision: _, ...row } of older) {
    addDay(at)
    rows.push(row)
  }
  return rows
}

/** The rows of named versions alone. */
export function namedRows(named: readonly NamedVersion[]): HistoryRow[] {
  return named.map((version) => ({ type: 'named', key: `named ${version.revision}`, version }))
}

function namedRow(version: NamedVersion) {
  const { at, revision } = version
  return { type: 'named' as const, key: `named ${revision}`, at, revision, version }
}
