import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { transaction } from '#platform/server/db.ts'
import { countBlockedQueries } from '../../../tests/support/blocked-queries.ts'
import { earned } from '../../../tests/support/earned-commission.ts'
import { testProduct } from '../../../tests/support/product.ts'

const { db, url, browser } = await testProduct({ settings: { OPERATORS: 'olga@example.com, OTTO@example.com' } })
const operator = browser()
await operator.signUp({ email: 'olga@example.com' })

test('only a verified address from the settings makes an operator', async () => {
  expect((await operator.call('operator/me')).output).toEqual({
    role: null,
    mustConfirmEmail: true,
    mustSetUpSecondFactor: false,
    mustUsePasskey: false,
  })
  expect((await operator.call('operator/health')).status).toBe(404)
  await verify('olga@example.com')
  expect((await operator.call('operator/me')).output).toEqual({
    role: 'everything',
    mustConfirmEmail: false,
    mustSetUpSecondFactor: false,
    mustUsePasskey: false,
  })
  expect((await operator.call('operator/health')).status).toBe(200)

  const erin = await person('erin@example.com')
  expect((await erin.call('operator/me')).output).toEqual({
    role: null,
    mustConfirmEmail: false,
    mustSetUpSecondFactor: false,
    mustUsePasskey: false,
  })
  const refused = await erin.call('operator/health')
  expect(refused).toMatchObject({ status: 404, output: { message: 'Not found' } })
})

test('answers malformed input from a stranger exactly like valid input', async () => {
  const erin = await person('eve@example.com')
  const answers = [
    await erin.call('operator/user', { userId: 7 }),
    await erin.call('operator/user', { userId: randomUUID() }),
  ]
  expect(answers.map(({ status, text }) => [status, text])).toEqual([
    [404, answers[0]?.text],
    [404, answers[0]?.text],
  ])
})

test('books each credit adjustment once, with its reason, however often it is requested', async () => {
  await verify('olga@example.com')
  const dana = await person('dana@example.com')
  const { id } = (await dana.call('accounts/me')).output as { id: string }
  const asked = { userId: id, credits: 25, reason: 'A lost export', key: randomUUID() }
  expect((await operator.call('operator/adjustCredits', asked)).output).toEqual({ available: 55 })
  expect((await operator.call('operator/adjustCredits', asked)).output).toEqual({ available: 55 })
  const takes = { ...asked, credits: -15, reason: 'Given twice', key: randomUUID() }
  expect((await operator.call('operator/adjustCredits', takes)).output).toEqual({ available: 40 })
  expect((await operator.call('operator/adjustCredits', { ...takes, credits: -41, key: randomUUID() })).status).toBe(
    402,
  )
  expect((await operator.call('operator/adjustCredits', { ...takes, reason: ' ', key: randomUUID() })).status).toBe(422)

  expect((await dana.call('credits/balance')).output).toMatchObject({ available: 40 })
  expect(await actions()).toMatchObject([
    { action: 'credits.adjust', reason: 'Given twice', before: { available: 55 }, after: { available: 40 } },
    { action: 'credits.adjust', reason: 'A lost export', before: { available: 30 }, after: { available: 55 } },
  ])
})

test('records the first balance as the start of a second simultaneous adjustment', async () => {
  const gina = await person('gina@example.com')
  const { id: userId } = (await gina.call('accounts/me')).output as { id: string }
  const give = (credits: number) =>
    operator.call('operator/adjustCredits', { userId, credits, reason: 'A lost export', key: randomUUID() })
  let both: ReturnType<typeof give>[] = []
  await transaction(db, async (tx) => {
    await tx.$client.query('select 1 from credit_accounts where user_id = $1 for update', [userId])
    both = [give(5), give(25)]
    await expect.poll(() => countBlockedQueries(db)).toBe(2)
  })
  expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200])
  const [second, first] = await actions()
  expect(first).toMatchObject({ before: { available: 30 } })
  expect(second).toMatchObject({ before: first?.after, after: { available: 60 } })
})

test('records who held, released and voided a commission, and why, beside its entries', async () => {
  const { commissionId } = await earned(db)
  const decide = (decision: string) =>
    operator.call('operator/decideCommission', { commissionId, decision, reason: `To ${decision}` })
  expect((await decide('hold')).output).toMatchObject({ state: 'hold', holds: ['operator'] })
  expect((await decide('release')).output).toMatchObject({ state: 'pending', holds: [] })
  expect((await decide('void')).output).toMatchObject({ state: 'rejected', cents: 0 })
  expect((await decide('void')).status).toBe(409)
  const { output } = await operator.call('operator/commission', { commissionId })
  expect(output).toMatchObject({
    steps: [
      { what: 'bought', cents: 8_000 },
      { what: 'taken_back', cents: -8_000, text: 'To void' },
    ],
    actions: [
      { action: 'commission.void', operator: 'olga@example.com', before: { state: 'pending' } },
      { action: 'commission.release', before: { state: 'hold' }, after: { state: 'pending' } },
      { action: 'commission.hold', before: { state: 'pending' }, after: { state: 'hold' } },
    ],
  })
})

