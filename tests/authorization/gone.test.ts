import { beforeEach, expect, test } from 'vitest'
import { ask } from './ask.ts'
import { NEEDS } from './needs.ts'
import { peopleOfEveryRole, type Role } from './people.ts'
import { inputOf, requestOf } from './read-row.ts'
import {
  type Asked,
  COLLABORATOR_ID,
  HOST_ID,
  INVITATION_ID,
  INVITATION_LINK,
  PROCEDURES,
  PROJECT_ID,
  RENDER_ID,
  REVIEW_TOKEN,
  ROUTES,
} from './table.ts'

/** An id that never existed. */
const UNKNOWN_ID = '0a000000-0000-4000-8000-00000000dead'
/** Each identifies one thing in the tables. */
const NAMES = [PROJECT_ID, RENDER_ID, INVITATION_ID, COLLABORATOR_ID, HOST_ID, INVITATION_LINK, REVIEW_TOKEN]
/** The roles with access to the owner's project. */
const REACH = ['owner', 'editor', 'suggester', 'reviewer', 'viewer'] as const satisfies readonly Role[]

const { url, cookiesOf, restore } = await peopleOfEveryRole()
beforeEach(restore)

const named = [...procedures(), ...routes()].filter(({ asked }) => NAMES.some((name) => textOf(asked).includes(name)))

test.each(named)('$name finds nothing under an unknown id', async ({ asked }) => {
  const withUnknownIds = NAMES.reduce((text, name) => text.replaceAll(name, UNKNOWN_ID), textOf(asked))
  for (const role of REACH) expect(await outcome(JSON.parse(withUnknownIds), role), role).toBe('not there')
})

const ofProject = named.filter(({ name }) => name in NEEDS)

test('every request about a project is made for a removed one', () => {
  expect(ofProject.map(({ name }) => name).toSorted()).toEqual(Object.keys(NEEDS).toSorted())
})

test.each(ofProject)('$name finds nothing of a removed video, even while it can be restored', async (row) => {
  const files = [{ kind: 'video', id: PROJECT_ID }]
  expect(await outcome(procedure('storage.remove', { files }), 'owner')).toBe('let in')
  // The owner is last, since they may restore it.
  for (const role of REACH.toReversed()) {
    const mayRestore = row.name === 'storage.restore' && role === 'owner'
    expect(await outcome(row.asked, role), role).toBe(mayRestore ? 'let in' : 'not there')
  }
})

type Sent = Asked & { readonly method: string; readonly path: string }

function procedures(): { name: string; asked: Sent }[] {
  return Object.entries(PROCEDURES).map(([name, row]) => ({ name, asked: procedure(name, inputOf(row)) }))
}

function procedure(name: string, json: unknown): Sent {
  return { method: 'POST', path: `/api/rpc/${name.replace('.', '/')}`, json: { json } }
}

function routes(): { name: string; asked: Sent }[] {
  return Object.entries(ROUTES).map(([name, row]) => {
    const [method = '', pattern = ''] = name.split(' ')
    const asked = requestOf(row)
    return { name, asked: { ...asked, method, path: `/api${asked.path ?? pattern}` } }
  })
}

function outcome(asked: Sent, role: Role) {
  return ask(url, { ...asked, cookies: cookiesOf(role) })
}

function textOf(asked: Sent): string {
  return JSON.stringify(asked)
}
