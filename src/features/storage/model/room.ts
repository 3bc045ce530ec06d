import { formatSize } from './size.ts'

/** How much room an account has, and what is asked of it; bytes. */
export type Room = {
  /** Stored, or on its way in. */
  readonly usedBytes: number
  /** Null: as much as the contract says. */
  readonly quotaBytes: number | null
  /** What the new file takes; 0 when nobody knows yet, as with an export. */
  readonly addBytes: number
  /** Whether another plan has more room. */
  readonly mayUpgrade: boolean
}

/**
 * Why nothing more can be kept: what is used, what there is, and the way out; null when there is room. An account that
 * is full or over, for example after a downgrade, keeps all it has (product §5) and gets nothing new.
 */
export function fullSentence({ usedBytes, quotaBytes, addBytes, mayUpgrade }: Room): string | null {
  if (quotaBytes === null || !isFull({ usedBytes, quotaBytes, addBytes })) return null
  const used = `${formatSize(usedBytes)} of ${formatSize(quotaBytes)} are used`
  const wanted = addBytes > 0 && usedBytes < quotaBytes ? `, and this file needs ${formatSize(addBytes)}` : ''
  return `There is not enough storage: ${used}${wanted}. Delete something${mayUpgrade ? ', or upgrade your plan' : ''}.`
}

/**
 * Whether something new waits until what was removed is erased. What is removed makes room at once; but what can still
 * be had back and what is new together take at most twice the plan, or removing, adding and undoing in turns would
 * gather any amount.
 */
export function isTrashFilling({ usedBytes, quotaBytes, addBytes, removedBytes }: Erasing): boolean {
  return quotaBytes !== null && removedBytes > 0 && usedBytes + removedBytes + addBytes > 2 * quotaBytes
}

type Erasing = Omit<Room, 'mayUpgrade'> & { readonly removedBytes: number }

function isFull({ usedBytes, quotaBytes, addBytes }: { usedBytes: number; quotaBytes: number; addBytes: number }) {
  return usedBytes >= quotaBytes || usedBytes + addBytes > quotaBytes
}
