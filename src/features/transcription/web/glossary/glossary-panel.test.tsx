import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { answerRequests, refusal, Site } from '../../../../../tests/support/web.tsx'
import type { Glossary } from '../../model/glossary/contract.ts'
import { GlossaryPanel } from './glossary-panel.tsx'

const FULL = 'A glossary has at most 500 entries. Remove some first.'
const NONE: Glossary = { account: [], video: [], mayEditAccount: true }
const VIDEO = '0b7e4a8e-1c3f-4d55-9b1e-2f6a7c8d9e01'

test('asks for a spelling, and shows the server’s refusal beside it', async () => {
  await open(NONE)
  await page.getByRole('button', { name: 'Add' }).click()
  await expect.element(page.getByText('Enter how to write it.')).toBeVisible()
  answerRequests({ 'glossary/put': refusal(413, 'too_large', FULL), 'glossary/list': NONE })
  await page.getByRole('textbox', { name: 'Write' }).fill('Wordpop')
  await page.getByRole('button', { name: 'Add' }).click()
  await expect.element(page.getByText(FULL)).toBeVisible()
})

test('an editor of a video changes its entries only', async () => {
  const entry = { id: VIDEO, heard: 'word pop', write: 'Wordpop', language: null, projectId: null }
  const own = { ...entry, id: 'x', heard: null, write: 'Siobhan', projectId: VIDEO }
  await open({ account: [entry], video: [own], mayEditAccount: false })
  await expect.element(page.getByText('2 entries')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Change “Siobhan”' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Change “Wordpop”' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('radio', { name: 'In all videos' })).not.toBeInTheDocument()
})

test('finds an entry in a long glossary', async () => {
  const account = Array.from({ length: 20 }, (_, at) => ({
    id: String(at),
    heard: null,
    write: `Name ${at}`,
    language: null,
    projectId: null,
  }))
  await open({ account, video: [], mayEditAccount: true })
  await page.getByRole('searchbox', { name: 'Find an entry' }).fill('name 17')
  await expect.element(page.getByRole('listitem')).toHaveTextContent('Name 17')
  await page.getByRole('searchbox', { name: 'Find an entry' }).fill('nobody')
  await expect.element(page.getByText('No entry has “nobody”.')).toBeVisible()
})

async function open(glossary: Glossary) {
  answerRequests({ 'glossary/list': glossary })
  await render(
    <Site path="/profile">
      <GlossaryPanel projectId={glossary.mayEditAccount ? null : VIDEO} />
    </Site>,
  )
  await expect.element(page.getByRole('form')).toBeVisible()
}
