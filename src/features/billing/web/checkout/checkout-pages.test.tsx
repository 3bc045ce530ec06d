import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { CreditCount } from '#features/credits/web/index.ts'
import { BALANCE, DANA, NO_PLAN } from '../../../../../tests/support/billing-answers.ts'
import { type Answers, answerRequests, refusal, Site } from '../../../../../tests/support/web.tsx'
import { CheckoutPage, CheckoutReturnPage, TestCheckoutPage } from '../index.ts'

const ID = '0b7cbf5c-6a39-4f38-9be9-3f5f0f8dd7ac'
const PRO = { kind: 'plan', plan: 'pro', interval: 'month' }
const PACK = { kind: 'pack', pack: 'pack100' }
const ORDER = {
  name: 'Pro, a month',
  cents: 2_900,
  creditUsedCents: 0,
  currency: 'usd',
  renews: 'month',
  state: 'open',
}
const PAGES = { opening: CheckoutPage, back: CheckoutReturnPage, test: TestCheckoutPage }

afterEach(() => sessionStorage.clear())

test('sends the chosen item by name and opens the payment page', async () => {
  const { calls } = await open('opening', '/billing/checkout?plan=pro&interval=year', {
    'billing/startCheckout': { checkoutId: ID, url: `${location.origin}/elsewhere?checkout=${ID}` },
  })
  await expect.element(page.getByLabelText('Address')).toMatchTextContent(`/elsewhere?checkout=${ID}`)
  expect(calls.filter(({ name }) => name === 'billing/startCheckout')).toEqual([
    { name: 'billing/startCheckout', input: { json: { plan: 'pro', interval: 'year' } } },
  ])
})

test('chooses a pack by its name', async () => {
  const { calls } = await open('opening', '/billing/checkout?pack=pack100', {
    'billing/startCheckout': { checkoutId: ID, url: `${location.origin}/elsewhere` },
  })
  await expect.element(page.getByLabelText('Address')).toHaveTextContent('/elsewhere')
  expect(calls.at(-1)?.input).toEqual({ json: { pack: 'pack100' } })
})

test('an address without an item asks to choose first', async () => {
  await open('opening', '/billing/checkout?plan=gold&interval=month', {})
  await expect.element(page.getByRole('heading', { name: 'Nothing selected' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'See the plans' })).toBeVisible()
})

test('redirects a subscriber to the change of plan', async () => {
  await open('opening', '/billing/checkout?plan=pro&interval=month', {
    'billing/startCheckout': refusal(409, 'conflict', 'You already have a plan. Change it under Billing.'),
  })
  await expect.element(page.getByRole('alert')).toMatchTextContent('You already have a plan.')
  await expect
    .element(page.getByRole('link', { name: 'Go to Billing' }))
    .toHaveAttribute('href', '/billing?plan=pro&interval=month')
})

test('a paid checkout reports plan and credits, and reloads both', async () => {
  const { calls } = await open('back', `/billing/return?checkout=${ID}`, {
    'billing/confirmCheckout': { state: 'done', item: PRO, plan: 'pro', provider: 'stripe' },
  })
  await expect.element(page.getByRole('heading', { name: 'Your Pro plan is ready' })).toBeVisible()
  await expect.element(page.getByText('Pro plan, 590 credits to spend')).toBeVisible()
  expect(calls.map(({ name }) => name)).toContain('accounts/me')
})

test('reloads credits that were loaded before the payment was confirmed', async () => {
  const early = Promise.withResolvers<void>()
  let requests = 0
  answerRequests({
    'accounts/me': DANA,
    'billing/overview': NO_PLAN,
    'billing/confirmCheckout': { state: 'done', item: PRO, plan: 'pro', provider: 'stripe' },
    'credits/balance': async () => {
      requests += 1
      if (requests > 1) return BALANCE
      await early.promise
      return { ...BALANCE, available: 30, held: 0 }
    },
  })
  await render(
    <Site path={`/billing/return?checkout=${ID}`}>
      <CreditCount />
      <CheckoutReturnPage />
    </Site>,
  )
  await expect.element(page.getByRole('heading', { name: 'Your Pro plan is ready' })).toBeVisible()
  early.resolve()
  await expect.element(page.getByRole('img', { name: '590 credits, and 10 held for running work' })).toBeVisible()
  await expect.element(page.getByText('Pro plan, 590 credits to spend')).toBeVisible()
})

test('returns to the page that was short of credits after the payment', async () => {
  await open('opening', '/billing/checkout?pack=pack100&from=%2Felsewhere%3Fvideo%3D1', {
    'billing/startCheckout': { checkoutId: ID, url: `${location.origin}/elsewhere` },
  })
  await expect.element(page.getByLabelText('Address')).toHaveTextContent('/elsewhere')
  await cleanup()
  await open('test', `/billing/test-checkout?checkout=${ID}`, { 'billing/testCheckout': ORDER })
  await expect.element(page.getByRole('link', { name: 'Cancel' })).toHaveAttribute('href', '/elsewhere?video=1')
  await cleanup()
  await open('back', `/billing/return?checkout=${ID}`, {
    'billing/confirmCheckout': { state: 'done', item: PACK, plan: 'free', provider: 'stripe' },
  })
  await expect.element(page.getByLabelText('Address')).toHaveTextContent('/elsewhere?video=1')
  await expect.element(page.getByText('Your credits are ready')).toBeVisible()
})

