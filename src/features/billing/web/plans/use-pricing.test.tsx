import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { DANA, NO_PLAN, OFFERS, OVERVIEW } from '../../../../../tests/support/billing-answers.ts'
import { type Answers, answerRequests, Site } from '../../../../../tests/support/web.tsx'
import { type Interval, PackId } from '../../model/index.ts'
import { usePricing } from './use-pricing.tsx'

test('a visitor signs up first and keeps the choice', async () => {
  await open({ 'accounts/me': null })
  await expect.element(page.getByRole('link', { name: 'Start for free' })).toHaveAttribute('href', '/signup')
  await expect
    .element(page.getByRole('link', { name: 'Choose Pro' }))
    .toHaveAttribute('href', `/signup?from=${encodeURIComponent('/billing/checkout?plan=pro&interval=month')}`)
  await expect
    .element(page.getByRole('link', { name: 'Sign up to add credits' }).first())
    .toHaveAttribute('href', `/signup?from=${encodeURIComponent('/billing/checkout?pack=pack100')}`)
  await expect.element(page.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact')
})

test('on the free plan every other plan is an upgrade paid now', async () => {
  await open({ 'billing/overview': NO_PLAN })
  await expect.element(page.getByRole('listitem', { name: 'free' })).toMatchTextContent('Your plan')
  await expect
    .element(page.getByRole('link', { name: 'Upgrade to Basic' }))
    .toHaveAttribute('href', '/billing/checkout?plan=basic&interval=month')
  await expect
    .element(page.getByRole('link', { name: 'Buy 100 credits' }))
    .toHaveAttribute('href', '/billing/checkout?pack=pack100')
})

test('a subscriber changes plans under Billing; the current one is marked', async () => {
  await open({ 'billing/overview': OVERVIEW })
  await expect.element(page.getByRole('listitem', { name: 'pro' })).toMatchTextContent('Your planManage')
  for (const [name, plan] of [
    ['Upgrade to Premium', 'premium'],
    ['Downgrade to Basic', 'basic'],
  ] as const) {
    await expect
      .element(page.getByRole('link', { name }))
      .toHaveAttribute('href', `/billing?plan=${plan}&interval=month`)
  }
  await expect.element(page.getByRole('link', { name: 'Cancel your plan' })).toHaveAttribute('href', '/billing')
})

test('the same plan by the year is a switch', async () => {
  await open({ 'billing/overview': OVERVIEW }, 'year')
  await expect
    .element(page.getByRole('link', { name: 'Switch to yearly' }))
    .toHaveAttribute('href', '/billing?plan=pro&interval=year')
})

test('a plan set by an operator is never offered a smaller one', async () => {
  await open({ 'billing/overview': { ...NO_PLAN, plan: 'enterprise' } })
  await expect.element(page.getByRole('listitem', { name: 'enterprise' })).toMatchTextContent('Your plan')
  await expect.element(page.getByRole('listitem', { name: 'premium' })).toMatchTextContent('Included in your plan')
})

test("shows an operator's prices", async () => {
  const [free, basic, ...rest] = OFFERS.plans
  const plans = [free, { ...basic, monthlyCents: 550 }, ...rest]
  await open({ 'billing/plans': { ...OFFERS, plans }, 'billing/overview': NO_PLAN })
  await expect.element(page.getByText('basic costs 550')).toBeVisible()
})

test('offers no choice if nothing is sold', async () => {
  await open({ 'billing/plans': { ...OFFERS, provider: null } })
  await expect.element(page.getByText('Not for sale here').first()).toBeVisible()
  await expect.element(page.getByRole('link')).not.toBeInTheDocument()
})

async function open(answers: Answers, interval: Interval = 'month') {
  answerRequests({ 'accounts/me': DANA, 'billing/plans': OFFERS, ...answers })
  await render(
    <Site path="/pricing">
      <Buttons interval={interval} />
    </Site>,
  )
}

/** Every button of the pricing page, by plan. */
function Buttons({ interval }: { interval: Interval }) {
  const { catalogue, choose, choosePack } = usePricing()
  return (
    <ul>
      {Object.values(catalogue.plans).map(({ name, monthlyCents }) => (
        <li key={name} aria-label={name}>
          {choose(name, interval)}
          <span>{`${name} costs ${monthlyCents}`}</span>
        </li>
      ))}
      {PackId.options.map((pack) => (
        <li key={pack}>{choosePack(pack)}</li>
      ))}
    </ul>
  )
}
