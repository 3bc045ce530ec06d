import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ConfirmDialog } from './dialog.tsx'
import { Tabs } from './tabs.tsx'

test('a confirmation focuses Cancel, Escape cancels, and the focus returns', async () => {
  await render(<Confirming />)
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect
    .element(page.getByRole('dialog', { name: 'Delete this video?' }))
    .toHaveAccessibleDescription('It is gone then.')
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Delete' })).toHaveFocus()
})

test('arrow keys move between tabs, and only the selected panel is shown', async () => {
  await render(<Chosen />)
  await page.getByRole('tab', { name: 'Style' }).click()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(page.getByRole('tab', { name: 'Export' })).toHaveFocus()
  await expect.element(page.getByRole('tabpanel', { name: 'Export' })).toHaveTextContent('Files')
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(page.getByRole('tabpanel', { name: 'Style' })).toHaveTextContent('Looks')
})

function Confirming() {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <button onClick={() => setOpen(true)}>Delete</button>
      <ConfirmDialog
        open={open}
        onClose={close}
        title="Delete this video?"
        description="It is gone then."
        confirmLabel="Delete video"
        onConfirm={close}
      />
    </>
  )
}

function Chosen() {
  const [tab, setTab] = useState<'style' | 'export'>('style')
  return (
    <Tabs
      label="Parts"
      value={tab}
      onChange={setTab}
      tabs={[
        { id: 'style', label: 'Style', panel: 'Looks' },
        { id: 'export', label: 'Export', panel: 'Files' },
      ]}
    />
  )
}
