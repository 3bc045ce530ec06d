import routes from '../../src/app/pages/routes.ts'

/** The path of every page in the route table: `/projects/:projectId`, `*` for unknown addresses. */
export function pagePaths(): string[] {
  return routes.map(({ path }) => (path === '*' ? path : `/${path}`))
}
