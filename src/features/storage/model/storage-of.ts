import type { Storage, StoredFile } from './contract.ts'

/**
 * What an account keeps, added up.
 * @param quotaBytes what its plan has room for, null when there is no fixed amount
 */
export function storageOf(files: readonly StoredFile[], quotaBytes: number | null): Storage {
  return {
    files: files.toSorted((a, b) => b.sizeBytes - a.sizeBytes || a.id.localeCompare(b.id)),
    usedBytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    quotaBytes,
  }
}
