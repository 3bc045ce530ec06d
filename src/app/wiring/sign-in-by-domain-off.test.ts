import { expect, test } from 'vitest'
import { forgingProvider } from '../../../tests/support/forging-provider.ts'
import { testProduct } from '../../../tests/support/product.ts'

const forger = await forgingProvider()
const OPERATORS = 'olga@example.com'
const strict = await testProduct({ settings: { OPERATORS } })
const off = await testProduct({ settings: { OPERATORS, ORGANISATION_SIGN_IN: 'off' } })

test.each(['http://127.0.0.1', 'https://127.0.0.1', 'https://10.0.0.1', 'http://[::1]', 'https://169.254.169.254'])(
  'reaches %s only where private addresses are allowed',
  async (host) => {
    const operator = await operatorOf(strict)
    const issuer = `${host}:${new URL(forger.issuer).port}`
    const answer = await operator.call('operator/checkSignInProvider', { issuer })
    expect(answer.status, answer.text).toBe(422)
    expect(answer.text).toContain('in a private network')
  },
)

test('a provider that fails says so in its window, and the site goes on', async () => {
  await addProvider(strict)
  const start = await strict.browser().send('/api/auth/provider/acme.example/start')
  expect(start.status).toBe(200)
  expect(start.text).toContain('Acme cannot be reached at the moment')
})

test('switched off, everybody gets in as if there were no provider', async () => {
  await addProvider(off)
  const dana = off.browser()
  expect((await dana.signUp({ email: 'dana@acme.example' })).status).toBe(200)
  expect((await off.browser().logIn({ email: 'dana@acme.example' })).status).toBe(200)
  expect((await off.browser().send('/api/auth/provider/acme.example/start')).status).toBe(404)
  const operator = await operatorOf(off)
  expect((await operator.call('operator/signInProviders')).output).toMatchObject({ isOn: false })
})

async function operatorOf({ browser, db }: typeof strict) {
  const operator = browser('127.0.0.2')
  const { rows } = await db.$client.query('select 1 from users where email = $1', [OPERATORS])
  await (rows.length === 0 ? operator.signUp({ email: OPERATORS }) : operator.logIn({ email: OPERATORS }))
  await db.$client.query('update users set email_verified = true where email = $1', [OPERATORS])
  return operator
}

/** A required provider whose secret cannot be read, at a private address. */
async function addProvider({ db }: typeof strict): Promise<void> {
  await db.$client.query(
    `insert into domain_providers (id, name, issuer, client_id, client_secret, is_required, changed_at)
     values ('acme.example', 'Acme', $1, 'wordpop', 'unreadable', true, now())`,
    [forger.issuer],
  )
  await db.$client.query(`insert into domain_provider_domains values ('acme.example', 'acme.example')`)
}
