import { call } from '@orpc/server'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PlanName } from '#features/accounts/model/index.ts'
import { startBilling } from '../../../../../tests/support/billing.ts'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { addMonths, type ContractInput, CustomerTerms, PLANS } from '../../model/index.ts'

const { db } = await testDatabase()
const DAY_MS = 86_400_000
const START_CREDITS = 30
const lab = await startBilling(db, { provider: 'stripe' })
type Person = Awaited<ReturnType<typeof lab.person>>

test('a contract gives plan, limits and credits at once, and its end takes the plan back', async () => {
  const ada = await lab.person()
  await agree(ada, { plan: 'pro', endsAt: inDays(40) })
  expect(await ada.has()).toEqual(['pro', START_CREDITS + 600])
  expect(await termsOf(ada)).toMatchObject({ plan: 'pro', contract: { credits: 600, name: '' }, isLowered: false })
  await lab.pass(39 * DAY_MS)
  expect(await ada.has(), 'a second month began').toEqual(['pro', START_CREDITS + 1_200])
  await lab.pass(2 * DAY_MS)
  const [plan, credits] = await ada.has()
  expect([plan, credits], 'granted credits stay').toEqual(['free', START_CREDITS + 1_200])
  expect(await termsOf(ada)).toMatchObject({ plan: 'free', contract: null })
  expect(mailsTo(ada)).toEqual([
    'You now have the Pro plan',
    expect.stringMatching(/ends on/u),
    'Your Pro plan has ended',
  ])
  expect(await lab.drift()).toBe(0)
})

test('a contract that is over by its date counts no more, before its end is recorded', async () => {
  const ada = await lab.person()
  await agree(ada, { plan: 'premium', endsAt: inDays(3) })
  lab.clock.now += 3 * DAY_MS
  expect(await termsOf(ada)).toMatchObject({ plan: 'free', contract: null, limits: { maxBytes: PLANS.free.maxBytes } })
})

test('an enterprise contract has a name, credits and limits of its own', async () => {
  const ada = await lab.person()
  await agree(ada, {
    plan: 'enterprise',
    name: 'Acme 2027',
    creditsPerMonth: 5_000,
    limits: { storageBytes: 1e12, collaborators: 25 },
  })
  expect(await termsOf(ada)).toMatchObject({
    plan: 'enterprise',
    contract: { name: 'Acme 2027', credits: 5_000, endsAt: null },
    limits: { storageBytes: 1e12, collaborators: 25, maxBytes: PLANS.enterprise.maxBytes },
  })
  expect(await ada.has()).toEqual(['enterprise', START_CREDITS + 5_000])
})

test('a subscription that a contract includes is not renewed, and what was paid stays', async () => {
  const ada = await lab.person()
  await ada.buy({ plan: 'pro', interval: 'month' })
  await agree(ada, { plan: 'premium', endsAt: inDays(90) })
  expect(mailTo(ada, 'You now have the Premium plan').paragraphs.join(' ')).toContain('does not renew meanwhile')
  await lab.billing.maintenance()
  expect((await ada.overview()).subscription).toMatchObject({ plan: 'pro', cancelAtPeriodEnd: true })
  expect(await ada.has(), 'credits of both').toEqual(['premium', START_CREDITS + 600 + 2_000])
  await expect(call(ada.procedures.resume, undefined, ada.context)).rejects.toThrow('Your Premium plan includes this')
  await expect(call(ada.procedures.changePlan, { plan: 'basic', interval: 'month' }, ada.context)).rejects.toThrow(
    'There is nothing to pay.',
  )
  await lab.pass(45 * DAY_MS)
  expect((await ada.invoices()).length, 'nothing was charged again').toBe(1)
  expect((await termsOf(ada)).plan).toBe('premium')
  await lab.pass(46 * DAY_MS)
  expect((await termsOf(ada)).plan, 'the paid period ended meanwhile').toBe('free')
  expect(await lab.drift()).toBe(0)
})

