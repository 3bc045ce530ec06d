import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '../../src/app/routes.ts'

/** The path of every page, as the route table says it: `/projects/:projectId`, `*` for whatever is not there. */
export function pagePaths(): string[] {
  return routes.flatMap((route) => pathsOf(route, ''))
}

function pathsOf({ path = '', index, file, children }: RouteConfigEntry, above: string): string[] {
  const own = path === '*' ? path : [above, path].filter(Boolean).join('/')
  const below = children?.flatMap((child) => pathsOf(child, own)) ?? []
  // A layout has neither a path nor a page of its own.
  const isPage = children === undefined && file !== '' && (index === true || path !== '')
  return isPage ? [own === '*' ? own : `/${own}`, ...below] : below
}