test('approves, exports and pays a payout as it was shown, and refuses a changed one', async () => {
  const { username } = await earned(db, { isDue: true })
  const period = await preparePayouts()
  const listed = async () =>
    ((await operator.call('operator/payouts', { period })).output as Payout[]).filter(
      ({ referralUsername }) => referralUsername === username,
    )
  const [payout] = await listed()
  expect(payout).toMatchObject({ cents: 8_000, state: 'prepared', lines: 1, label: 'PayPal, a•••@e•••.com' })
  const id = payout?.id ?? ''
  const approve = (cents: number) =>
    operator.call('operator/approvePayouts', { payouts: [{ id, cents }], reason: 'Checked' })
  expect((await approve(7_999)).status).toBe(409)
  expect((await approve(8_000)).status).toBe(200)
  const { csv } = (await operator.call('operator/exportPayouts')).output as { csv: string }
  expect(csv).toContain(`${id},${period},paypal,,ada@example.com,,DE,80.00,USD`)
  const paid = await operator.call('operator/payPayouts', { ids: [id], reference: 'SEPA 77', reason: 'Sent' })
  expect(paid.status).toBe(200)
  expect(await listed()).toMatchObject([{ state: 'paid', reference: 'SEPA 77', approvedBy: 'olga@example.com' }])
  expect((await operator.call('operator/payoutStatement', { payoutId: id })).output).toMatchObject({
    payout: { cents: 8_000 },
    lines: [{ kind: 'sale', cents: 8_000 }],
  })
  expect(
    (await actions())
      .slice(0, 4)
      .map(({ action, reason, after }) => [action, reason, after['state'] ?? after['payouts']]),
  ).toEqual([
    ['payout.pay', 'Sent', 'paid'],
    ['payout.export', null, 1],
    ['payout.approve', 'Checked', 'approved'],
    ['payout.prepare', 'The month is over', undefined],
  ])
})

test('refuses to approve the payout of a suspended affiliate', async () => {
  const { affiliateId, username } = await earned(db, { isDue: true })
  const period = await preparePayouts()
  const listed = (await operator.call('operator/payouts', { period })).output as Payout[]
  const payout = listed.find(({ referralUsername }) => referralUsername === username)
  await operator.call('operator/decideAffiliate', { affiliateId, decision: 'suspend', reason: 'Spam' })
  const approved = await operator.call('operator/approvePayouts', {
    payouts: [{ id: payout?.id, cents: 8_000 }],
    reason: 'Checked',
  })
  expect(approved).toMatchObject({ status: 409, output: { message: expect.stringContaining('is suspended') } })
})

test('asks for the password to approve unless the log-in is fresh', async () => {
  const { username } = await earned(db, { isDue: true })
  const period = await preparePayouts()
  const payouts = ((await operator.call('operator/payouts', { period })).output as Payout[])
    .filter(({ referralUsername }) => referralUsername === username)
    .map(({ id, cents }) => ({ id, cents }))
  await db.$client.query(`update sessions set confirmed_at = now() - interval '1 hour'`)
  const refused = await operator.call('operator/approvePayouts', { payouts, reason: 'Checked' })
  expect(refused).toMatchObject({ status: 403, output: { data: { field: 'password' } } })
  const proved = await operator.call('operator/approvePayouts', {
    payouts,
    reason: 'Checked',
    password: 'purple otter climbs',
  })
  expect(proved.output).toEqual({ approved: 1 })
})

test('changes and records no payout when one of several cannot change', async () => {
  const { username } = await earned(db, { isDue: true })
  const period = await preparePayouts()
  const all = (await operator.call('operator/payouts', { period })).output as Payout[]
  const mine = all.find(({ referralUsername }) => referralUsername === username)
  const paid = all.find(({ state }) => state === 'paid')
  const before = await actions()
  const refused = await operator.call('operator/approvePayouts', {
    payouts: [mine, paid].map((payout) => ({ id: payout?.id, cents: payout?.cents })),
    reason: 'Checked',
    password: 'purple otter climbs',
  })
  expect(refused.status).toBe(409)
  const after = (await operator.call('operator/payouts', { period })).output as Payout[]
  expect(after.find(({ id }) => id === mine?.id)?.state).toBe('prepared')
  expect(await actions()).toEqual(before)
})

