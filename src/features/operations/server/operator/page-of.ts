/** Rows of one page of the operator's lists. */
export const PAGE = 25

/** What was read one row too far, as a page and the cursor of the next. */
export function pageOf<Row extends { readonly id: string }>(
  found: readonly Row[],
): { page: Row[]; next: string | null } {
  const page = found.slice(0, PAGE)
  return { page, next: found.length > PAGE ? (page.at(-1)?.id ?? null) : null }
}
