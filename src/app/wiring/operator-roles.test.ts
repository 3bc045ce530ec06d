import { expect, test } from 'vitest'
import type { Operator, OperatorRole } from '#features/operations/model/index.ts'
import { testProduct } from '../../../tests/support/product.ts'
import { mailsTo } from '../../../tests/support/outbox.ts'

const { db, browser } = await testProduct({ settings: { OPERATORS: 'olga@example.com' } })
const olga = await person('olga@example.com')

test('a granted role counts once the address has a confirmed account, and only for its work', async () => {
  await grant('fin@example.com', 'finance')
  const fin = browser()
  await fin.signUp({ email: 'fin@example.com' })
  expect((await fin.call('operator/me')).output).toEqual({
    role: null,
    mustConfirmEmail: true,
    mustSetUpSecondFactor: false,
    mustUsePasskey: false,
  })
  expect((await fin.call('operator/health')).status).toBe(404)
  await confirm('fin@example.com')
  expect((await fin.call('operator/me')).output).toEqual({
    role: 'finance',
    mustConfirmEmail: false,
    mustSetUpSecondFactor: false,
    mustUsePasskey: false,
  })
  expect((await fin.call('operator/health')).status).toBe(200)
  const { id: userId } = (await olga.call('accounts/me')).output as { id: string }
  const refused = await fin.call('operator/decideUser', { userId, decision: 'end-sessions', reason: 'Just so' })
  expect(refused).toMatchObject({ status: 403, output: { message: 'Your role as an operator does not allow this.' } })
  const grants = await fin.call('operator/grantRole', { email: 'x@example.com', role: 'support', reason: 'A friend' })
  expect(grants.status).toBe(403)
})

test('a changed or revoked role counts at once, with a mail and a record each', async () => {
  const email = 'sue@example.com'
  await grant(email, 'support')
  const sue = await person(email)
  await grant(email, 'read-only')
  expect((await sue.call('operator/me')).output).toMatchObject({ role: 'read-only' })
  expect((await grant(email, 'read-only')).status).toBe(409)
  expect((await revoke(email)).status).toBe(200)
  expect((await sue.call('operator/me')).output).toMatchObject({ role: null })
  expect((await sue.call('operator/health')).status).toBe(404)
  expect((await revoke(email)).status).toBe(409)
  const subjects = (await mailsTo(db, email)).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject.includes('operator'))).toEqual([
    'You are now an operator of Wordpop',
    'Your role as an operator of Wordpop has changed',
    'You are no longer an operator of Wordpop',
  ])
  const { rows } = await db.$client.query(
    'select action, operator_email, reason, before, after from operator_actions where subject_id = $1 order by id',
    [email],
  )
  const by = { operator_email: 'olga@example.com', reason: 'As agreed' }
  expect(rows).toEqual([
    { ...by, action: 'operator.grant', before: { role: null }, after: { role: 'support' } },
    { ...by, action: 'operator.change', before: { role: 'support' }, after: { role: 'read-only' } },
    { ...by, action: 'operator.revoke', before: { role: 'read-only' }, after: { role: null } },
  ])
})

test('the settings decide about their addresses', async () => {
  expect((await grant('olga@example.com', 'read-only')).status).toBe(409)
  expect((await revoke('Olga@example.com')).status).toBe(409)
  const { output } = await olga.call('operator/operators')
  const [first] = output as Operator[]
  expect(first).toMatchObject({ email: 'olga@example.com', role: 'everything', source: 'settings', isActive: true })
})

test('changing a role needs the password once the log-in is not fresh', async () => {
  await db.$client.query(`update sessions set confirmed_at = now() - interval '1 hour'`)
  const change = { email: 'rob@example.com', role: 'support', reason: 'As agreed' }
  expect(await olga.call('operator/grantRole', change)).toMatchObject({
    status: 403,
    output: { message: 'Enter your password.', data: { field: 'password' } },
  })
  expect((await olga.call('operator/grantRole', { ...change, password: 'wrong' })).status).toBe(403)
  await db.$client.query(`update sessions set confirmed_at = now()`)
})

test('neither suspends nor erases somebody with a granted role', async () => {
  await grant('ray@example.com', 'read-only')
  const ray = await person('ray@example.com')
  const { id: userId } = (await ray.call('accounts/me')).output as { id: string }
  expect((await olga.call('operator/user', { userId })).output).toMatchObject({ isOperator: true })
  expect((await olga.call('operator/decideUser', { userId, decision: 'suspend', reason: 'Spam' })).status).toBe(409)
})

test('support cannot confirm an operator’s address, which would give its account a greater role', async () => {
  await grant('sam@example.com', 'support')
  const sam = await person('sam@example.com')
  await grant('boss@example.com', 'everything')
  const squatter = browser()
  await squatter.signUp({ email: 'boss@example.com' })
  const { id: userId } = (await squatter.call('accounts/me')).output as { id: string }
  const verify = { userId, decision: 'verify', reason: 'Asked by phone' }
  expect((await sam.call('operator/decideUser', verify)).status).toBe(403)
  expect((await squatter.call('operator/me')).output).toMatchObject({ role: null })
  expect((await olga.call('operator/decideUser', verify)).status).toBe(200)
})

async function person(email: string) {
  const somebody = browser()
  await somebody.signUp({ email })
  await confirm(email)
  return somebody
}

async function confirm(email: string): Promise<void> {
  await db.$client.query('update users set email_verified = true where email = $1', [email])
}

function grant(email: string, role: OperatorRole) {
  return olga.call('operator/grantRole', { email, role, reason: 'As agreed' })
}

function revoke(email: string) {
  return olga.call('operator/revokeRole', { email, reason: 'As agreed' })
}
