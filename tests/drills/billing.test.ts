import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { CREDIT_PACKS, monthlyCredits } from '#features/billing/model/index.ts'
import { auditLedger, driftOf } from '#features/credits/server/index.ts'
import { closeDatabase, openDatabase } from '#platform/server/db.ts'
import { environmentWith } from '#platform/server/env.ts'
import { livePostmaster } from '#platform/server/database/postgres-pid.ts'
import { startPostgres } from '#platform/server/database/postgres.ts'
import { browser } from '../support/browser.ts'
import { reservePort } from '../support/reserve-port.ts'
import { startStripeServer } from '../support/stripe-server.ts'
import { runChild, until } from './children.ts'
import { createNewData } from './new-data.ts'
import { isLoggedIn, partOf, ready } from './product-parts.ts'

/** The long run uses 20 (docs/decisions/0012-payments.md). */
const ROUNDS = Number(process.env['BILLING_ROUNDS'] ?? 3)
const WEBHOOK_SECRET = 'whsec_drill'
const PARTS = ['web-server', 'worker', 'database'] as const
/** A round's part is killed within these milliseconds; its payments take about as long. */
const KILL_WITHIN_MS = 700
const PACKS_PER_ROUND = 3

beforeAll(() => {
  if (!existsSync('build/server/index.js')) throw new Error('the pages are not built: run npx vite build --app first')
})

test(
  `counts each payment once while web, worker and database are killed ${ROUNDS} times`,
  { timeout: 60_000 + ROUNDS * 60_000 },
  async () => {
    const drill = await start()
    const people = new Map<string, Person>()
    for (let round = 0; round < ROUNDS; round += 1) {
      const email = `person-${round}@example.org`
      const person = await drill.signedUp(email)
      people.set(email, person)
      const part = PARTS[round % PARTS.length] ?? 'worker'
      await Promise.all([drill.payments(person), drill.killAfter(momentOf(round), part)])
      for (const [whose, known] of people)
        expect(await isLoggedIn(known, whose), `${whose} after the death of ${part}`).toBe(true)
      await drill.allAcknowledged()
    }
    await drill.expectEffects()
  },
)

async function start() {
  const delivery = createEventDelivery()
  const stripe = await startStripeServer({ webhookSecret: WEBHOOK_SECRET, now: Date.now, deliver: delivery.happened })
  onTestFinished(async () => void (await stripe.close()))
  const dataDir = await createNewData()
  onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  const port = await reservePort()
  const url = `http://127.0.0.1:${port}`
  const product = runChild('../../src/app/start.ts', [], {
    env: environmentWith({
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'warn',
      STRIPE_SECRET_KEY: 'sk_test_drill',
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_BASE: stripe.url,
    }),
  })
  onTestFinished(() => product.stop())
  await product.line('is ready')
  const { url: databaseUrl } = await startPostgres({ dataDir, say: () => {} })
  const stopDelivery = delivery.start(async (body) => {
    const headers = { 'stripe-signature': stripe.sign(body) }
    return (await fetch(`${url}/api/billing/webhooks`, { method: 'POST', body, headers })).status
  })
  onTestFinished(stopDelivery)

  return {
    signedUp: (email: string) => signedUp(url, email),
    payments: (person: Person) => payments(person, stripe),
    /** Kills a part `ms` from now, and waits until all of the product is back. */
    async killAfter(ms: number, part: (typeof PARTS)[number]): Promise<void> {
      const at = performance.now() + ms
      await until('the moment to kill', async () => (performance.now() >= at ? true : undefined))
      const pid = part === 'database' ? await livePostmaster(join(dataDir, 'postgres')) : await partOf(product, part)
      if (pid === undefined) throw new Error(`no ${part} to kill`)
      process.kill(pid, 'SIGKILL')
      await until(`another ${part}`, async () => {
        const now = part === 'database' ? await livePostmaster(join(dataDir, 'postgres')) : await partOf(product, part)
        return now === undefined || now === pid ? undefined : true
      })
      await ready(url)
    },
    allAcknowledged: () =>
      until('every event is acknowledged', async () => (delivery.waiting() === 0 ? true : undefined)),
    expectEffects: () => expectEffects({ databaseUrl, stripe, acknowledged: delivery.acknowledged }),
  }
}

type Stripe = Awaited<ReturnType<typeof startStripeServer>>
type Person = ReturnType<typeof browser>

