import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '../../tests/support/product-styles.ts'
import { Combobox, type ComboboxOption } from './combobox.tsx'
import { Dialog } from './dialog.tsx'

const LANGUAGES: readonly ComboboxOption<'de' | 'en' | 'hi'>[] = [
  { value: 'de', label: 'German', detail: 'Deutsch' },
  { value: 'en', label: 'English' },
  { value: 'hi', label: 'Hindi' },
]

test('typing narrows the options, and Enter chooses the first of them', async () => {
  await render(<Language />)
  const field = page.getByRole('combobox', { name: 'Language' })
  await field.fill('ger')
  await expect.element(page.getByRole('option', { name: 'German Deutsch' })).toBeVisible()
  await expect.element(page.getByRole('option', { name: 'Hindi' })).not.toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveValue('German')
  await expect.element(page.getByRole('status', { name: 'Chosen' })).toHaveTextContent('de')
})

test('says that nothing matches, and Escape restores the chosen option', async () => {
  await render(<Language initial="en" />)
  const field = page.getByRole('combobox', { name: 'Language' })
  await field.fill('xyz')
  await expect.element(page.getByText('No matches')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await userEvent.keyboard('{Tab}')
  await expect.element(field).toHaveValue('English')
})

test('clears the choice', async () => {
  await render(<Language initial="en" />)
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect.element(page.getByRole('combobox', { name: 'Language' })).toHaveValue('')
  await expect.element(page.getByRole('status', { name: 'Chosen' })).toHaveTextContent('nothing')
})

test('ties its error to the field', async () => {
  await render(<Combobox label="Language" options={LANGUAGES} value={null} onChange={() => {}} error="Choose one." />)
  await expect.element(page.getByRole('combobox', { name: 'Language' })).toHaveAccessibleDescription('Choose one.')
  await expect.element(page.getByRole('combobox', { name: 'Language' })).toBeInvalid()
})

test('offers its options inside a modal dialog', async () => {
  await render(
    <Dialog open onClose={() => undefined} title="Translate">
      <Language />
    </Dialog>,
  )
  await page.getByRole('button', { name: 'Show options' }).click()
  await page.getByRole('option', { name: 'Hindi' }).click()
  await expect.element(page.getByRole('combobox', { name: 'Language' })).toHaveValue('Hindi')
})

function Language({ initial = null }: { initial?: 'de' | 'en' | 'hi' | null }) {
  const [value, setValue] = useState(initial)
  return (
    <>
      <Combobox label="Language" options={LANGUAGES} value={value} onChange={setValue} />
      <output aria-label="Chosen">{value ?? 'nothing'}</output>
    </>
  )
}
