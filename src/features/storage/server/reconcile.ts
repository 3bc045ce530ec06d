import type { Db } from '#platform/server/db.ts'
import type { FileStore } from '#platform/server/files.ts'
import type { ExpectedFile } from './deps.ts'

/** The maximum age of a file whose row may not be committed yet, in milliseconds. */
const YOUNG_MS = 86_400_000
/** The maximum number of keys listed per kind. */
const MOST_NAMED = 100

/** Keys that do not match: their number, their bytes, and the first of them. */
export type Mismatches = { readonly count: number; readonly bytes: number; readonly keys: readonly string[] }

/** The result of a comparison of the database with the file store. */
export type Findings = {
  /** Bytes according to the rows that record a size. */
  readonly rowsBytes: number
  /** Bytes in the store of files with a recorded size. Equals `rowsBytes` in a sound store. */
  readonly filesBytes: number
  /** Bytes in the store without a recorded size, for example photos. */
  readonly unmeasuredBytes: number
  /** Bytes in the store without a row, from the last day: work in progress. */
  readonly youngBytes: number
  /** Older files without a row. */
  readonly filesWithoutRows: Mismatches
  /** Rows without a file, with the bytes of the rows. */
  readonly rowsWithoutFiles: Mismatches
  /** Files whose size differs from the row, with the bytes of the store. */
  readonly otherSizes: Mismatches
}

/**
 * Compares all rows with all files, both ways, and changes nothing. It rechecks mismatches, because files come and go
 * meanwhile.
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

/** The number of mismatches; 0 in a sound store. */
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
