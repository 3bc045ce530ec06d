import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { CATALOGUE, catalogueWith, PACK_LASTS_MONTHS } from '#features/billing/model/index.ts'
import { formatDollars } from '#platform/shared/format/dollars.ts'
import { Site } from '../../../../../tests/support/web.tsx'
import { COMPARED } from '../../model/pricing-points.ts'
import { planList, planTitle, priceOf } from '../../model/pricing.ts'
import { PricingPage, type PricingPageProps } from './pricing-page.tsx'

const PRICE = { credits: 10, spanMs: 180_000 }
const PHONE = [390, 800] as const
const DESKTOP = [1280, 720] as const

test("shows every plan's price by the month and by the year", async () => {
  await open()
  for (const interval of ['month', 'year'] as const) {
    await page.getByText(interval === 'month' ? 'Monthly' : 'Yearly, 20% less').click()
    for (const plan of planList(CATALOGUE.plans)) {
      const cost = priceOf(plan, interval)
      if (cost !== null) await expect.element(card(planTitle(plan))).toMatchTextContent(formatDollars(cost.monthCents))
    }
  }
  await expect.element(card('Pro')).toMatchTextContent('$278.40 paid once a year')
})

test('switches the billing interval by arrow keys', async () => {
  await open()
  await page.getByRole('radio', { name: 'Monthly' }).click({ force: true })
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(page.getByRole('radio', { name: 'Yearly, 20% less' })).toBeChecked()
  await expect.element(card('Basic')).toMatchTextContent('$9.60')
})

test('states the credits of a plan in videos', async () => {
  await open()
  await expect.element(card('Free')).toMatchTextContent('30 credits to start with')
  await expect.element(card('Free')).toMatchTextContent('about 3 videos of up to 3 minutes')
  await expect.element(card('Basic')).toMatchTextContent('about 20 videos of up to 3 minutes')
})

test('shows the prices of packs from billing', async () => {
  await open()
  const packs = page.getByRole('region', { name: 'A busy week' })
  for (const { credits, cents } of Object.values(CATALOGUE.packs)) {
    await expect.element(packs).toMatchTextContent(`${credits} credits${formatDollars(cents)}`)
  }
  await expect.element(packs).toMatchTextContent(`they last ${PACK_LASTS_MONTHS} months`)
})

test('shows prices and plans changed by the operator', async () => {
  await open({ catalogue: catalogueWith({ plans: { basic: { monthlyCents: 5_50, creditsPerMonth: 90 } }, packs: {} }) })
  await expect.element(card('Basic')).toMatchTextContent('$5.50')
  await expect.element(card('Basic')).toMatchTextContent('about 9 videos')
})

test('leads a visitor to sign-up, and to contact for a contract', async () => {
  await open()
  await expect.element(page.getByRole('link', { name: 'Start for free' })).toHaveAttribute('href', '/signup')
  await expect.element(page.getByRole('link', { name: 'Choose Pro' })).toHaveAttribute('href', '/signup')
  await expect.element(page.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact')
})

test('shows other buttons to a known customer', async () => {
  await open({
    choose: (plan, interval) => <button type="button">{`Pay for ${plan} each ${interval}`}</button>,
    choosePack: (pack) => <button type="button">{`Buy ${pack}`}</button>,
  })
  await page.getByText('Yearly, 20% less').click()
  await expect.element(page.getByRole('button', { name: 'Pay for premium each year' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Buy pack500' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Choose Pro' })).not.toBeInTheDocument()
})

test.each([
  { size: DESKTOP, where: 'a desktop' },
  { size: PHONE, where: 'a phone' },
])('shows all plans side by side without horizontal scrolling on $where', async ({ size }) => {
  await open({}, size)
  const table = page.getByRole('table')
  for (const plan of planList(CATALOGUE.plans)) {
    await expect.element(table.getByRole('columnheader', { name: planTitle(plan) })).toBeVisible()
  }
  expect(table.element().querySelectorAll('tbody tr')).toHaveLength(COMPARED.length + 1)
  await expect
    .element(table.getByRole('row', { name: /Longest video/ }))
    .toMatchTextContent('Longest video3 min10 min30 min120 minBy contract')
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(size[0])
})

test('lists only available features', async () => {
  await open()
  await expect.element(page.getByRole('table')).toMatchTextContent('Watermark')
  expect(document.body.textContent).not.toMatch(/overlay|API|webhook/i)
})

test('states no limits for a contract', async () => {
  await open()
  for (const limit of [
    'Price',
    'Credits',
    'Longest video',
    'Largest file',
    'Storage',
    'Collaborators',
    'Videos at once',
  ]) {
    await expect
      .element(
        page
          .getByRole('row', { name: new RegExp(`^${limit}`) })
          .getByRole('cell')
          .last(),
      )
      .toMatchTextContent(/^By contract$/)
  }
})

async function open(props: Partial<PricingPageProps> = {}, [width, height]: readonly [number, number] = DESKTOP) {
  await page.viewport(width, height)
  await render(
    <Site path="/pricing">
      <PricingPage price={PRICE} {...props} />
    </Site>,
  )
}

function card(name: string) {
  return page.getByRole('article', { name })
}
