import { expect, test } from 'vitest'
import type { CurrentView } from '#features/operations/model/index.ts'
import { captionedProject } from '../../../tests/support/captioned.ts'
import { fixture } from '../../../tests/fixtures/fixture.ts'
import { mailsTo } from '../../../tests/support/outbox.ts'
import { testProduct } from '../../../tests/support/product.ts'

const site = await testProduct({ settings: { OPERATORS: 'olga@example.com' } })
const { db, browser } = site
const READ_ONLY = 'You only view this account: nothing can be changed or downloaded.'
const OVER = 'The view of this account has ended. Stop viewing to go on.'

test('an operator sees the pages of a user and changes nothing, until they stop', async () => {
  const operator = await newOperator()
  const { id, email } = await site.signedUp({ name: 'Dana' })
  const own = await me(operator)
  expect((await view(operator, id)).status).toBe(200)
  expect(await me(operator)).toBe(id)
  expect((await operator.call('viewing/current')).output).toMatchObject({ userId: id, email, hasEnded: false })
  for (const [name, input] of CHANGES) {
    const refused = await operator.call(name, input)
    expect(refused, name).toMatchObject({ status: 403, output: { message: READ_ONLY } })
  }
  const sent = await operator.send('/api/account/photo', { method: 'DELETE' })
  expect(sent.status).toBe(403)
  expect((await operator.send('/api/account/export.json')).status).toBe(403)
  const { rows } = await db.$client.query('select display_name from users where id = $1', [id])
  expect(rows).toEqual([{ display_name: 'Dana' }])

  expect((await operator.call('viewing/stop')).output).toEqual({ userId: id })
  expect(await me(operator)).toBe(own)
  expect((await operator.call('viewing/current')).output).toBeNull()
  expect(await logOf(id)).toEqual([
    { action: 'user.start-viewing', reason: 'They asked' },
    { action: 'user.stop-viewing', reason: null },
  ])
})

test('the editor of a viewed video is read-only, and says so while it is open', async () => {
  const operator = await newOperator()
  const { id, dana } = await site.signedUp()
  const projectId = await captionedProject(
    { db, files: site.product.files },
    { ownerId: id, sourcePath: await fixture('sentence-small') },
  )
  const opened = async (person: Browser) => (await person.call('captions/get', { projectId, batchIds: [] })).output
  expect(await opened(dana)).toMatchObject({ access: 'owner' })
  await view(operator, id)
  expect(await opened(operator)).toMatchObject({ access: 'reviewer', viewing: true })
  const { text } = await operator.send(`/api/captions/${projectId}/document`)
  expect(JSON.parse(text.split('\n')[0] ?? '')).toMatchObject({ access: 'reviewer', viewing: true })
  expect(await opened(dana)).toMatchObject({ access: 'owner' })
})

test('what a member may do on a team’s video is shown as viewed, and stays theirs', async () => {
  const operator = await newOperator()
  const { id: ownerId } = await site.signedUp()
  const { id, dana: member } = await site.signedUp()
  await db.$client.query(`update users set plan = 'pro' where id = $1`, [ownerId])
  await db.$client.query(
    `insert into collaborators (owner_id, user_id, role, joined_at) values ($1, $2, 'editor', now())`,
    [ownerId, id],
  )
  const projectId = await captionedProject(
    { db, files: site.product.files },
    { ownerId, sourcePath: await fixture('sentence-small') },
  )
  const opened = async (person: Browser) => (await person.call('captions/get', { projectId, batchIds: [] })).output
  await view(operator, id)
  expect(await opened(operator)).toMatchObject({ access: 'reviewer', viewing: true })
  expect(await opened(member)).toMatchObject({ access: 'editor' })
  expect(await opened(member)).not.toHaveProperty('viewing')
})

test('the user gets a mail at the start, without the reason, and sees no new device', async () => {
  const operator = await newOperator()
  const { dana, id, email } = await site.signedUp()
  await view(operator, id, 'Sends spam')
  const [mail] = await mailsTo(db, email, 'is viewing your account')
  expect(mail?.paragraphs.join(' ')).toContain('for up to 30 minutes, and can change nothing')
  expect(JSON.stringify(mail)).not.toContain('spam')
  expect((await dana.call('accounts/sessions')).output).toHaveLength(1)
})

