import routes from '../../src/app/pages/routes.ts'

/** The path of every page, as the route table says it: `/projects/:projectId`, `*` for whatever is not there. */
export function pagePaths(): string[] {
  return routes.map(({ path }) => (path === '*' ? path : `/${path}`))
}
