import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { DANA, NO_PLAN, OFFERS, OVERVIEW } from '../../../../../tests/support/billing-answers.ts'
import { type Answers, answerRequests, Site } from '../../../../../tests/support/web.tsx'
import { CreditOffers } from '../index.ts'

const FROM = `from=${encodeURIComponent('/projects/1')}`

test('offers packs and larger plans with their prices and contents', async () => {
  await open({ 'billing/overview': NO_PLAN })
  await expect.element(offer('100 credits for $8.00')).toMatchTextContent('Paid once, lasts 12 months.')
  await expect
    .element(offer('Basic: 200 credits a month'))
    .toMatchTextContent('$12.00 a month, renews until you cancel.')
  await expect.element(page.getByRole('listitem')).toHaveLength(4)
})

test('links to the checkout and names the page to return to', async () => {
  await open({ 'billing/overview': NO_PLAN })
  await expect
    .element(page.getByRole('link', { name: 'Buy 100 credits' }))
    .toHaveAttribute('href', `/billing/checkout?pack=pack100&${FROM}`)
  await expect
    .element(page.getByRole('link', { name: 'Upgrade to Basic' }))
    .toHaveAttribute('href', `/billing/checkout?plan=basic&interval=month&${FROM}`)
})

test('offers a subscriber only larger plans, changed under Billing', async () => {
  await open({ 'billing/overview': OVERVIEW })
  await expect
    .element(page.getByRole('link', { name: 'Upgrade to Premium' }))
    .toHaveAttribute('href', `/billing?plan=premium&interval=month&${FROM}`)
  await expect.element(page.getByRole('link', { name: 'Upgrade to Basic' })).not.toBeInTheDocument()
})

test('marks an offer that is not enough alone', async () => {
  await open({ 'billing/overview': NO_PLAN }, 150)
  await expect.element(offer('100 credits for')).toMatchTextContent('Not enough for this video on its own.')
  await expect.element(offer('500 credits for')).not.toMatchTextContent('Not enough')
})

test('offers nothing if nothing is sold', async () => {
  const { calls } = await open({ 'billing/plans': { ...OFFERS, provider: null } })
  await expect.poll(() => calls.map(({ name }) => name)).toEqual(['billing/plans'])
  await expect.element(page.getByRole('heading', { name: 'Get more credits' })).not.toBeInTheDocument()
})

async function open(answers: Answers, missing = 10) {
  const asked = answerRequests({ 'accounts/me': DANA, 'billing/plans': OFFERS, ...answers })
  await render(
    <Site path="/projects/1">
      <CreditOffers missing={missing} from="/projects/1" />
    </Site>,
  )
  return asked
}

function offer(title: string) {
  return page.getByRole('listitem').filter({ hasText: title })
}
