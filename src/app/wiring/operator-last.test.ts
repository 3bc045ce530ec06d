import { expect, test } from 'vitest'
import { testProduct } from '../../../tests/support/product.ts'

// Without OPERATORS: all roles are granted on the site.
const { db, browser } = await testProduct()
const una = await operator('una@example.com')
const otto = await operator('otto@example.com')

test('two operators who revoke each other at once leave one of them', async () => {
  const answers = await Promise.all([revoke(una, 'otto@example.com'), revoke(otto, 'una@example.com')])
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  const { rows } = await db.$client.query(`select email from operator_roles where role = 'everything'`)
  expect(rows).toHaveLength(1)
})

test('the last operator with everything can neither be revoked nor get another role', async () => {
  const { rows } = await db.$client.query<{ email: string }>('select email from operator_roles')
  const email = rows[0]?.email ?? ''
  const last = email === 'una@example.com' ? una : otto
  const refused = await revoke(last, email)
  expect(refused).toMatchObject({ status: 409, output: { message: expect.stringContaining('last operator') } })
  expect((await last.call('operator/grantRole', { email, role: 'support', reason: 'Less work' })).status).toBe(409)
  // An address without an account does nothing yet.
  await last.call('operator/grantRole', { email: 'new@example.com', role: 'everything', reason: 'My successor' })
  expect((await revoke(last, email)).status).toBe(409)
  expect((await last.call('operator/me')).output).toMatchObject({ role: 'everything' })
})

async function operator(email: string) {
  const somebody = browser()
  await somebody.signUp({ email })
  await db.$client.query('update users set email_verified = true where email = $1', [email])
  await db.$client.query(
    `insert into operator_roles (email, role, granted_at, changed_at) values ($1, 'everything', now(), now())`,
    [email],
  )
  return somebody
}

function revoke(by: typeof una, email: string) {
  return by.call('operator/revokeRole', { email, reason: 'As agreed' })
}
