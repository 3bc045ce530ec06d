import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { answerRequests, type Answers, refusal, Site } from '../../../../tests/support/web.tsx'
import { StoragePage } from './index.ts'

const ROOM = { usedBytes: 512_500_000, uploadingBytes: 0, quotaBytes: 2e9, mayUpgrade: true }
const TALK = { ...file('p1', 'Talk', 500_000_000), captions: [caption('SRT', 1_200), caption('JSON', 14_000)] }
const EXPORT = { ...file('r1', 'Talk', 12_500_000), kind: 'export', projectId: 'p1' }
const OTHERS = ['Cooking', 'Holiday', 'Interview'].map((title, at) => file(`p${at + 2}`, title, 1_000_000 * (at + 1)))

test('videos, exports and captions are listed with their sizes, against what the plan has room for', async () => {
  await open([TALK, EXPORT])
  await expect.element(page.getByText('513 MB of 2 GB')).toBeVisible()
  await expect.element(page.getByText('500 MB', { exact: true })).toBeVisible()
  await expect.element(page.getByText('12.5 MB')).toBeVisible()
  await expect.element(page.getByText('Kept until 20 Dec 2026').first()).toBeVisible()
  await expect.element(page.getByRole('progressbar', { name: 'Used' })).toHaveAttribute('aria-valuenow', '25')
  await expect
    .element(page.getByRole('link', { name: 'Download the SRT captions of Talk, 1.2 kB' }))
    .toHaveAttribute('href', '/api/captions/p1/captions.srt')
})

test('full storage says what it means and what can be done', async () => {
  await open([TALK], {}, { usedBytes: 2.1e9 })
  await expect.element(page.getByText('Your storage is full')).toBeVisible()
  await expect.element(page.getByText('2.1 GB of 2 GB')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'See plans with more room' })).toHaveAttribute('href', '/pricing')
})

test('a plan without a fixed amount shows only what is used', async () => {
  await open([TALK], {}, { quotaBytes: null })
  await expect.element(page.getByText('513 MB used')).toBeVisible()
  await expect.element(page.getByRole('progressbar')).not.toBeInTheDocument()
})

test('who keeps nothing yet is led to the upload', async () => {
  await open([])
  await expect.element(page.getByRole('link', { name: 'Upload a video' })).toHaveAttribute('href', '/upload')
})

test('a list that could not be loaded says why and can be asked for again', async () => {
  await openWith({ 'storage/list': refusal(503, 'unavailable', 'The server is busy.') })
  await expect.element(page.getByText('The server is busy.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('files are searched and sorted, and a search without an answer can be taken back', async () => {
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

test('several are selected with Shift and all at once, by the keyboard too, and are deleted together', async () => {
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

test('a video asks before it takes exports along, and what was deleted can be had back', async () => {
  const answers = { 'storage/remove': { removed: 1 }, 'storage/restore': { restored: 1 } }
  const { calls } = await open([TALK, EXPORT], answers)
  await menu('Talk', 'Delete')
  await expect.element(page.getByText('“Talk” takes its captions and 1 export along.')).toBeVisible()
  expect(calls.map(({ name }) => name)).not.toContain('storage/remove')
  await page.getByRole('button', { name: 'Delete video and exports' }).click()
  await expect.element(page.getByRole('list', { name: 'Your files' })).toHaveFocus()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.element(page.getByText('Everything is back.')).toBeVisible()
  const restored = calls.find(({ name }) => name === 'storage/restore')
  expect(restored?.input).toEqual({ json: { files: [{ id: 'p1', kind: 'video' }] } })
})

test('an export alone goes without a question; undoing it too late is told', async () => {
  await open([TALK, EXPORT], {
    'storage/remove': { removed: 1 },
    'storage/restore': refusal(404, 'not_found', 'Export not found'),
  })
  await menu('Talk, export', 'Delete')
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.element(page.getByText('It was too late: the files have been erased.')).toBeVisible()
})

test('what the server does not delete is told, and stays', async () => {
  await open([TALK], { 'storage/remove': refusal(404, 'not_found', 'Project not found') })
  await menu('Talk', 'Delete')
  await expect.element(page.getByText('Nothing was deleted')).toBeVisible()
  expect(titles()).toEqual(['Talk'])
})

test('a video gets another title; an empty one is not sent', async () => {
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

test('a title that is saved late closes its own dialog only', async () => {
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

test('a download goes by a link of its own; one that cannot be had says why', async () => {
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
  await expect.element(page.getByText('The download did not start')).toBeVisible()
  vi.restoreAllMocks()
})

function file(id: string, title: string, sizeBytes: number) {
  return {
    ...{ id, kind: 'video', projectId: id, title, sizeBytes, captions: [] as object[] },
    ...{ createdAt: '2026-11-20T10:00:00Z', expiresAt: '2026-12-20T10:00:00Z' },
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