test('a larger plan can still be bought, renews, and outlives the contract', async () => {
  const ada = await lab.person()
  await agree(ada, { plan: 'basic', endsAt: inDays(20) })
  await expect(ada.buy({ plan: 'basic', interval: 'month' })).rejects.toThrow('There is nothing to pay.')
  await ada.buy({ plan: 'premium', interval: 'month' })
  expect((await termsOf(ada)).plan).toBe('premium')
  await lab.pass(45 * DAY_MS)
  expect(await ada.overview()).toMatchObject({ plan: 'premium', subscription: { cancelAtPeriodEnd: false } })
  expect(await ada.invoices()).toHaveLength(2)
})

test('a paid plan that lapses under a contract ends without a mail, and the contract goes on', async () => {
  const ada = await lab.person()
  await ada.buy({ plan: 'basic', interval: 'month' })
  await agree(ada, { plan: 'pro', endsAt: null })
  await lab.billing.maintenance()
  await lab.pass(70 * DAY_MS)
  expect((await termsOf(ada)).plan).toBe('pro')
  expect(mailsTo(ada).filter((subject) => subject.includes('plan is now'))).toEqual([])
  await revoke(ada)
  expect((await ada.has())[0]).toBe('free')
})

test('a contract is no payment: no event that a commission could come from', async () => {
  const ada = await lab.person()
  await agree(ada, { plan: 'premium', endsAt: inDays(70) })
  await lab.pass(65 * DAY_MS)
  expect(lab.published.filter(({ userId }) => userId === ada.userId)).toEqual([])
  expect(await ada.invoices()).toEqual([])
})

test('revoking and agreeing again grants no second time in the same month', async () => {
  const ada = await lab.person()
  await agree(ada, { plan: 'pro', endsAt: null })
  await revoke(ada)
  await agree(ada, { plan: 'pro', endsAt: null })
  expect((await ada.has())[1]).toBe(START_CREDITS + 600)
  await lab.pass(31 * DAY_MS)
  expect((await ada.has())[1], 'the next month').toBe(START_CREDITS + 1_200)
})

test('a change keeps the months of credits, and a change that somebody overtook is refused', async () => {
  const ada = await lab.person()
  await agree(ada, { plan: 'enterprise', name: 'Acme', creditsPerMonth: 100 })
  const contractId = (await termsOf(ada)).contract?.id ?? ''
  await agree(ada, { plan: 'enterprise', name: 'Acme', creditsPerMonth: 300 }, contractId)
  expect((await ada.has())[1], 'from the next month on').toBe(START_CREDITS + 100)
  await lab.pass(31 * DAY_MS)
  expect((await ada.has())[1]).toBe(START_CREDITS + 400)
  await expect(agree(ada, { plan: 'pro' })).rejects.toThrow('changed meanwhile')
  await expect(agree(ada, { plan: 'pro', endsAt: inDays(-1) }, contractId)).rejects.toThrow('in the future')
  await revoke(ada)
  await expect(revoke(ada)).rejects.toThrow('No contract runs here.')
})

test('lower limits hold under any plan, are mailed, and are lifted again', async () => {
  const ada = await lab.person()
  await expect(lower(ada, { maxBytes: 900e9 })).rejects.toThrow('at least one limit that is lower')
  await lower(ada, { jobsInLine: 1, storageBytes: 1e9 })
  await agree(ada, { plan: 'premium' })
  expect(await termsOf(ada)).toMatchObject({
    plan: 'premium',
    isLowered: true,
    limits: { jobsInLine: 1, storageBytes: 1e9 },
  })
  expect(mailTo(ada, 'Your account has lower limits').paragraphs[0]).toContain('Storage: 1 GB, Jobs in line: 1.')
  await lower(ada, null)
  expect(await termsOf(ada)).toMatchObject({ isLowered: false, limits: { jobsInLine: PLANS.premium.jobsInLine } })
  await expect(lower(ada, null)).rejects.toThrow('No limits are lowered here.')
})

