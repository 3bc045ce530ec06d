import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import fc from 'fast-check'
import { AppError } from '#platform/shared/errors.ts'
import { credits } from '#features/credits/model/index.ts'
import type { startBilling } from './billing.ts'
import type { Movement } from './credit-oracle.ts'

/** The result of `startBilling`. */
export type Started = Awaited<ReturnType<typeof startBilling>>
type Person = Awaited<ReturnType<Started['person']>>

const DAY_MS = 86_400_000
const plan = fc.constantFrom('basic' as const, 'pro' as const, 'premium' as const)
const which = fc.nat({ max: 3 })
const amount = fc.integer({ min: 1, max: 150 })

/** One action of a user, a bank or a worker. */
const step = fc.oneof(
  fc.record({ do: fc.constant('buy plan' as const), plan, comesBack: fc.boolean() }),
  fc.record({ do: fc.constant('change' as const), plan }),
  fc.record({ do: fc.constant('buy pack' as const), pack: fc.constantFrom('pack100' as const, 'pack500' as const) }),
  fc.record({ do: fc.constantFrom('cancel' as const, 'resume' as const, 'deliver' as const) }),
  fc.record({ do: fc.constant('renew' as const) }),
  fc.record({ do: fc.constant('card' as const), works: fc.boolean() }),
  fc.record({ do: fc.constant('spend' as const), amount, twice: fc.boolean() }),
  fc.record({ do: fc.constant('hold' as const), amount, days: fc.integer({ min: 1, max: 70 }) }),
  fc.record({ do: fc.constant('capture' as const), which, percent: fc.constantFrom(50, 100) }),
  fc.record({ do: fc.constant('fail' as const), which }),
  fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 200 }) }),
  fc.record({ do: fc.constantFrom('sweep' as const, 'expire' as const) }),
  fc.record({ do: fc.constant('maintenance' as const) }),
  fc.record({ do: fc.constant('refund' as const), which, cents: fc.integer({ min: 1, max: 3_000 }) }),
  fc.record({
    do: fc.constant('dispute' as const),
    which,
    status: fc.constantFrom('needs_response' as const, 'won' as const, 'lost' as const),
  }),
)
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** A history: steps in sequence, sometimes two or three at once. */
export const history = fc.array(
  fc.oneof(
    { weight: 2, arbitrary: step.map((one) => [one]) },
    { weight: 1, arbitrary: fc.array(step, { minLength: 2, maxLength: 3 }) },
  ),
  { minLength: 3, maxLength: 12 },
)

/** Histories that chance rarely generates: work that goes on while the credits held for it expire. */
export const LONG_WORK: Step[][] = [
  [{ do: 'buy plan', plan: 'basic', comesBack: true }],
  [{ do: 'hold', amount: 150, days: 70 }],
  [{ do: 'wait', days: 65 }],
  [{ do: 'expire' }],
  [{ do: 'capture', which: 0, percent: 100 }],
]

/** State shared by the steps of one history: the holds so far. */
export type Story = {
  readonly started: Started
  readonly dana: Person
  readonly holds: { key: string; amount: number }[]
  /** Delivers every event so far once more. */
  readonly deliver: () => Promise<void>
  /** Runs everything that is due at the bank. */
  readonly passTime: () => Promise<void>
}

/** How far the clock advances before a step; it never moves during steps. */
export function daysBefore(one: Step): number {
  if (one.do === 'wait') return one.days
  return one.do === 'renew' ? 31 : 0
}

/** Performs one step. @returns the credit movements apart from payments, with the product's answers */
export async function perform(story: Story, one: Step): Promise<Movement[]> {
  switch (one.do) {
    case 'spend':
      return spend(story, one)
    case 'hold':
      return hold(story, one)
    case 'capture':
    case 'fail':
      return settle(story, one)
    case 'sweep':
      return [{ is: 'sweep', released: await story.started.run((tx) => story.started.credits.releaseExpired(tx)) }]
    case 'expire':
      await story.started.run((tx) => story.started.credits.expire(tx))
      return []
    default:
      await refusable(() => pay(story, one))
      return []
  }
}

