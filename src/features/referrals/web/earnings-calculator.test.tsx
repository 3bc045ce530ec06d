import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { EarningsCalculator } from './earnings-calculator.tsx'

test('calculates 40% of the plan’s price for each person, to the cent', async () => {
  await render(<EarningsCalculator />)
  const result = page.getByRole('region', { name: 'What would you earn?' })
  await expect.element(result.getByText(/40% of \$29\.00 is \$11\.60 for each of them/)).toBeVisible()
  await expect.element(result.getByText('$58', { exact: true })).toBeVisible()
  await page.getByLabelText('New paying people each month').fill('10')
  await page.getByText('Premium $69').click()
  await expect.element(result.getByText(/40% of \$69\.00 is \$27\.60 for each of them/)).toBeVisible()
  await expect.element(result.getByText('$276', { exact: true })).toBeVisible()
  await expect.element(result.getByText('$3,312', { exact: true })).toBeVisible()
})
