import { z } from 'zod'
import { ask, type DemoPerson, demoPerson, type DemoSite, once } from './demo-site.ts'

const Checkout = z.object({ checkoutId: z.string() })

/** One account on each plan for sale, paid for with test money: `free@`, `basic@`, `pro@` and `premium@`. */
export async function makePlans(site: DemoSite): Promise<Record<'free' | 'basic' | 'pro' | 'premium', DemoPerson>> {
  const [free, basic, pro, premium] = [
    await demoPerson(site, 'free'),
    await demoPerson(site, 'basic'),
    await demoPerson(site, 'pro'),
    await demoPerson(site, 'premium'),
  ]
  await once(site.db, 'plans', async () => {
    await buy(basic, { plan: 'basic', interval: 'month' })
    await buy(pro, { plan: 'pro', interval: 'year' })
    await buy(pro, { pack: 'pack100' })
    await buy(premium, { plan: 'premium', interval: 'month' })
  })
  return { free, basic, pro, premium }
}

/** Buys with the built-in test checkout. */
async function buy(person: DemoPerson, item: Readonly<Record<string, string>>): Promise<void> {
  const { checkoutId } = Checkout.parse(await ask(person, 'billing/startCheckout', item))
  await ask(person, 'billing/payTestCheckout', { checkoutId })
  await ask(person, 'billing/confirmCheckout', { checkoutId })
}
