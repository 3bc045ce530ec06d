import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { answerRequests, type Answers, refusal, Site } from '../../../../tests/support/web.tsx'
import { StoragePage } from './index.ts'

const ROOM = { usedBytes: 512_500_000, uploadingBytes: 0, quotaBytes: 2e9, mayUpgrade: true }
const TALK = { ...file('p1', 'Talk', 500_000_000), captions: [caption('SRT', 1_200), caption('JSON', 14_000)] }
const EXPORT = { ...file('r1', 'Talk', 12_500_000), kind: 'export', projectId: 'p1' }
const OTHERS = ['Cooking', 'Holiday', 'Interview'].map((title, at) => file(`p${at + 2}`, title, 1_000_000 * (at + 1)))

test('lists videos, exports and captions with sizes, against the quota', async () => {
  await open([TALK, EXPORT])
  await expect.element(page.getByText('513 MB of 2 GB')).toBeVisible()
  await expect.element(page.getByText('500 MB', { exact: true })).toBeVisible()
  await expect.element(page.getByText('12.5 MB')).toBeVisible()
  await expect.element(page.getByText('Stored until 20 Dec 2026').first()).toBeVisible()
  await expect.element(page.getByRole('progressbar', { name: 'Used' })).toHaveAttribute('aria-valuenow', '25')
  await expect
    .element(page.getByRole('link', { name: 'Download the SRT captions of Talk, 1.2 kB' }))
    .toHaveAttribute('href', '/api/captions/p1/captions.srt')
})

test('full storage explains itself and offers a way out', async () => {
  await open([TALK], {}, { usedBytes: 2.1e9 })
  await expect.element(page.getByText('Your storage is full')).toBeVisible()
  await expect.element(page.getByText('2.1 GB of 2 GB')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'See plans with more room' })).toHaveAttribute('href', '/pricing')
})

test('a plan without a fixed quota shows only the used bytes', async () => {
  await open([TALK], {}, { quotaBytes: null })
  await expect.element(page.getByText('513 MB used')).toBeVisible()
  await expect.element(page.getByRole('progressbar')).not.toBeInTheDocument()
})

test('an empty storage links to the upload', async () => {
  await open([])
  await expect.element(page.getByRole('link', { name: 'Upload a video' })).toHaveAttribute('href', '/upload')
})

