import type { Storage, StoredFile } from './contract.ts'

/** The storage of an account, summed up. */
export function summarizeStorage(
  files: readonly StoredFile[],
  { captionBytes, ...room }: Omit<Storage, 'files' | 'usedBytes'> & { captionBytes: number },
): Storage {
  return {
    ...room,
    files: files.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || a.id.localeCompare(b.id)),
    usedBytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, captionBytes + room.fontBytes + room.logoBytes),
  }
}
