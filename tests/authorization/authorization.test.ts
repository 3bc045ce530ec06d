import type { AnyContractProcedure } from '@orpc/contract'
import { call, traverseContractProcedures } from '@orpc/server'
import { beforeEach, expect, test } from 'vitest'
import { allows, type Need } from '#features/collaboration/model/index.ts'
import { webApp } from '#app/server/web-app.ts'
import { ask, type Outcome } from './ask.ts'
import { NEEDS } from './needs.ts'
import { pagePaths } from './page-paths.ts'
import { peopleOfEveryRole, type Role, ROLES } from './people.ts'
import {
  type Asked,
  requestOf,
  inputOf,
  LINK,
  OWNER,
  PAGES,
  PLAN_RULES,
  PROCEDURES,
  PROJECT_ID,
  RENDER_ID,
  ROUTES,
  SITE_ROUTES,
} from './table.ts'

const { db, product, url, cookiesOf, ownerId, restore } = await peopleOfEveryRole()
beforeEach(restore)

test('every procedure stands in the table with an input that fits it, and nothing else does', () => {
  const procedures = allProcedures()
  expect([...procedures.keys()].toSorted()).toEqual(Object.keys(PROCEDURES).toSorted())
  for (const [name, row] of Object.entries(PROCEDURES)) {
    const schema = procedures.get(name)?.['~orpc'].inputSchema
    if (schema !== undefined) expect(schema['~standard'].validate(inputOf(row)), name).not.toHaveProperty('issues')
  }
})

test('every route stands in the table, and nothing else does', () => {
  const { api, site } = allRoutes()
  expect(api).toEqual(Object.keys(ROUTES).toSorted())
  expect(site).toEqual(Object.keys(SITE_ROUTES).toSorted())
})

test('everything that names the owner’s project says what it needs, and nothing else does', () => {
  const rows = Object.entries({ ...PROCEDURES, ...ROUTES })
  const named = rows.filter(([, row]) => [PROJECT_ID, RENDER_ID].some((id) => JSON.stringify(row).includes(id)))
  expect(Object.keys(NEEDS).toSorted()).toEqual(named.map(([name]) => name).toSorted())
})

test('every page stands in the table, and nothing else does', () => {
  expect(pagePaths().toSorted()).toEqual(Object.keys(PAGES).toSorted())
})

test.each(Object.entries(PROCEDURES))('procedure %s answers whom the table says', async (name, row) => {
  const path = name.replace('.', '/')
  const input = inputOf(row)
  const expected = expectedOf(row, NEEDS[name])
  expect(await eachRole({ method: 'POST', path: `/api/rpc/${path}`, json: { json: input } }), 'for our pages').toEqual(
    expected,
  )
  await restore()
  const asRest = await eachRole({ method: 'POST', path: `/api/v1/${path}`, json: input }, SAMPLE_ROLES)
  expect(asRest, 'as REST').toEqual(Object.fromEntries(SAMPLE_ROLES.map((role) => [role, expected[role]])))
})

test.each(Object.entries(ROUTES))('route %s answers whom the table says', async (name, row) => {
  const [method = '', pattern = ''] = name.split(' ')
  const asked = requestOf(row)
  const path = `/api${asked.path ?? pattern}`
  expect(await eachRole({ ...asked, method, path })).toEqual(expectedOf(row, NEEDS[name]))
})

test('what is outside the API is the same for a visitor and for whoever is signed in', async () => {
  for (const [name, who] of Object.entries(SITE_ROUTES)) {
    const path = name.replace('GET ', '').replaceAll(/:\w+/g, 'none')
    // What a machine is told changes with every look; its own test says whom it is told.
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

test('nothing in an account makes it an operator: only the settings do', async () => {
  const { rows } = await db.$client.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name in ('users', 'sessions', 'identities')`,
  )
  expect(rows.map(({ name }) => name).filter((name) => /admin|role|staff|operator|permission/.test(name))).toEqual([])
})

/** Whose plan has collaborators. */
const HOSTS: ReadonlySet<Role> = new Set<Role>(['pro', 'premium', 'enterprise', 'owner'])

type Row = 'open' | 'own' | object

async function read(path: string, role: Role) {
  const answer = await fetch(new URL(path, url), { headers: { cookie: cookiesOf(role) } })
  return { status: answer.status, body: await answer.text() }
}

/** What the table promises to each role. @param need of the owner's project, when it is about that */
function expectedOf(row: Row, need?: Need): Record<Role, Outcome> {
  const outcome = (role: Role): Outcome => {
    if (row === 'open' || (typeof row === 'object' && 'open' in row)) return 'let in'
    if (role === 'visitor') return 'nobody'
    if (row === 'own' || 'own' in row) return 'let in'
    if ('invited' in row) return role === 'owner' ? 'let in' : 'forbidden'
    if ('hosts' in row) return HOSTS.has(role) ? 'let in' : 'forbidden'
    if (need !== undefined && (role === 'editor' || role === 'viewer'))
      return allows(role, need) ? 'let in' : 'forbidden'
    if ('operators' in row) return role === 'operator' ? 'let in' : 'not there'
    // The owner of the tables is an affiliate too.
    if ('affiliates' in row && role === 'affiliate') return 'let in'
    return role === 'owner' ? 'let in' : 'not there'
  }
  return byRole(outcome)
}

/** What the same procedure answers through another door: who may, who may not, and who is nobody. */
const SAMPLE_ROLES = ['visitor', 'operator', 'someone else', 'viewer', 'owner'] as const satisfies readonly Role[]

async function eachRole(
  asked: Asked & { method: string; path: string },
  roles: readonly Role[] = ROLES,
): Promise<Partial<Record<Role, Outcome>>> {
  const outcomes: [Role, Outcome][] = []
  // One after the other: the owner is last, and may remove what the others must not find.
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

function byRole(outcome: (role: Role) => Outcome): Record<Role, Outcome> {
  return Object.fromEntries(ROLES.map((role) => [role, outcome(role)])) as Record<Role, Outcome>
}

function allProcedures(): Map<string, AnyContractProcedure> {
  const found = new Map<string, AnyContractProcedure>()
  traverseContractProcedures({ router: product.procedures, path: [] }, ({ path, contract }) =>
    found.set(path.join('.'), contract),
  )
  return found
}

/** Everything the web process answers, without middleware and refusals of whatever is not there. */
function allRoutes(): { api: string[]; site: string[] } {
  // Its pages are not asked for here, so a build without any does.
  const built = { draw: () => '', files: [] }
  const routes = webApp(product, { publicUrl: undefined, built }).routes.filter(({ method }) => method !== 'ALL')
  const names = [...new Set(routes.map(({ method, path }) => `${method} ${path}`))].toSorted()
  const isApi = (name: string): boolean => name.includes(' /api/')
  return {
    api: names.filter(isApi).map((name) => name.replace(' /api/', ' /')),
    site: names.filter((name) => !isApi(name)),
  }
}