test(
  'whatever the days of contracts, each begun month is granted once and nothing drifts',
  { timeout: 600_000 },
  async () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('days' as const), days: fc.integer({ min: 1, max: 75 }) }),
      fc.record({
        do: fc.constant('agree' as const),
        plan: fc.constantFrom('basic' as const, 'pro' as const, 'premium' as const),
        days: fc.option(fc.integer({ min: 1, max: 200 })),
      }),
      fc.record({ do: fc.constant('revoke' as const) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 7 }), async (steps) => {
        const ada = await lab.person()
        const oracle = new ContractOracle(lab.clock.now)
        for (const one of steps) {
          if (one.do === 'days') await lab.pass(one.days * DAY_MS)
          oracle.advance(lab.clock.now)
          if (one.do === 'agree' && oracle.plan === null) {
            await agree(ada, { plan: one.plan, endsAt: one.days === null ? null : inDays(one.days) })
            oracle.agree(one.plan, one.days === null ? Infinity : lab.clock.now + one.days * DAY_MS)
          }
          if (one.do === 'revoke' && oracle.plan !== null) {
            await revoke(ada)
            oracle.plan = null
          }
          expect([(await termsOf(ada)).plan, await grantedTo(ada)], JSON.stringify(steps)).toEqual([
            oracle.plan ?? 'free',
            oracle.granted,
          ])
        }
        expect(await lab.drift()).toBe(0)
      }),
      { numRuns: 25, seed: 20_261_126 },
    )
  },
)

/** Contracts by plain arithmetic: one month at a time, none twice. */
class ContractOracle {
  plan: PlanName | null = null
  granted = 0
  #now: number
  #endsAt = Infinity
  #from = 0
  #months = 0
  #paidUntil = -Infinity

  constructor(now: number) {
    this.#now = now
  }

  agree(plan: PlanName, endsAt: number): void {
    this.plan = plan
    this.#endsAt = endsAt
    this.#from = Math.max(this.#now, this.#paidUntil)
    this.#months = 0
    this.advance(this.#now)
  }

  advance(now: number): void {
    this.#now = now
    if (this.plan === null) return
    while (addMonths(this.#from, this.#months) <= Math.min(now, this.#endsAt - 1)) {
      this.granted += PLANS[this.plan].credits?.amount ?? 0
      this.#months += 1
      this.#paidUntil = addMonths(this.#from, this.#months)
    }
    if (this.#endsAt <= now) this.plan = null
  }
}

function inDays(days: number): string {
  return new Date(lab.clock.now + days * DAY_MS).toISOString()
}

async function agree(o: Person, contract: Partial<ContractInput>, contractId: string | null = null): Promise<void> {
  const whole = { plan: 'pro' as const, name: '', endsAt: null, creditsPerMonth: null, limits: {}, ...contract }
  await lab.run((tx) => lab.billing.terms.saveContract(tx, { userId: o.userId, contractId, contract: whole }))
}

function revoke({ userId }: Person): Promise<void> {
  return lab.run((tx) => lab.billing.terms.revokeContract(tx, userId))
}

function lower({ userId }: Person, limits: ContractInput['limits'] | null): Promise<void> {
  return lab.run((tx) => lab.billing.terms.lowerLimits(tx, { userId, limits }))
}

async function termsOf({ userId }: Person): Promise<CustomerTerms> {
  return CustomerTerms.parse(await lab.billing.terms.readTerms(db, userId))
}

/** Everything that contracts granted, also what has expired since. */
async function grantedTo({ userId }: Person): Promise<number> {
  const { rows } = await db.$client.query<{ granted: number }>(
    `select coalesce(sum(e.amount), 0)::int as granted from credit_transactions t
     join credit_entries e on e.transaction_id = t.id join credit_accounts a on a.id = e.account_id
     where a.user_id = $1 and t.kind = 'grant' and t.idempotency_key like 'contract:%'`,
    [userId],
  )
  return rows[0]?.granted ?? 0
}

function mailsTo({ userId }: Person): string[] {
  return [...lab.mails.values()].filter(({ to }) => to.startsWith(userId)).map(({ subject }) => subject)
}

function mailTo({ userId }: Person, subject: string) {
  const mail = [...lab.mails.values()].find((one) => one.to.startsWith(userId) && one.subject === subject)
  if (mail === undefined) throw new Error(`no mail “${subject}”`)
  return mail
}
