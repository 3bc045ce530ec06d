import { call } from '@orpc/server'
import { expect, test } from 'vitest'
import { usersByCardHash } from '#features/billing/server/index.ts'
import { recordPayment } from '#features/referrals/server/index.ts'
import { startBilling } from '../../../tests/support/billing.ts'
import { testDatabase } from '../../../tests/support/database.ts'
import { startProgramme } from '../../../tests/support/referrals.ts'

const { db } = await testDatabase()

test('D6: holds a commission paid with the affiliate’s own card until it is reviewed', async () => {
  const { affiliate, buyer, buys, commissionsOf, decisions } = await start()
  const ada = await affiliate()
  const self = await buyer(ada)
  await buys(ada.id, 'card_of_ada')
  await buys(self, 'card_of_ada')
  const [held] = await commissionsOf(self)
  expect(held).toMatchObject({
    state: 'hold',
    holds: ['same_card'],
    reason: expect.stringContaining('Paid with a card'),
  })
  await decisions.release(held?.id ?? '')
  expect(await commissionsOf(self)).toMatchObject([{ state: 'pending', holds: [] }])
})

test('D6: holds the second commission when one card pays for two customers of an affiliate', async () => {
  const { affiliate, buyer, buys, commissionsOf } = await start()
  const ada = await affiliate()
  const [first, second] = [await buyer(ada), await buyer(ada)]
  await buys(first, 'one_card')
  await buys(second, 'one_card')
  expect(await commissionsOf(first)).toMatchObject([{ state: 'pending', holds: [] }])
  expect(await commissionsOf(second)).toMatchObject([{ state: 'hold', holds: ['same_card'] }])
})

test('D6: holds nothing for a repeated payment or another affiliate’s customer', async () => {
  const { affiliate, buyer, buys, commissionsOf } = await start()
  const [ada, ben] = [await affiliate(), await affiliate()]
  const [dana, eve] = [await buyer(ada), await buyer(ben)]
  await buys(dana, 'card_of_a_family')
  await buys(dana, 'card_of_a_family')
  await buys(eve, 'card_of_a_family')
  expect(await commissionsOf(dana)).toMatchObject([{ state: 'pending' }, { state: 'pending' }])
  expect(await commissionsOf(eve)).toMatchObject([{ state: 'pending' }])
})

test('stores a card as our own hash, never its number or the provider’s fingerprint', async () => {
  const { affiliate, buys } = await start()
  const ada = await affiliate()
  await buys(ada.id, 'card_of_ada_alone')
  const { rows } = await db.$client.query<{ card: string; told: string }>(
    `select i.card, e.payload::text as told from billing_invoices i join billing_events e on e.user_id = i.user_id
     where i.user_id = $1`,
    [ada.id],
  )
  expect(rows).toMatchObject([{ card: expect.stringMatching(/^[0-9a-f]{64}$/) }])
  expect(rows[0]?.told).not.toContain('card_of_ada_alone')
  expect(await usersByCardHash(db, rows[0]?.card ?? '')).toEqual([ada.id])
})

test('adds the card of an older payment at the next sync of its customer', async () => {
  const { affiliate, buys } = await start()
  const ada = await affiliate()
  await buys(ada.id, 'card_of_old')
  await db.$client.query('update billing_invoices set card = null where user_id = $1', [ada.id])
  await buys(ada.id, 'card_of_old')
  const { rows } = await db.$client.query('select 1 from billing_invoices where user_id = $1 and card is not null', [
    ada.id,
  ])
  expect(rows).toHaveLength(2)
})

/** The affiliate programme behind the real billing, with a Stripe that knows cards. */
async function start() {
  const programme = startProgramme(db)
  const { billing, stripe } = await startBilling(db, {
    provider: 'stripe',
    onEvent: async (tx, event) => void (await recordPayment(tx, programme.deps, event)),
  })
  return {
    ...programme,
    /** A customer who came through an affiliate's link. */
    async buyer({ code }: { code: string }): Promise<string> {
      const userId = await programme.person()
      await programme.bind(userId, { code })
      return userId
    },
    async buys(userId: string, card: string): Promise<void> {
      const { checkoutId } = await call(
        billing.procedures.startCheckout,
        { pack: 'pack100' },
        programme.contextOf(userId),
      )
      const { rows } = await db.$client.query<{ customer: string; session: string }>(
        'select customer_id as customer, session_id as session from billing_checkouts where id = $1',
        [checkoutId],
      )
      stripe.book.cards.set(rows[0]?.customer ?? '', card)
      await stripe.pay(rows[0]?.session ?? '')
    },
    async commissionsOf(userId: string) {
      const { rows } = await db.$client.query<{ id: string; state: string; holds: string[]; reason: string | null }>(
        `select c.id, c.state, c.holds, c.reason from commissions c join referrals r on r.id = c.referral_id
         where r.user_id = $1 order by c.purchased_at, c.id`,
        [userId],
      )
      return rows
    },
  }
}