test('never returns to another site after a payment', async () => {
  await open('opening', '/billing/checkout?pack=pack100&from=https%3A%2F%2Fevil.example%2F', {
    'billing/startCheckout': { checkoutId: ID, url: `${location.origin}/elsewhere` },
  })
  await expect.element(page.getByLabelText('Address')).toHaveTextContent('/elsewhere')
  await cleanup()
  await open('test', `/billing/test-checkout?checkout=${ID}`, { 'billing/testCheckout': ORDER })
  await expect.element(page.getByRole('link', { name: 'Cancel' })).toHaveAttribute('href', '/upload')
})

test('polls an unconfirmed payment and shows its progress', async () => {
  let requests = 0
  await open('back', `/billing/return?checkout=${ID}`, {
    'billing/confirmCheckout': () => {
      requests += 1
      const state = requests < 3 ? 'open' : 'done'
      return { state, item: { kind: 'pack', pack: 'pack100' }, plan: 'free', provider: 'stripe' }
    },
  })
  await expect.element(page.getByRole('progressbar', { name: 'Contacting the payment provider' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Your credits are ready' })).toBeVisible()
})

test('a replaced checkout offers next steps', async () => {
  await open('back', `/billing/return?checkout=${ID}`, {
    'billing/confirmCheckout': { state: 'dropped', item: PRO, plan: 'free', provider: 'stripe' },
  })
  await expect.element(page.getByRole('heading', { name: 'This checkout was replaced' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'See the plans' })).toBeVisible()
})

test('an unpaid test checkout links back to it', async () => {
  await open('back', `/billing/return?checkout=${ID}`, {
    'billing/confirmCheckout': { state: 'open', item: PRO, plan: 'free', provider: 'test' },
  })
  await expect
    .element(page.getByRole('link', { name: 'Back to the test checkout' }))
    .toHaveAttribute('href', `/billing/test-checkout?checkout=${ID}`)
})

test("somebody else's checkout is not found, and nothing paid is lost", async () => {
  await open('back', `/billing/return?checkout=${ID}`, {
    'billing/confirmCheckout': refusal(404, 'not_found', 'Checkout not found'),
  })
  await expect.element(page.getByRole('alert')).toMatchTextContent('Checkout not found')
  await expect.element(page.getByRole('link', { name: 'Open Billing' })).toBeVisible()
})

test('the test checkout says that it is one, and leads back after paying', async () => {
  const { calls } = await open('test', `/billing/test-checkout?checkout=${ID}`, {
    'billing/testCheckout': ORDER,
    'billing/payTestCheckout': { returnUrl: `${location.origin}/elsewhere?paid=1` },
  })
  await expect.element(page.getByText('Test money.')).toBeVisible()
  await expect.element(page.getByText('Each month, until you cancel')).toBeVisible()
  await page.getByRole('button', { name: 'Pay $29.00 of test money' }).click()
  await expect.element(page.getByLabelText('Address')).toMatchTextContent('/elsewhere?paid=1')
  expect(calls.at(-1)?.input).toEqual({ json: { checkoutId: ID, outcome: 'paid' } })
})

test('marks a one-time purchase before the payment', async () => {
  await open('test', `/billing/test-checkout?checkout=${ID}`, {
    'billing/testCheckout': { ...ORDER, name: '100 credits', cents: 800, renews: null },
  })
  await expect.element(page.getByText('Never, this is a one-time purchase')).toBeVisible()
})

test('the test checkout subtracts account credit', async () => {
  await open('test', `/billing/test-checkout?checkout=${ID}`, {
    'billing/testCheckout': { ...ORDER, creditUsedCents: 900 },
  })
  await expect.element(page.getByText('-$9.00')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Pay $20.00 of test money' })).toBeVisible()
})

test('a declined test card buys nothing and can be retried', async () => {
  await open('test', `/billing/test-checkout?checkout=${ID}`, {
    'billing/testCheckout': ORDER,
    'billing/payTestCheckout': refusal(409, 'conflict', 'The test card was declined. Nothing was bought.'),
  })
  await page.getByRole('button', { name: 'Simulate a declined card' }).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('The test card was declined. Nothing was bought.')
  await expect.element(page.getByRole('button', { name: 'Pay $29.00 of test money' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Cancel' })).toHaveAttribute('href', '/pricing')
})

test.each([
  ['done', 'This checkout is paid'],
  ['dropped', 'This checkout was replaced'],
])('a test checkout that is %s takes no second payment', async (state, title) => {
  await open('test', `/billing/test-checkout?checkout=${ID}`, { 'billing/testCheckout': { ...ORDER, state } })
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Pay/ })).not.toBeInTheDocument()
})

async function open(which: keyof typeof PAGES, path: string, answers: Answers) {
  const Page = PAGES[which]
  const requests = answerRequests({
    'accounts/me': DANA,
    'billing/overview': NO_PLAN,
    'credits/balance': BALANCE,
    ...answers,
  })
  await render(
    <Site path={path} elsewhere={['/elsewhere']}>
      <Page />
    </Site>,
  )
  return requests
}