/** Sends each event twice at once, as Stripe may, and again until it is acknowledged. */
function createEventDelivery() {
  const waiting = new Set<string>()
  const acknowledged: string[] = []
  let send: ((body: string) => Promise<number>) | undefined
  let stopped = false
  const tell = async (body: string): Promise<void> => {
    const { id } = z.object({ id: z.string() }).parse(JSON.parse(body))
    waiting.add(id)
    await until(`${id} is acknowledged`, async () => {
      if (stopped) return true
      if (send === undefined) return undefined
      const answers = await Promise.allSettled([send(body), send(body)])
      return answers.some((answer) => answer.status === 'fulfilled' && answer.value === 200) ? true : undefined
    })
    waiting.delete(id)
    if (!stopped) acknowledged.push(id)
  }
  return {
    acknowledged,
    waiting: () => waiting.size,
    happened: async (body: string): Promise<void> => {
      void tell(body)
    },
    start(sending: typeof send): () => void {
      send = sending
      return () => {
        stopped = true
      }
    },
  }
}

async function signedUp(url: string, email: string): Promise<Person> {
  const person = browser(url)
  const json = { name: 'Ada', email, password: 'correct horse battery 42' }
  await until(`${email} is signed up`, async () => {
    const answer = await person.send('/api/auth/sign-up/email', { json }).catch(() => undefined)
    return answer?.status === 200 ? true : undefined
  })
  return person
}

const Opened = z.object({ checkoutId: z.string(), url: z.string() })

/** Buys a plan and packs while parts die, retrying unanswered calls; then changes the plan. */
async function payments(person: Person, stripe: Stripe): Promise<void> {
  const buy = async (item: object): Promise<void> => {
    const { checkoutId, url } = Opened.parse(await insist(person, 'billing/startCheckout', item))
    await stripe.pay(url.slice(url.lastIndexOf('/') + 1))
    await insist(person, 'billing/confirmCheckout', { checkoutId })
  }
  await buy({ plan: 'basic', interval: 'month' })
  await Promise.all(Array.from({ length: PACKS_PER_ROUND }, () => buy({ pack: 'pack100' })))
  await insist(person, 'billing/changePlan', { plan: 'pro', interval: 'month' }, [200, 409])
}

/** Calls a procedure until it answers; a 409 means that an earlier try succeeded. */
function insist(person: Person, procedure: string, input: object, enough = [200]): Promise<unknown> {
  return until(procedure, async () => {
    const answer = await person.call(procedure, input).catch(() => undefined)
    return answer !== undefined && enough.includes(answer.status) ? answer.output : undefined
  })
}

/** Expects the database to match the payments at Stripe exactly. */
async function expectEffects(o: { databaseUrl: string; stripe: Stripe; acknowledged: string[] }): Promise<void> {
  const db = openDatabase(o.databaseUrl)
  onTestFinished(() => closeDatabase(db))
  const { rows: heard } = await db.$client.query<{ id: string }>('select id from billing_provider_events')
  const kept = new Set(heard.map(({ id }) => id))
  expect(o.acknowledged.filter((id) => !kept.has(id))).toEqual([])
  expect(o.acknowledged).toHaveLength(o.stripe.events.length)

  const paid = [...o.stripe.book.invoices.values()].filter(({ status }) => status === 'paid')
  expect(paid).toHaveLength(ROUNDS * (PACKS_PER_ROUND + 2))
  const { rows: invoices } = await db.$client.query<{ id: string; events: number; granted: number; receipts: number }>(
    `select i.id,
       (select count(*)::int from billing_events e where e.key = 'purchase:stripe:' || i.id) as events,
       (select count(*)::int from credit_transactions t where t.reference = i.id and t.kind = 'grant') as granted,
       (select count(*)::int from outbox o where o.key = 'receipt:stripe:' || i.id) as receipts
     from billing_invoices i order by i.id`,
  )
  expect(invoices).toEqual(
    paid.map(({ id }) => ({ id, events: 1, granted: 1, receipts: 1 })).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  )
  const each = 30 + monthlyCredits('basic') + monthlyCredits('pro') + PACKS_PER_ROUND * CREDIT_PACKS.pack100.credits
  const { rows: people } = await db.$client.query<{ plan: string; balance: number }>(
    `select u.plan, a.balance from users u join credit_accounts a on a.user_id = u.id`,
  )
  expect(people).toEqual(Array.from({ length: ROUNDS }, () => ({ plan: 'pro', balance: each })))
  expect(driftOf(await auditLedger(db))).toBe(0)
}

/** Milliseconds until a round's part dies: different in every round, the same in every run. */
function momentOf(round: number): number {
  return ((((round + 1) * (Math.sqrt(5) - 1)) / 2) % 1) * KILL_WITHIN_MS
}
