import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '../../tests/support/product-styles.ts'
import { Checkbox } from './checkbox.tsx'

test('toggles by its label and by Space, and is sent with its form', async () => {
  const { container } = await render(
    <form method="post">
      <Checkbox label="Burn the captions in" name="burn" />
    </form>,
  )
  const sent = () => new FormData(container.querySelector('form') ?? undefined).get('burn')
  await page.getByText('Burn the captions in').click()
  expect(sent()).toBe('on')
  await userEvent.keyboard(' ')
  expect(sent()).toBeNull()
})

test('ties its error to the box, and shows that some of its items are checked', async () => {
  await render(<Checkbox label="All videos" isMixed checked={false} onChange={() => {}} error="Choose one." />)
  const box = page.getByRole('checkbox', { name: 'All videos' })
  await expect.element(box).toBePartiallyChecked()
  await expect.element(box).toBeInvalid()
  await expect.element(box).toHaveAccessibleDescription('Choose one.')
})

test('keeps a hidden label for screen readers', async () => {
  await render(<Checkbox label="Select Morning run" hideLabel checked onChange={() => {}} />)
  await expect.element(page.getByRole('checkbox', { name: 'Select Morning run' })).toBeChecked()
})
