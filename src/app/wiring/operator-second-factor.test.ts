import { expect, test } from 'vitest'
import type { SecondFactorSetUp } from '#features/accounts/model/index.ts'
import { PASSWORD } from '../../../tests/support/browser.ts'
import { testProduct } from '../../../tests/support/product.ts'
import { codeOf } from '../../../tests/support/totp.ts'

const { db, browser } = await testProduct({
  settings: { OPERATORS: 'olga@example.com', OPERATOR_SECOND_FACTOR: 'required' },
})

test('opens the pages of operators only with a second factor', async () => {
  const olga = browser()
  await olga.signUp({ email: 'olga@example.com' })
  await db.$client.query('update users set email_verified = true')
  expect((await olga.call('operator/me')).output).toEqual({
    role: null,
    mustConfirmEmail: false,
    mustSetUpSecondFactor: true,
    mustUsePasskey: false,
  })
  expect((await olga.call('operator/users', {})).status).toBe(403)
  const setUp = await olga.send('/api/auth/two-factor/set-up', { json: { password: PASSWORD } })
  const { uri } = setUp.json() as SecondFactorSetUp
  await olga.send('/api/auth/two-factor/confirm', { json: { code: codeOf(uri) } })
  expect((await olga.call('operator/me')).output).toMatchObject({ role: 'everything', mustSetUpSecondFactor: false })
  expect((await olga.call('operator/users', {})).status).toBe(200)
})