test('refunds in parts, once per press, up to the payment, and takes credits back', async () => {
  const pam = await person('pam@example.com')
  const { checkoutId } = (await pam.call('billing/startCheckout', { pack: 'pack100' })).output as { checkoutId: string }
  await pam.call('billing/payTestCheckout', { checkoutId })
  const { id: userId } = (await pam.call('accounts/me')).output as { id: string }
  const payments = async () =>
    ((await operator.call('operator/payments', { userId })).output as { payments: { id: string }[] }).payments
  const [invoice] = await payments()
  const asked = { userId, invoiceId: invoice?.id, cents: 200, reason: 'Bought twice', key: randomUUID() }
  expect((await operator.call('operator/refundPayment', asked)).output).toEqual({ isDone: true })
  expect((await operator.call('operator/refundPayment', asked)).output).toEqual({ isDone: true })
  expect(await payments()).toMatchObject([{ amountPaid: 800, refunded: 200 }])
  expect((await operator.call('operator/refundPayment', { ...asked, cents: 300 })).status).toBe(409)
  expect(await payments()).toMatchObject([{ amountPaid: 800, refunded: 200 }])
  expect((await pam.call('credits/balance')).output).toMatchObject({ available: 105 })
  const more = (cents: number) => operator.call('operator/refundPayment', { ...asked, cents, key: randomUUID() })
  expect((await more(601)).status).toBe(409)
  expect((await more(600)).output).toEqual({ isDone: true })
  expect((await pam.call('credits/balance')).output).toMatchObject({ available: 30 })
  expect((await actions()).slice(0, 2)).toMatchObject([
    { action: 'payment.refund', before: { refundedCents: 200 }, after: { refundedCents: 800 } },
    { action: 'payment.refund', before: { refundedCents: 0 }, after: { refundedCents: 200 }, reason: 'Bought twice' },
  ])
})

test('accepts or refuses an applicant, and shows them the reason', async () => {
  const applicant = async (name: string) => {
    await person(`${name}@example.com`)
    const { rows } = await db.$client.query<{ id: string }>(
      `insert into affiliate_applications (user_id, username, channel, country, terms_version, terms_accepted_at, state,
         created_at) select id, $2, 'A channel', 'DE', '2026-11-20', now(), 'applied', now() from users where email = $1
       returning user_id as id`,
      [`${name}@example.com`, name],
    )
    return rows[0]?.id ?? ''
  }
  const [ann, bob] = [await applicant('ann-clips'), await applicant('bob-clips')]
  const waiting = async () => (await operator.call('operator/applications')).output as { username: string }[]
  expect((await waiting()).map(({ username }) => username)).toEqual(['ann-clips', 'bob-clips'])
  const decide = (userId: string, decision: string) =>
    operator.call('operator/decideApplication', { userId, decision, reason: `To ${decision}` })
  expect((await decide(ann, 'accept')).output).toEqual({ isAffiliate: true })
  expect((await decide(ann, 'accept')).status).toBe(409)
  expect((await decide(bob, 'refuse')).output).toEqual({ isAffiliate: false })
  expect(await waiting()).toEqual([])
  expect((await actions()).slice(0, 2)).toMatchObject([
    { action: 'application.refuse', before: { state: 'applied' }, after: { state: 'rejected' } },
    { action: 'application.accept', before: { state: 'applied' }, after: { state: 'approved' } },
  ])
})

test('cancels a queued job once, and records who did', async () => {
  const jobId = randomUUID()
  await db.$client.query(
    `insert into jobs (id, name, owner_id, subject_id, payload) values ($1, 'nobody.does', 'system:test', 'x', '{}')`,
    [jobId],
  )
  const list = async () => (await operator.call('operator/jobs', { state: 'queued' })).output as { jobs: object[] }
  expect((await list()).jobs).toContainEqual(
    expect.objectContaining({ id: jobId, owner: null, cancelRequested: false }),
  )
  const cancel = () => operator.call('operator/cancelJob', { jobId, reason: 'It hangs' })
  expect((await cancel()).output).toMatchObject({ cancelRequested: true })
  expect((await actions())[0]).toMatchObject({ action: 'job.cancel', after: { cancelRequested: true } })
  await db.$client.query(`update jobs set state = 'cancelled', finished_at = now() where id = $1`, [jobId])
  expect((await cancel()).status).toBe(409)
})

