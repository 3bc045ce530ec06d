import type { Storage, StoredFile } from './contract.ts'

/** What an account keeps, added up. */
export function storageOf(
  files: readonly StoredFile[],
  room: Pick<Storage, 'quotaBytes' | 'uploadingBytes' | 'mayUpgrade'>,
): Storage {
  return {
    ...room,
    files: files.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || a.id.localeCompare(b.id)),
    usedBytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
  }
}
