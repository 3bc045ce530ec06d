import type { AnyContractProcedure } from '@orpc/contract'
import { call, traverseContractProcedures } from '@orpc/server'
import { beforeEach, expect, test } from 'vitest'
import { OPERATOR_ROLES } from '#features/operations/model/index.ts'
import { allows } from '#features/collaboration/model/index.ts'
import { webApp } from '#app/server/web-app.ts'
import { ask, type Outcome } from './ask.ts'
import { NEEDS } from './needs.ts'
import { pagePaths } from './page-paths.ts'
import { peopleOfEveryRole, type Role, ROLES } from './people.ts'
import { PLAN_RULES } from './plan-rules.ts'
import { inputOf, isOperators, requestOf } from './read-row.ts'
import {
  type Asked,
  LINK,
  OWNER,
  PAGES,
  type ProcedureRow,
  PROCEDURES,
  PROJECT_ID,
  RENDER_ID,
  type RouteRow,
  ROUTES,
} from './table.ts'
import { VIEWED } from './viewing.ts'
import { SITE_ROUTES } from './site-routes.ts'

const { db, product, url, cookiesOf, ownerId, restore } = await peopleOfEveryRole()
beforeEach(restore)

test('the table lists exactly the procedures, each with a valid input', () => {
  const procedures = allProcedures()
  expect([...procedures.keys()].toSorted()).toEqual(Object.keys(PROCEDURES).toSorted())
  for (const [name, row] of Object.entries(PROCEDURES)) {
    const schema = procedures.get(name)?.['~orpc'].inputSchema
    if (schema !== undefined) expect(schema['~standard'].validate(inputOf(row)), name).not.toHaveProperty('issues')
  }
})

test('the table lists exactly the routes', () => {
  const { api, site } = allRoutes()
  expect(api).toEqual(Object.keys(ROUTES).toSorted())
  expect(site).toEqual(Object.keys(SITE_ROUTES).toSorted())
})

test('exactly the requests about the owner’s project state the access they need', () => {
  const rows = Object.entries({ ...PROCEDURES, ...ROUTES })
  const named = rows.filter(([, row]) => [PROJECT_ID, RENDER_ID].some((id) => JSON.stringify(row).includes(id)))
  expect(Object.keys(NEEDS).toSorted()).toEqual(named.map(([name]) => name).toSorted())
})

test('the table lists exactly the pages', () => {
  expect(pagePaths().toSorted()).toEqual(Object.keys(PAGES).toSorted())
})

test.each(Object.entries(PROCEDURES))('procedure %s admits the roles in the table', async (name, row) => {
  const path = name.replace('.', '/')
  const input = inputOf(row)
  const { roles, restRoles } = rolesFor(row)
  const forPages = await eachRole({ method: 'POST', path: `/api/rpc/${path}`, json: { json: input } }, roles)
  expect(forPages, 'for our pages').toEqual(expectedOf(name, row, roles))
  await restore()
  const asRest = await eachRole({ method: 'POST', path: `/api/v1/${path}`, json: input }, restRoles)
  expect(asRest, 'as REST').toEqual(expectedOf(name, row, restRoles))
})

test.each(Object.entries(ROUTES))('route %s admits the roles in the table', async (name, row) => {
  const [method = '', pattern = ''] = name.split(' ')
  const asked = requestOf(row)
  const path = `/api${asked.path ?? pattern}`
  const { roles } = rolesFor(row)
  expect(await eachRole({ ...asked, method, path }, roles)).toEqual(expectedOf(name, row, roles))
})

test('routes outside the API return the same to visitors and signed-in users', async () => {
  for (const [name, who] of Object.entries(SITE_ROUTES)) {
    const path = name.replace('GET ', '').replaceAll(/:\w+/g, 'none')
    // Metrics change with every request; their own test covers access to them.
    if (who === 'pages' || who === 'machine') continue
    const [visitor, owner] = await Promise.all(['visitor', 'owner'].map((role) => read(path, role as Role)))
    expect(owner, name).toEqual(visitor)
    if (who === 'set up') expect(visitor?.status, name).toBe(404)
  }
})

test.each(PLAN_RULES)('$what: the plan decides', async ({ ask: asked, method, may }) => {
  const outcomes = await eachRole({ ...asked, method, path: `/api${asked.path ?? ''}` })
  for (const plan of ['free', 'basic', 'pro', 'premium', 'enterprise'] as const) {
    expect(outcomes[plan] === 'let in', plan).toBe(may.includes(plan))
  }
})

