/** The page size of the operator's lists. */
export const PAGE_SIZE = 25

/** Splits rows that were read one too far into a page and the next cursor. */
export function pageOf<Row extends { readonly id: string }>(
  found: readonly Row[],
): { page: Row[]; next: string | null } {
  const page = found.slice(0, PAGE_SIZE)
  return { page, next: found.length > PAGE_SIZE ? (page.at(-1)?.id ?? null) : null }
}