/** Steps that move money, or the time. */
type MoneyStep = Exclude<Step, { do: 'spend' | 'hold' | 'capture' | 'fail' | 'sweep' | 'expire' }>

async function pay({ started, dana, deliver, passTime }: Story, one: MoneyStep): Promise<void> {
  const { stripe, billing } = started
  const invoiceId = 'which' in one ? ([...stripe.book.invoices.keys()][one.which] ?? 'in_none') : ''
  switch (one.do) {
    case 'buy plan': {
      const checkoutId = await dana.buy({ plan: one.plan, interval: 'month' })
      if (one.comesBack) await dana.confirm(checkoutId)
      return
    }
    case 'buy pack':
      await dana.buy({ pack: one.pack })
      return
    case 'change':
      await call(dana.procedures.changePlan, { plan: one.plan, interval: 'month' }, dana.context)
      return
    case 'cancel':
    case 'resume':
      await call(dana.procedures[one.do], undefined, dana.context)
      return
    case 'wait':
      return passTime()
    case 'renew':
      await passTime()
      return billing.maintenance()
    case 'maintenance':
      return billing.maintenance()
    case 'deliver':
      return deliver()
    case 'card':
      for (const id of stripe.book.customers.keys()) stripe.book.failing[one.works ? 'delete' : 'add'](id)
      return
    case 'refund':
      return dana.refund(invoiceId, one.cents)
    case 'dispute':
      return stripe.dispute(invoiceId, one.status)
    default:
      return one satisfies never
  }
}

async function spend({ started, dana }: Story, one: Extract<Step, { do: 'spend' }>): Promise<Movement[]> {
  const key = randomUUID()
  const movement = { userId: dana.userId, amount: credits(one.amount), key }
  const once = async (): Promise<Movement> => ({
    is: 'spend',
    key,
    amount: one.amount,
    answer: await answerOf(() => started.run((tx) => started.credits.deduct(tx, movement))),
  })
  return Promise.all(one.twice ? [once(), once()] : [once()])
}

async function hold({ started, dana, holds }: Story, one: Extract<Step, { do: 'hold' }>): Promise<Movement[]> {
  const key = randomUUID()
  const lastsMs = one.days * DAY_MS
  const movement = { userId: dana.userId, amount: credits(one.amount), key, lastsMs }
  const answer = await answerOf(() => started.run((tx) => started.credits.hold(tx, movement)))
  if (answer === 'applied') holds.push({ key, amount: one.amount })
  return [{ is: 'hold', key, amount: one.amount, endsMs: started.clock.now + lastsMs, answer }]
}

/** Finished work captures its hold, fully or in part; failed work releases it. */
async function settle({ started, holds }: Story, one: Extract<Step, { do: 'capture' | 'fail' }>): Promise<Movement[]> {
  const held = holds[one.which % Math.max(1, holds.length)]
  if (held === undefined) return []
  const { key } = held
  const spent = one.do === 'fail' ? 0 : Math.ceil((held.amount * one.percent) / 100)
  const answer = await answerOf(() =>
    started.run((tx) =>
      one.do === 'fail'
        ? started.credits.release(tx, { key })
        : started.credits.capture(tx, { key, amount: credits(spent) }),
    ),
  )
  return [{ is: 'settle', key, spend: spent, answer }]
}

async function answerOf(work: () => Promise<{ applied: boolean }>): Promise<'applied' | 'replayed' | 'refused'> {
  try {
    return (await work()).applied ? 'applied' : 'replayed'
  } catch (error) {
    if (error instanceof AppError && error.code === 'insufficient_credits') return 'refused'
    throw error
  }
}

/** Ignores refusals by the product or the bank. */
async function refusable(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof AppError || (error instanceof Error && REFUSALS.test(error.message))) return
    throw error
  }
}

const REFUSALS = /Refund amount|no in_|no undefined|no payment|is not open|is not paid/iu