test('no column of an account makes it an operator', async () => {
  const { rows } = await db.$client.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name in ('users', 'sessions', 'identities')`,
  )
  expect(rows.map(({ name }) => name).filter((name) => /admin|role|staff|operator|permission/.test(name))).toEqual([])
})

/** Roles whose plan has collaborators. */
const HOSTS: ReadonlySet<Role> = new Set<Role>(['pro', 'premium', 'enterprise', 'owner'])

type Row = ProcedureRow | RouteRow

async function read(path: string, role: Role) {
  const answer = await fetch(new URL(path, url), { headers: { cookie: cookiesOf(role) } })
  return { status: answer.status, body: await answer.text() }
}

/** The outcome the table promises these roles; `NEEDS` says what a request about the owner’s project needs. */
function expectedOf(name: string, row: Row, roles: readonly Role[]): Partial<Record<Role, Outcome>> {
  const need = NEEDS[name]
  const outcome = (role: Role): Outcome => {
    if (role === 'viewing') return VIEWED.has(name) ? 'let in' : 'forbidden'
    if (row === 'open' || (typeof row === 'object' && 'open' in row)) return 'let in'
    if (role === 'visitor') return 'nobody'
    if (row === 'own' || 'own' in row) return 'let in'
    if ('invited' in row) return role === 'owner' ? 'let in' : 'forbidden'
    if ('hosts' in row) return HOSTS.has(role) ? 'let in' : 'forbidden'
    if (need !== undefined && (role === 'editor' || role === 'suggester' || role === 'reviewer' || role === 'viewer'))
      return allows(role, need) ? 'let in' : 'forbidden'
    if (isOperators(row)) {
      const operatorRole = role === 'operator' ? 'everything' : OPERATOR_ROLES.find((name) => name === role)
      if (operatorRole === undefined) return 'not there'
      return row.by.includes(operatorRole) ? 'let in' : 'forbidden'
    }
    // The owner in the tables is an affiliate too.
    if ('affiliates' in row && role === 'affiliate') return 'let in'
    return role === 'owner' ? 'let in' : 'not there'
  }
  return Object.fromEntries(roles.map((role) => [role, outcome(role)]))
}

/**
 * The callers. A row that only tells visitors from people, or nobody from anybody, needs one role of each kind: a check
 * of a password takes a tenth of a second of processor time.
 */
function rolesFor(row: Row): { readonly roles: readonly Role[]; readonly restRoles: readonly Role[] } {
  const isForEverybody = row === 'open' || row === 'own' || (typeof row === 'object' && ('open' in row || 'own' in row))
  return isForEverybody
    ? { roles: SAMPLE_ROLES, restRoles: ['visitor', 'someone else', 'viewing', 'owner'] }
    : { roles: ROLES, restRoles: SAMPLE_ROLES }
}

/** One role of each kind. */
const SAMPLE_ROLES = [
  'visitor',
  'operator',
  'support',
  'read-only',
  'someone else',
  'suggester',
  'reviewer',
  'viewer',
  'suspended',
  'viewing',
  'owner',
] as const satisfies readonly Role[]

async function eachRole(
  asked: Asked & { method: string; path: string },
  roles: readonly Role[] = ROLES,
): Promise<Partial<Record<Role, Outcome>>> {
  const outcomes: [Role, Outcome][] = []
  // In sequence: the owner is last and may remove what the others must not find.
  const path = asked.path.replace(OWNER, ownerId).replace(LINK, await linkOfOwner())
  for (const role of roles) outcomes.push([role, await ask(url, { ...asked, path, cookies: cookiesOf(role) })])
  return Object.fromEntries(outcomes)
}

/** The last part of a link to the owner's video. */
async function linkOfOwner(): Promise<string> {
  const context = { caller: { userId: ownerId, email: '' }, requestId: 'test' }
  const { url: address } = await call(product.procedures.storage.link, { kind: 'video', id: PROJECT_ID }, { context })
  return address.split('/').at(-1) ?? ''
}

function allProcedures(): Map<string, AnyContractProcedure> {
  const found = new Map<string, AnyContractProcedure>()
  traverseContractProcedures({ router: product.procedures, path: [] }, ({ path, contract }) =>
    found.set(path.join('.'), contract),
  )
  return found
}

/** Every route of the web process, without middleware and fallbacks. */
function allRoutes(): { api: string[]; site: string[] } {
  // Pages are not requested here, so an empty build suffices.
  const built = { draw: () => '', files: [] }
  const routes = webApp(product, { publicUrl: undefined, built }).routes.filter(({ method }) => method !== 'ALL')
  const names = [...new Set(routes.map(({ method, path }) => `${method} ${path}`))].toSorted()
  const isApi = (name: string): boolean => name.includes(' /api/')
  return {
    api: names.filter(isApi).map((name) => name.replace(' /api/', ' /')),
    site: names.filter((name) => !isApi(name)),
  }
}