test('queues one installation of a speech model, removes a model, and records both', async () => {
  const install = () => operator.call('operator/installModel', { modelId: 'parakeet-110m' })
  const both = await Promise.all([install(), install()])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const { models } = (await operator.call('operator/speech')).output as { models: { id: string }[] }
  expect(models.find(({ id }) => id === 'parakeet-110m')).toMatchObject({
    installed: false,
    licence: 'CC-BY-4.0',
    installation: { state: 'queued', progress: 0 },
  })
  const remove = (modelId: string) => operator.call('operator/removeModel', { modelId, reason: 'The disk is full' })
  expect((await remove('parakeet-110m')).status).toBe(409)
  expect((await remove('whisper-turbo')).status).toBe(200)
  expect((await remove('no-such-model')).status).toBe(404)
  expect((await actions()).slice(0, 2)).toMatchObject([
    { action: 'model.remove', reason: 'The disk is full', after: { installed: false } },
    { action: 'model.install', before: { installation: null }, after: { installation: 'queued' } },
  ])
})

test('suspending an affiliate ends their link, and reinstating them restores it', async () => {
  const { affiliateId, username } = await earned(db)
  const decide = (decision: string, reason = 'Spam') =>
    operator.call('operator/decideAffiliate', { affiliateId, decision, reason })
  const link = async () => (await fetch(`${url}/api/rpc/referrals/lookup`, lookup(username))).json()
  expect(await link()).toMatchObject({ json: { referralUsername: username } })
  expect((await decide('suspend')).output).toEqual({ state: 'suspended' })
  expect(await link()).toMatchObject({ json: null })
  expect((await decide('suspend')).status).toBe(409)
  expect((await decide('reinstate', 'A mistake')).output).toEqual({ state: 'active' })
  expect((await operator.call('operator/affiliates', { search: username })).output).toMatchObject({
    affiliates: [{ referralUsername: username, state: 'active', balances: [{ currency: 'usd', waiting: 8_000 }] }],
    next: null,
  })
})

test('B7: renames an affiliate with a reason; the former name stays theirs and keeps redirecting', async () => {
  const { affiliateId, username } = await earned(db)
  const other = await earned(db)
  const renamed = `${username}-new`
  const rename = (to: string, id = affiliateId) =>
    operator.call('operator/renameAffiliate', { affiliateId: id, username: to, reason: 'They asked' })
  expect((await rename(` ${renamed.toUpperCase()} `)).output).toEqual({ referralUsername: renamed })
  for (const name of [username, renamed]) {
    const found = await (await fetch(`${url}/api/rpc/referrals/lookup`, lookup(name))).json()
    expect(found, name).toMatchObject({ json: { referralUsername: renamed } })
  }
  expect((await rename(username, other.affiliateId)).status).toBe(409)
  expect((await rename('pricing')).status).toBe(422)
  expect((await rename(username)).output).toEqual({ referralUsername: username })
  expect((await actions()).slice(0, 2)).toMatchObject([
    { action: 'affiliate.rename', before: { username: renamed }, after: { username }, reason: 'They asked' },
    { action: 'affiliate.rename', before: { username }, after: { username: renamed } },
  ])
})

test('E12: keeps a departed affiliate’s approved money listed until an operator decides', async () => {
  const { affiliateId, username, commissionId } = await earned(db, { isDue: true })
  await db.$client.query(`update affiliates set state = 'closed' where user_id = $1`, [affiliateId])
  const left = async () =>
    ((await operator.call('operator/closedBalances')).output as { affiliateId: string }[]).filter(
      (one) => one.affiliateId === affiliateId,
    )
  expect(await left()).toEqual([{ affiliateId, referralUsername: username, currency: 'usd', cents: 8_000 }])
  await operator.call('operator/decideCommission', { commissionId, decision: 'void', reason: 'Nobody claims it' })
  expect(await left()).toEqual([])
})

test('refuses to change or remove a recorded action', async () => {
  for (const change of [
    `update operator_actions set reason = 'Another'`,
    'delete from operator_actions',
    'truncate operator_actions',
  ]) {
    await expect(db.$client.query(change), change).rejects.toThrow('what an operator did is never changed')
  }
})

type Payout = { id: string; cents: number; state: string; referralUsername: string }

type Recorded = { action: string; reason: string | null; after: Record<string, unknown> }

async function actions(): Promise<Recorded[]> {
  const { output } = await operator.call('operator/actions', { kind: 'changes' })
  return (output as { actions: Recorded[] }).actions
}

/** Prepares the payouts that are due. @returns their period */
async function preparePayouts(): Promise<string> {
  const { output } = await operator.call('operator/preparePayouts', { reason: 'The month is over' })
  return (output as { period: string }).period
}

function lookup(username: string): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ json: { username } }),
  }
}

async function person(email: string) {
  const someone = browser()
  await someone.signUp({ email })
  await verify(email)
  return someone
}

async function verify(email: string): Promise<void> {
  await db.$client.query('update users set email_verified = true where email = $1', [email])
}
