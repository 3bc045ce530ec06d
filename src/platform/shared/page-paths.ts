/** The parameters of an address: `{ projectId: '7f3a…' }` for `/projects/:projectId`. */
export type PathParams = Readonly<Record<string, string>>

/** The path of the page for unknown addresses. */
const ANY_PATH = '*'

/**
 * Finds the page for an address, ignoring case and a trailing slash. A fixed part wins over a parameter.
 * @returns null if there is none; never the page for unknown addresses
 */
export function findPage<Page extends { readonly path: string }>(
  pages: readonly Page[],
  pathname: string,
): { page: Page; params: PathParams } | null {
  const asked = partsOf(pathname)
  const found = pages
    .filter(({ path }) => path !== ANY_PATH)
    .flatMap((page) => {
      const params = paramsIn(partsOf(page.path), asked)
      return params === null ? [] : [{ page, params }]
    })
  return found.toSorted((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)[0] ?? null
}

function paramsIn(wanted: readonly string[], asked: readonly string[]): PathParams | null {
  if (wanted.length !== asked.length) return null
  const pairs = wanted.map((part, index) => [part, asked[index] ?? ''] as const)
  const fits = pairs.every(([part, given]) =>
    part.startsWith(':') ? ID.test(given) : part.toLowerCase() === given.toLowerCase(),
  )
  if (!fits) return null
  return Object.fromEntries(
    pairs.filter(([part]) => part.startsWith(':')).map(([part, given]) => [part.slice(1), given]),
  )
}

/** Parameters of our pages are ids; any other value is an unknown address. */
const ID = /^[A-Za-z0-9_-]{1,64}$/

function partsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '')
}
