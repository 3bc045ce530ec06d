import type { StoredFile } from './contract.ts'

/** The sort orders of a file list. */
export const ORDERS = ['newest', 'oldest', 'largest', 'smallest', 'name'] as const
/** One of `ORDERS`. */
export type Order = (typeof ORDERS)[number]

/** The files whose title contains every word of `search`, ignoring case and accents, in the given order. */
export function arrange(
  files: readonly StoredFile[],
  { search, order }: { search: string; order: Order },
): StoredFile[] {
  const words = plain(search).split(/\s+/u)
  const found = files.filter(({ title, kind }) => {
    const text = `${plain(title)} ${kind}`
    return words.every((word) => text.includes(word))
  })
  return found.toSorted((a, b) => BY[order](a, b) || a.id.localeCompare(b.id))
}

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .trim()
}

const COLLATOR = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

const BY = {
  newest: (a, b) => b.createdAt.localeCompare(a.createdAt),
  oldest: (a, b) => a.createdAt.localeCompare(b.createdAt),
  largest: (a, b) => b.sizeBytes - a.sizeBytes,
  smallest: (a, b) => a.sizeBytes - b.sizeBytes,
  // A video precedes its exports.
  name: (a, b) => COLLATOR.compare(a.title, b.title) || b.kind.localeCompare(a.kind),
} satisfies Record<Order, (a: StoredFile, b: StoredFile) => number>
