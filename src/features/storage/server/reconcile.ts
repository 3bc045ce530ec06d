import type { Db } from '#platform/server/db.ts'
import type { FileStore } from '#platform/server/files.ts'
import type { ExpectedFile } from './deps.ts'

/** A file that is on its way to its row may be this old, in milliseconds. */
const YOUNG_MS = 86_400_000
/** The most keys of one kind that are kept by name. */
const MOST_NAMED = 100

/** Keys that do not fit: how many, how many bytes they have, and the first of them by name. */
export type Mismatches = { readonly count: number; readonly bytes: number; readonly keys: readonly string[] }

/** What one comparison of the database with the file store found. */
export type Findings = {
  /** Bytes as the rows say, of files whose size they know. */
  readonly rowsBytes: number
  /** Bytes in the store of files whose size the rows know. The same as `rowsBytes` where nothing is wrong. */
  readonly filesBytes: number
  /** Bytes in the store whose size no row knows, such as pictures of people. */
  readonly unmeasuredBytes: number
  /** Bytes in the store without a row, of the last day: work under way. */
  readonly youngBytes: number
  /** Older files that no row stands for. */
  readonly filesWithoutRows: Mismatches
  /** Rows whose file is not there; their bytes are what the rows say. */
  readonly rowsWithoutFiles: Mismatches
  /** Files that are not as large as their row says; their bytes are what the store says. */
  readonly otherSizes: Mismatches
}

/**
 * Compares every row with every file, both ways, and changes nothing. What comes and goes meanwhile is looked at a
 * second time before it is called wrong.
 */
export async function reconcile(o: {
  readonly db: Db
  readonly files: Pick<FileStore, 'list' | 'stat'>
  readonly expected: (db: Db) => AsyncIterable<ExpectedFile>
  readonly now: Date
}): Promise<Findings> {
  const expected = await keysOf(o.expected(o.db))
  const count = { rowsBytes: 0, filesBytes: 0, unmeasuredBytes: 0, youngBytes: 0 }
  const strays: { key: string; sizeBytes: number }[] = []
  const suspects = new Set(expected.keys())
  for await (const { key, sizeBytes, modifiedAt } of o.files.list('')) {
    const recorded = expected.get(key)
    if (recorded === undefined) {
      if (o.now.getTime() - modifiedAt.getTime() < YOUNG_MS) count.youngBytes += sizeBytes
      else strays.push({ key, sizeBytes })
      continue
    }
    if (recorded === null || recorded === sizeBytes) suspects.delete(key)
    if (recorded === null) count.unmeasuredBytes += sizeBytes
    else if (recorded === sizeBytes) count.filesBytes += sizeBytes
  }
  for (const [key, sizeBytes] of expected) if (!suspects.has(key)) count.rowsBytes += sizeBytes ?? 0
  const again = suspects.size + strays.length === 0 ? expected : await keysOf(o.expected(o.db))
  const wrong = await recheck(o.files, [...suspects], again)
  count.rowsBytes += wrong.rowsBytes
  count.filesBytes += wrong.filesBytes
  const { rowsWithoutFiles, otherSizes } = wrong
  return {
    ...count,
    filesWithoutRows: mismatches(strays.filter(({ key }) => !again.has(key))),
    rowsWithoutFiles,
    otherSizes,
  }
}

/** How many things do not fit; 0 where the database and the store say the same. */
export function driftOf({ filesWithoutRows, rowsWithoutFiles, otherSizes }: Findings): number {
  return filesWithoutRows.count + rowsWithoutFiles.count + otherSizes.count
}

type Keys = ReadonlyMap<string, number | null>

async function recheck(files: Pick<FileStore, 'stat'>, suspects: readonly string[], expected: Keys) {
  const bytes = { rowsBytes: 0, filesBytes: 0 }
  const missing: { key: string; sizeBytes: number }[] = []
  const others: { key: string; sizeBytes: number }[] = []
  for (const key of suspects) {
    const recorded = expected.get(key)
    if (recorded === undefined) continue
    const found = await files.stat(key)
    bytes.rowsBytes += recorded ?? 0
    if (recorded !== null) bytes.filesBytes += found?.sizeBytes ?? 0
    if (found === undefined) missing.push({ key, sizeBytes: recorded ?? 0 })
    else if (recorded !== null && found.sizeBytes !== recorded) others.push({ key, sizeBytes: found.sizeBytes })
  }
  return { ...bytes, rowsWithoutFiles: mismatches(missing), otherSizes: mismatches(others) }
}

async function keysOf(expected: AsyncIterable<ExpectedFile>): Promise<Map<string, number | null>> {
  const keys = new Map<string, number | null>()
  for await (const { key, sizeBytes } of expected) keys.set(key, sizeBytes)
  return keys
}

function mismatches(found: readonly { key: string; sizeBytes: number }[]): Mismatches {
  return {
    count: found.length,
    bytes: found.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    keys: found
      .map(({ key }) => key)
      .toSorted()
      .slice(0, MOST_NAMED),
  }
}
