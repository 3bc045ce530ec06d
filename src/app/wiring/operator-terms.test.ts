import { expect, test } from 'vitest'
import type { CustomerTerms } from '#features/billing/model/index.ts'
import type { UserTerms } from '#features/operations/model/index.ts'
import { mailsTo } from '../../../tests/support/outbox.ts'
import { testProduct } from '../../../tests/support/product.ts'

const OPERATORS = 'olga@example.com'
const GB = 1e9

test('a contract counts at every limit at once, is recorded, and falls back when it is revoked', async () => {
  const { site, operator } = await start()
  const { dana, id, email } = await site.signedUp()
  expect(await limitsOf(dana)).toEqual({ minutes: 3, quota: 2 * GB, seats: 0 })
  const contract = {
    plan: 'enterprise',
    name: 'Acme 2027',
    endsAt: null,
    creditsPerMonth: 500,
    limits: { maxDurationMs: 90 * 60_000, storageBytes: 700 * GB, collaborators: 12 },
  }
  const saved = await operator.call('operator/saveContract', {
    userId: id,
    contractId: null,
    contract,
    reason: 'Signed',
  })
  expect(saved).toMatchObject({ status: 200, output: { plan: 'enterprise', contract: { name: 'Acme 2027' } } })
  expect(await limitsOf(dana)).toEqual({ minutes: 90, quota: 700 * GB, seats: 12 })
  expect((await dana.call('billing/terms')).output).toMatchObject({ contract: { name: 'Acme 2027', credits: 500 } })
  expect(JSON.stringify((await dana.call('billing/terms')).output)).not.toContain('Signed')
  expect((await operator.call('operator/user', { userId: id })).output).toMatchObject({ available: 530 })

  const again = await operator.call('operator/saveContract', {
    userId: id,
    contractId: null,
    contract,
    reason: 'Twice',
  })
  expect(again.status).toBe(409)
  expect((await operator.call('operator/revokeContract', { userId: id, reason: 'Not paid' })).status).toBe(200)
  expect(await limitsOf(dana)).toEqual({ minutes: 3, quota: 2 * GB, seats: 0 })
  expect((await mailsTo(site.db, email)).map(({ subject }) => subject).filter((one) => one.includes('Acme'))).toEqual([
    'Your contract “Acme 2027”',
    'Your contract “Acme 2027” has ended',
  ])
  const { rows } = await site.db.$client.query(
    `select action, reason, after ->> 'Contract' as contract, after ->> 'Storage' as storage
     from operator_actions where subject_id = $1 and read_hour is null order by id`,
    [id],
  )
  expect(rows).toEqual([
    { action: 'user.agree-contract', reason: 'Signed', contract: 'contract “Acme 2027”', storage: '700 GB' },
    { action: 'user.revoke-contract', reason: 'Not paid', contract: null, storage: '2 GB' },
  ])
})

test('lower limits suspend surplus collaborators, and lifting them brings these back', async () => {
  const { site, operator } = await start()
  const { dana, id } = await site.signedUp()
  const give = { plan: 'pro', endsAt: null, creditsPerMonth: null, limits: {} }
  await operator.call('operator/saveContract', { userId: id, contractId: null, contract: give, reason: 'A talk' })
  const [first, second] = [await site.signedUp(), await site.signedUp()]
  for (const [index, one] of [first, second].entries())
    await site.db.$client.query(
      `insert into collaborators (owner_id, user_id, role, joined_at)
       values ($1, $2, 'editor', now() + $3 * interval '1 second')`,
      [id, one.id, index],
    )
  const suspended = async () =>
    ((await dana.call('collaboration/team')).output as { collaborators: { suspended: boolean }[] }).collaborators.map(
      (one) => one.suspended,
    )
  expect(await suspended()).toEqual([false, false])
  const lower = (limits: object | null) =>
    operator.call('operator/lowerLimits', { userId: id, limits, reason: 'Shares an account' })
  expect((await lower({ collaborators: 1 })).status).toBe(200)
  expect(await suspended()).toEqual([false, true])
  expect((await lower(null)).status).toBe(200)
  expect(await suspended()).toEqual([false, false])
})

test('on a site that sells nothing limits can be lowered, and there are no contracts', async () => {
  const { site, operator } = await start({ BILLING: 'off' })
  const { dana, id, email } = await site.signedUp()
  const contract = { plan: 'pro', endsAt: null, creditsPerMonth: null, limits: {} }
  const saved = await operator.call('operator/saveContract', { userId: id, contractId: null, contract, reason: 'Nice' })
  expect(saved).toMatchObject({ status: 409, output: { message: 'This site has no plans.' } })
  const lowered = await operator.call('operator/lowerLimits', {
    userId: id,
    limits: { storageBytes: GB, retentionMs: 7 * 86_400_000 },
    reason: 'Stores backups',
  })
  expect((lowered.output as UserTerms).limits).toMatchObject({ storageBytes: GB, retentionMs: 7 * 86_400_000 })
  expect((await dana.call('billing/terms')).output as CustomerTerms).toMatchObject({ isLowered: true, contract: null })
  const mail = (await mailsTo(site.db, email, 'lower limits'))[0]
  expect(mail?.paragraphs.join(' ')).toContain('Storage: 1 GB, New files are kept: 7 days.')
  expect(JSON.stringify(mail)).not.toMatch(/price|plan|credit|upgrade|commission|\$/iu)
})

async function start(settings: Readonly<Record<string, string>> = {}) {
  const site = await testProduct({ settings: { OPERATORS, ...settings } })
  const operator = site.browser()
  await operator.signUp({ email: OPERATORS })
  await site.db.$client.query('update users set email_verified = true where email = $1', [OPERATORS])
  return { site, operator }
}

type Caller = Awaited<ReturnType<Awaited<ReturnType<typeof testProduct>>['signedUp']>>['dana']

async function limitsOf(dana: Caller) {
  const upload = (await dana.call('media/limits')).output as { maxDurationMs: number }
  const storage = (await dana.call('storage/list')).output as { quotaBytes: number }
  const team = (await dana.call('collaboration/team')).output as { seats: number }
  return { minutes: upload.maxDurationMs / 60_000, quota: storage.quotaBytes, seats: team.seats }
}