test('a list that failed to load says why and can be retried', async () => {
  await openWith({ 'storage/list': refusal(503, 'unavailable', 'The server is busy.') })
  await expect.element(page.getByText('The server is busy.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('searches and sorts files, and clears a search without results', async () => {
  await open([TALK, ...OTHERS])
  await page.getByLabelText('Sort by').selectOptions('By name')
  expect(titles()).toEqual(['Cooking', 'Holiday', 'Interview', 'Talk'])
  await page.getByLabelText('Sort by').selectOptions('Smallest first')
  expect(titles()).toEqual(['Cooking', 'Holiday', 'Interview', 'Talk'])
  await page.getByLabelText('Search your files').fill('HOLI')
  expect(titles()).toEqual(['Holiday'])
  await page.getByLabelText('Search your files').fill('nothing like it')
  await page.getByRole('button', { name: 'Show all files' }).click()
  expect(titles()).toHaveLength(4)
})

test('selects several with Shift or all at once, also by keyboard, and deletes them', async () => {
  const { calls } = await open([TALK, ...OTHERS], { 'storage/remove': { removed: 3 } })
  await page.getByLabelText('Sort by').selectOptions('By name')
  await page.getByRole('checkbox', { name: 'Select Cooking' }).click()
  await page.getByRole('checkbox', { name: 'Select Interview' }).click({ modifiers: ['Shift'] })
  await expect.element(page.getByText('3 selected, 6 MB')).toBeVisible()
  await userEvent.keyboard(' ')
  await expect.element(page.getByText('2 selected, 3 MB')).toBeVisible()
  const all = page.getByRole('checkbox', { name: 'Select all' })
  await expect.element(all).toBePartiallyChecked()
  await all.click()
  await expect.element(page.getByText('4 selected, 506 MB')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select Talk' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.element(page.getByText('3 files deleted.')).toBeVisible()
  const removed = calls.find(({ name }) => name === 'storage/remove')
  expect(removed?.input).toMatchObject({ json: { files: [{ id: 'p2' }, { id: 'p3' }, { id: 'p4' }] } })
})

test('confirms before a video takes its exports along, and restores deleted files', async () => {
  const answers = { 'storage/remove': { removed: 1 }, 'storage/restore': { restored: 1 } }
  const { calls } = await open([TALK, EXPORT], answers)
  await menu('Talk', 'Delete')
  await expect.element(page.getByText('This also deletes the captions and 1 export of “Talk”.')).toBeVisible()
  expect(calls.map(({ name }) => name)).not.toContain('storage/remove')
  await page.getByRole('button', { name: 'Delete video and exports' }).click()
  await expect.element(page.getByRole('list', { name: 'Your files' })).toHaveFocus()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.element(page.getByText('Your files are restored.')).toBeVisible()
  const restored = calls.find(({ name }) => name === 'storage/restore')
  expect(restored?.input).toEqual({ json: { files: [{ id: 'p1', kind: 'video' }] } })
})

test('deletes a single export without confirmation; a late undo says so', async () => {
  await open([TALK, EXPORT], {
    'storage/remove': { removed: 1 },
    'storage/restore': refusal(404, 'not_found', 'Export not found'),
  })
  await menu('Talk, export', 'Delete')
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.element(page.getByText('It was too late: the files are erased.')).toBeVisible()
})

test('reports what the server does not delete, and keeps it', async () => {
  await open([TALK], { 'storage/remove': refusal(404, 'not_found', 'Project not found') })
  await menu('Talk', 'Delete')
  await expect.element(page.getByText('We couldn’t delete the files')).toBeVisible()
  expect(titles()).toEqual(['Talk'])
})

test('renames a video; does not send an empty title', async () => {
  const { calls } = await open([TALK], { 'storage/rename': { title: 'Keynote' } })
  await menu('Talk', 'Rename')
  await page.getByLabelText('Title').fill(' ')
  await page.getByRole('button', { name: 'Rename' }).click()
  await expect.element(page.getByText('Enter a title.')).toBeVisible()
  await page.getByLabelText('Title').fill('Keynote')
  await page.getByRole('button', { name: 'Rename' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(calls.find(({ name }) => name === 'storage/rename')?.input).toEqual({
    json: { projectId: 'p1', title: 'Keynote' },
  })
})

test('a title that is saved late closes only its own dialog', async () => {
  const saved = Promise.withResolvers<object>()
  const { calls } = await open([TALK, ...OTHERS], { 'storage/rename': () => saved.promise })
  await menu('Talk', 'Rename')
  await page.getByLabelText('Title').fill('Keynote')
  await page.getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await menu('Cooking', 'Rename')
  await page.getByLabelText('Title').fill('Baking')
  const listed = () => calls.filter(({ name }) => name === 'storage/list').length
  const before = listed()
  saved.resolve({ title: 'Keynote' })
  await expect.poll(listed).toBeGreaterThan(before)
  await expect.poll(() => page.getByRole('button', { name: 'Rename' }).element().ariaBusy).toBeNull()
  await expect.element(page.getByLabelText('Title')).toHaveValue('Baking')
})

test('downloads by a link per file and reports a failed one', async () => {
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(new URL(this.href).pathname)
  })
  let answer: unknown = { url: '/api/files/token', expiresAt: '2026-11-20T10:10:00Z' }
  await open([TALK], { 'storage/link': () => answer })
  await page.getByRole('button', { name: 'Download Talk' }).click()
  await expect.poll(() => saved).toEqual(['/api/files/token'])
  answer = refusal(404, 'not_found', 'File not found')
  await page.getByRole('button', { name: 'Download Talk' }).click()
  await expect.element(page.getByText('The download failed')).toBeVisible()
  vi.restoreAllMocks()
})

function file(id: string, title: string, sizeBytes: number) {
  return {
    id,
    kind: 'video',
    projectId: id,
    title,
    sizeBytes,
    captions: [] as object[],
    createdAt: '2026-11-20T10:00:00Z',
    expiresAt: '2026-12-20T10:00:00Z',
  }
}

function caption(format: string, sizeBytes: number) {
  return { format, sizeBytes, download: `/api/captions/p1/captions.${format.toLowerCase()}` }
}

function titles(): string[] {
  return page
    .getByRole('listitem')
    .elements()
    .map((row) => row.querySelector('a')?.textContent ?? '')
}

async function menu(name: string, item: string) {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

function open(files: readonly object[], answers: Answers = {}, room: object = {}) {
  return openWith({ 'storage/list': { ...ROOM, ...room, files }, ...answers })
}

async function openWith(answers: Answers) {
  const asked = answerRequests(answers)
  await render(
    <Site path="/storage" elsewhere={['/upload', '/pricing', '/projects/p1']}>
      <StoragePage />
    </Site>,
  )
  return asked
}