test('after its time a view shows nothing, and the operator’s own account does not change', async () => {
  const operator = await newOperator()
  const { id } = await site.signedUp()
  await view(operator, id)
  await db.$client.query(
    `update operator_views set started_at = started_at - interval '31 minutes', expires_at = now() - interval '1 minute'
     where user_id = $1`,
    [id],
  )
  for (const name of ['accounts/me', 'media/list'])
    expect(await operator.call(name), name).toMatchObject({ status: 403, output: { message: OVER } })
  const renamed = await operator.call('accounts/updateProfile', { displayName: 'Mine' })
  expect(renamed).toMatchObject({ status: 403, output: { message: OVER } })
  expect((await operator.call('viewing/current')).output as CurrentView).toMatchObject({ hasEnded: true })
  await site.product.maintenance()
  expect((await logOf(id)).map(({ action }) => action)).toEqual(['user.start-viewing', 'user.stop-viewing'])
  await operator.call('viewing/stop')
  expect((await logOf(id)).length, 'recorded once').toBe(2)
  expect((await operator.call('operator/health')).status).toBe(200)
})

test('the name of a view opens nothing for another session, and a lost role ends it', async () => {
  const operator = await newOperator()
  const { id } = await site.signedUp()
  await view(operator, id)
  const { dana: stranger, id: strangersId } = await site.signedUp()
  stranger.cookies.set('viewing', operator.cookies.get('viewing') ?? '')
  expect(await me(stranger)).toBe(strangersId)
  const granted = await newOperator('support')
  await view(granted, id)
  expect(await me(granted)).toBe(id)
  await db.$client.query('delete from operator_roles')
  expect(await granted.call('accounts/me')).toMatchObject({ status: 403, output: { message: OVER } })
})

test('refuses operators’ accounts, suspended ones, and operators without the work', async () => {
  const operator = await newOperator()
  const { rows } = await db.$client.query<{ id: string }>(`select id from users where email = 'olga@example.com'`)
  expect(await view(operator, rows[0]?.id ?? '')).toMatchObject({
    status: 409,
    output: { message: 'This is an operator’s account. Nobody can view it.' },
  })
  const { id } = await site.signedUp()
  await operator.call('operator/decideUser', { userId: id, decision: 'suspend', reason: 'Spam' })
  expect((await view(operator, id)).status).toBe(409)
  const finance = await newOperator('finance')
  const { id: other } = await site.signedUp()
  expect((await view(finance, other)).status).toBe(403)
})

test('viewing another user ends the view before', async () => {
  const operator = await newOperator()
  const [first, second] = [await site.signedUp(), await site.signedUp()]
  await view(operator, first.id)
  // From a page of operators that is still open in another tab.
  expect((await view(operator, second.id)).status).toBe(403)
  await operator.call('viewing/stop')
  expect((await view(operator, second.id)).status).toBe(200)
  expect(await me(operator)).toBe(second.id)
})

/** Changes of every kind, and secrets. */
const CHANGES: readonly [string, object?][] = [
  ['accounts/updateProfile', { displayName: 'Mine now' }],
  ['accounts/revokeOtherSessions'],
  ['billing/startCheckout', { pack: 'pack100' }],
  ['billing/invoices', { limit: 5 }],
  ['billing/portal'],
  ['storage/link', { kind: 'video', id: '0a000000-0000-4000-8000-000000000001' }],
  ['collaboration/invite', { email: 'a@example.com', role: 'viewer' }],
  ['operator/users', {}],
]

type Browser = ReturnType<typeof browser>
let operators = 0

/** An operator: the one of the settings, or one with a granted role. */
async function newOperator(role?: 'support' | 'finance'): Promise<Browser> {
  const person = browser()
  if (role === undefined) {
    const olga = await person.logIn({ email: 'olga@example.com' })
    if (olga.status !== 200) await person.signUp({ email: 'olga@example.com' })
    await db.$client.query(`update users set email_verified = true where email = 'olga@example.com'`)
    return person
  }
  operators += 1
  const email = `operator-${operators}@example.com`
  await person.signUp({ email })
  await db.$client.query('update users set email_verified = true where email = $1', [email])
  await db.$client.query(
    'insert into operator_roles (email, role, granted_at, changed_at) values ($1, $2, now(), now())',
    [email, role],
  )
  return person
}

function view(operator: Browser, userId: string, reason = 'They asked') {
  return operator.call('operator/startView', { userId, reason })
}

async function me(person: Browser): Promise<string | undefined> {
  return ((await person.call('accounts/me')).output as { id: string } | null)?.id
}

async function logOf(userId: string) {
  const { rows } = await db.$client.query<{ action: string; reason: string | null }>(
    `select action, reason from operator_actions where subject_id = $1 and action like 'user.%viewing' order by id`,
    [userId],
  )
  return rows
}
