/** The head of a page: a title, descriptions by name, and data for search engines. */
export type PageMeta = readonly (
  | { readonly title: string }
  | { readonly name: string; readonly content: string }
  | { readonly 'script:ld+json': object }
)[]

/** Pages that replace another: they have no address of their own (spec §2). */
const FALLBACK_PAGES = new Set(['routes/not-found.tsx', 'routes/error.tsx', 'routes/maintenance.tsx'])

/** The page's canonical address (spec §2); undefined for a page that replaces another. */
export function canonicalUrl(page: { file: string }, at: { origin: string; pathname: string }): string | undefined {
  if (FALLBACK_PAGES.has(page.file)) return undefined
  return at.origin + (at.pathname.length > 1 ? at.pathname.replace(/(?<!\/)\/+$/, '') : at.pathname)
}

/** Whether the page has many addresses, such as one per project. */
export function hasParams({ params }: { params: object }): boolean {
  return Object.keys(params).length > 0
}

/** Replaces the document's head with that of the current page. */
export function showHead(meta: PageMeta, canonical: string | undefined): void {
  for (const old of document.head.querySelectorAll('meta[data-page], link[rel=canonical]')) old.remove()
  for (const one of meta) {
    if ('title' in one) document.title = one.title
    if ('name' in one) append('meta', { name: one.name, content: one.content, 'data-page': '' })
  }
  if (canonical !== undefined) append('link', { rel: 'canonical', href: canonical })
}

function append(tag: string, attributes: Readonly<Record<string, string>>): void {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  document.head.append(element)
}
