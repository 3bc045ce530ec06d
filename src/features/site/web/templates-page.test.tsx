import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { type Gallery, TemplatesPage } from './templates-page.tsx'

const PICTURE = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const GALLERY: Gallery = {
  tags: [
    { id: 'bold', label: 'Bold' },
    { id: 'calm', label: 'Calm' },
  ],
  templates: [
    { id: 'a', name: 'Anvil', description: 'Loud.', tags: ['bold'], still: PICTURE, moving: PICTURE },
    { id: 'b', name: 'Breeze', description: 'Quiet.', tags: ['calm'], still: PICTURE, moving: PICTURE },
  ],
}

test('shows every template with its picture, and those of a tag on request', async () => {
  await open()
  await expect.element(page.getByRole('img', { name: '“Make every word pop” in the template Anvil' })).toBeVisible()
  await expect.element(page.getByRole('status')).toHaveTextContent('2 templates')
  await page.getByRole('button', { name: 'Calm' }).click()
  await expect.element(page.getByRole('heading', { name: 'Anvil' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('status')).toHaveTextContent('1 template')
  await page.getByRole('button', { name: 'All' }).click()
  await expect.element(page.getByRole('heading', { name: 'Anvil' })).toBeVisible()
})

test('links to the next step with the choice in the address', async () => {
  await open()
  const use = page.getByRole('listitem').filter({ hasText: 'Breeze' }).getByRole('link', { name: 'Use this look' })
  await expect.element(use).toHaveAttribute('href', '/signup?template=b')
})

async function open() {
  await render(
    <MemoryRouter>
      <TemplatesPage gallery={GALLERY} addressOf={(id) => `/signup?template=${id}`} />
    </MemoryRouter>,
  )
}
