import { formatBytes } from '#platform/shared/format/bytes.ts'

/** The storage of an account and a request for more; bytes. */
export type Room = {
  /** Stored or being uploaded. */
  readonly usedBytes: number
  /** Null if the contract sets it. */
  readonly quotaBytes: number | null
  /** The size of the new file; 0 if unknown, as for an export. */
  readonly addBytes: number
  /** Whether another plan has a larger quota. */
  readonly mayUpgrade: boolean
}

/**
 * Why nothing more can be stored, as one sentence with what to do; null if there is room. A full or overfull account,
 * for example after a downgrade, keeps its files (product §5) and stores nothing new.
 */
export function fullSentence({ usedBytes, quotaBytes, addBytes, mayUpgrade }: Room): string | null {
  if (quotaBytes === null || !isFull({ usedBytes, quotaBytes, addBytes })) return null
  const used = `${formatBytes(usedBytes)} of ${formatBytes(quotaBytes)} are used`
  const wanted = addBytes > 0 && usedBytes < quotaBytes ? `, and this file needs ${formatBytes(addBytes)}` : ''
  return `Not enough storage: ${used}${wanted}. Delete something${mayUpgrade ? ', or upgrade your plan' : ''}.`
}

/**
 * Whether new files must wait until the trash is erased. Deleting frees room at once, but trash and new files together
 * may take at most twice the quota; otherwise deleting, adding and undoing in turns could store any amount.
 */
export function isTrashFilling({ usedBytes, quotaBytes, addBytes, removedBytes }: RoomWithTrash): boolean {
  return quotaBytes !== null && removedBytes > 0 && usedBytes + removedBytes + addBytes > 2 * quotaBytes
}

type RoomWithTrash = Omit<Room, 'mayUpgrade'> & { readonly removedBytes: number }

function isFull({ usedBytes, quotaBytes, addBytes }: { usedBytes: number; quotaBytes: number; addBytes: number }) {
  return usedBytes >= quotaBytes || usedBytes + addBytes > quotaBytes
}
