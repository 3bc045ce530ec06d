import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Link } from 'react-router'
import { answerRequests, refusal, Site } from '../../../../../tests/support/web.tsx'
import type { Project } from '../../model/contract.ts'
import type { VideoWorkList } from '../library/library.tsx'
import { startTransferRate } from '../upload/transfer-rate.ts'
import { UploadPage } from './upload-page.tsx'
import { putUpload, type Upload, uploadStore } from '../upload/upload-store.ts'
import type { IntakeEvents } from './use-file-intake.ts'

const FREE = { plan: 'free', maxDurationMs: 180_000, maxBytes: 500_000_000 }
const NO_STATES: VideoWorkList = { byId: new Map(), problem: null, retry: () => undefined }
const CLIP = { key: 'clip', name: 'clip.mp4', sizeBytes: 1, projectId: null }
const ID = '0b7e4a8e-1c3f-4d55-9b1e-2f6a7c8d9e01'

beforeEach(() => uploadStore.setState({ uploads: [] }))

test('before the first video the list explains what it will show', async () => {
  await open({ 'media/list': [] })
  await expect.element(page.getByText('No videos yet')).toBeVisible()
  await expect.element(page.getByText(/up to 3:00 and 500 MB on the free plan$/)).toBeVisible()
})

test("reserves the list's space while it loads", async () => {
  await open({ 'media/list': () => new Promise(() => {}) })
  await expect.element(page.getByRole('status', { name: 'Loading your videos' })).toBeInTheDocument()
})

test('a list that failed to load says so and can be retried', async () => {
  await open({ 'media/list': refusal(500, 'internal', 'Something went wrong') })
  await expect.element(page.getByRole('alert')).toMatchTextContent('We couldn’t load your videos')
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test.each([
  { file: new File([], 'clip.mp4', { type: 'video/mp4' }), says: '“clip.mp4” is empty.' },
  { file: new File(['x'], 'notes.txt', { type: 'text/plain' }), says: '“notes.txt” is not a video.' },
  { file: ofSize('holiday.mov', 612_000_000), says: 'This file is 612 MB; the free plan takes up to 500 MB.' },
])('refuses $file.name before uploading a byte', async ({ file, says }) => {
  const { calls } = await open({ 'media/list': [] })
  drop(file)
  await expect.element(page.getByRole('alert')).toMatchTextContent(says)
  expect(calls.filter(({ name }) => name === 'uploads')).toEqual([])
})

test('files that come before the limits wait, and are checked in order', async () => {
  const { promise: limits, resolve: answer } = Promise.withResolvers<object>()
  await openAtOnce({ 'media/list': [], 'media/limits': () => limits })
  drop(new File(['x'], 'notes.txt', { type: 'text/plain' }))
  await expect.element(page.getByText('1 file is waiting')).toBeVisible()
  drop(ofSize('holiday.mov', 612_000_000))
  const region = page.getByRole('region', { name: 'Upload' })
  await expect.element(region).toMatchTextContent('2 files are waiting“notes.txt”, “holiday.mov”. We check them')

  answer(FREE)
  await expect.element(page.getByRole('alert').first()).toMatchTextContent('“notes.txt” is not a video.')
  const refusals = page.getByRole('alert').elements()
  expect(refusals.map(({ textContent }) => /notes|612 MB/.exec(textContent)?.[0])).toEqual(['notes', '612 MB'])
  expect(page.getByText('2 files are waiting').query()).toBeNull()
})

test('limits that failed to load can be retried, and the files still wait', async () => {
  let refused = true
  await openAtOnce({
    'media/list': [],
    'media/limits': () => (refused ? refusal(500, 'internal', 'Something went wrong') : FREE),
  })
  drop(new File(['x'], 'notes.txt', { type: 'text/plain' }))
  await expect.element(page.getByRole('alert')).toMatchTextContent('We couldn’t load your upload limits')
  await expect.element(page.getByText('1 file is waiting')).toBeVisible()
  refused = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('“notes.txt” is not a video.')
})

test('shows files chosen together in order, and never an empty list meanwhile', async () => {
  const ids = ['a', 'b', 'c'].map((letter) => ID.replace(/^0b/, `0${letter}`))
  const [a, b, c] = ['a.mp4', 'b.mp4', 'c.mp4'].map((name, n) => project({ id: ids[n] ?? '', title: name }))
  const listed = Promise.withResolvers<(Project | undefined)[]>()
  const lists = [[], listed.promise]
  await open({ 'media/list': () => lists.shift() ?? [] })
  await expect.element(page.getByText('No videos yet')).toBeVisible()
  // They start in whatever order their checks end.
  for (const name of ['c.mp4', 'a.mp4', 'b.mp4']) putUpload(upload({ key: name, name, sizeBytes: 1 }))
  dropAll(['a.mp4', 'b.mp4', 'c.mp4'].map((name) => new File(['x'], name, { type: 'video/mp4' })))
  const sections = () =>
    page
      .getByRole('heading', { name: /mp4$/ })
      .elements()
      .map((title) => title.textContent)
  await expect.poll(sections).toEqual(['a.mp4', 'b.mp4', 'c.mp4'])
  await expect.element(page.getByText('No videos yet')).not.toBeInTheDocument()

  for (const [n, name] of ['a.mp4', 'b.mp4', 'c.mp4'].entries())
    putUpload(upload({ key: name, name, sizeBytes: 1, projectId: ids[n] ?? null }))
  await expect.poll(() => lists).toEqual([])
  expect(sections()).toEqual(['a.mp4', 'b.mp4', 'c.mp4'])
  await expect.element(page.getByText('No videos yet')).not.toBeInTheDocument()
  listed.resolve([b, c, a])
  const rows = () =>
    page
      .getByRole('link', { name: /mp4$/ })
      .elements()
      .map((link) => link.textContent)
  await expect.poll(rows).toEqual(['a.mp4', 'b.mp4', 'c.mp4'])
  expect(sections()).toEqual([])
})

test('opens a video once the server has created it, if the user is still here', async () => {
  await dropOneThatBegins()
  putUpload(upload({ ...CLIP, projectId: ID }))
  await expect.element(page.getByLabelText('Address')).toHaveTextContent(`/projects/${ID}`)
})

test('the page of an only upload is known before it opens', async () => {
  const seen: string[] = []
  const onOpening = (id: string) => void seen.push(`${id} at ${page.getByLabelText('Address').element().textContent}`)
  await dropOneThatBegins({ onOpening })
  putUpload(upload({ ...CLIP, projectId: ID }))
  await expect.element(page.getByLabelText('Address')).toHaveTextContent(`/projects/${ID}`)
  expect(seen).toEqual([`${ID} at /upload`])
})

test('does not navigate a user who has already left', async () => {
  await dropOneThatBegins()
  await page.getByRole('link', { name: 'Prices' }).click()
  await expect.element(page.getByLabelText('Address')).toHaveTextContent('/pricing')
  putUpload(upload({ ...CLIP, projectId: ID }))
  for (let frames = 0; frames < 3; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
  await expect.element(page.getByLabelText('Address')).toHaveTextContent('/pricing')
})

test('invites to drop files held over the page', async () => {
  await open({ 'media/list': [] })
  const files = new DataTransfer()
  files.items.add(new File(['x'], 'clip.mp4'))
  dispatchEvent(new DragEvent('dragenter', { dataTransfer: files }))
  await expect.element(page.getByText('Drop to upload')).toBeVisible()
  dispatchEvent(new DragEvent('dragleave', { dataTransfer: files }))
  await expect.element(page.getByText('Drop to upload')).not.toBeInTheDocument()
})

test('each video shows its state', async () => {
  await open({
    'media/list': [
      project({ title: 'Ready', stage: 'prepared' }),
      project({ id: '1b7e4a8e-1c3f-4d55-9b1e-2f6a7c8d9e02', title: 'Working', stage: 'preparing', progress: 0.4 }),
      project({ id: '2b7e4a8e-1c3f-4d55-9b1e-2f6a7c8d9e03', title: 'Left', stage: 'uploading', progress: 0.63 }),
      project({ id: '3b7e4a8e-1c3f-4d55-9b1e-2f6a7c8d9e04', title: 'Bad', stage: 'refused' }),
    ],
  })
  const rows = page.getByRole('list').last()
  for (const words of ['Preparing, 40%', 'Upload paused at 63%', 'Not accepted'])
    await expect.element(rows.getByText(words)).toBeVisible()
})

test('an upload of this page shows its own progress in the list', async () => {
  putUpload(upload({ projectId: ID, sentBytes: 25_000_000 }))
  await open({ 'media/list': [project({ stage: 'uploading', progress: 0.1 })] })
  await expect.element(page.getByText('Uploading, 50%')).toBeVisible()
})

test('renames a video', async () => {
  const { calls } = await open({ 'media/list': [project({})], 'media/rename': project({ title: 'Take 4' }) })
  await action('Rename')
  await page.getByLabelText('Title').fill('Take 4')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('link', { name: 'Take 4' })).toBeVisible()
  expect(calls.find(({ name }) => name === 'media/rename')?.input).toEqual({ json: { projectId: ID, title: 'Take 4' } })
})

test('a new title stays, whatever an older response of the list says', async () => {
  const listed = Promise.withResolvers<Project[]>()
  const lists = [[project({ stage: 'preparing', progress: 0.4 })], listed.promise]
  const { calls } = await open({
    'media/list': () => lists.shift() ?? [project({ title: 'Take 4' })],
    'media/rename': project({ title: 'Take 4', stage: 'preparing' }),
  })
  const asked = () => calls.filter(({ name }) => name === 'media/list').length
  await expect.poll(asked).toBe(2)
  await action('Rename')
  await page.getByLabelText('Title').fill('Take 4')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('link', { name: 'Take 4' })).toBeVisible()
  listed.resolve([project({})])
  await expect.element(page.getByText(/^Preparing, /)).not.toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: 'Take 4' })).toBeVisible()
})

test('deletes a video after a confirmation that says what goes with it; undo works', async () => {
  let list = [project({})]
  const { calls } = await open({
    'media/list': () => list,
    'storage/remove': () => {
      list = []
      return { removed: 1 }
    },
    'storage/restore': () => {
      list = [project({})]
      return { restored: 1 }
    },
  })
  await action('Delete')
  await expect.element(page.getByRole('dialog')).toMatchTextContent('the captions and exports of')
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(calls.some(({ name }) => name === 'storage/remove')).toBe(false)
  await action('Delete')
  await page.getByRole('button', { name: 'Delete video' }).click()
  await expect.element(page.getByText('No videos yet')).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Videos', exact: true })).toHaveFocus()

  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.element(page.getByText('Your files are restored.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Take 3' })).toBeVisible()
  const asked = calls.filter(({ name }) => name === 'storage/remove' || name === 'storage/restore')
  const files = [{ kind: 'video', id: ID }]
  expect(asked.map(({ input }) => input)).toEqual([{ json: { files } }, { json: { files } }])
})

test('a video that was deleted before the list showed it is not awaited', async () => {
  await dropOneThatBegins()
  putUpload(upload({ ...CLIP, projectId: ID, phase: 'done' }))
  await expect.element(page.getByLabelText('Address')).toHaveTextContent(`/projects/${ID}`)
  await open({ 'media/list': [] })
  await expect.element(page.getByText('No videos yet')).toBeVisible()
})

test('a video the server does not delete stays, with the reason', async () => {
  await open({ 'media/list': [project({})], 'storage/remove': refusal(503, 'unavailable', 'The server is busy.') })
  await action('Delete')
  await page.getByRole('button', { name: 'Delete video' }).click()
  await expect.element(page.getByText('We couldn’t delete the files')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Take 3' })).toBeVisible()
})

test('cancels an unfinished upload without promising an undo', async () => {
  let list = [project({ stage: 'uploading', progress: 0.4 })]
  await open({
    'media/list': () => list,
    'media/remove': () => {
      list = []
      return { removed: true }
    },
  })
  await action('Cancel upload')
  await expect.element(page.getByRole('dialog')).toMatchTextContent('This deletes the uploaded part of “Take 3”.')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel upload' }).click()
  await expect.element(page.getByText('No videos yet')).toBeVisible()
})

test('lists shared videos under their owner’s name, with the actions allowed there', async () => {
  const video = (id: string, access: 'editor' | 'viewer') => project({ id, title: `By ${access}`, access })
  await open({
    'media/list': [],
    'media/shared': [
      {
        ownerId: 'a',
        ownerName: 'Ada',
        role: 'editor',
        suspended: false,
        projects: [{ ...video(ID.replace('0b', '0c'), 'editor'), ownerName: 'Ada' }],
      },
      { ownerId: 'b', ownerName: 'Bea', role: 'viewer', suspended: false, projects: [video(ID, 'viewer')] },
      { ownerId: 'c', ownerName: 'Cleo', role: 'editor', suspended: true, projects: [] },
      { ownerId: 'd', ownerName: 'Dan', role: 'viewer', suspended: false, projects: [] },
    ],
  })
  const of = (name: string) => page.getByRole('region', { name: `Shared with you by ${name}` })
  await expect.element(of('Ada').getByRole('link', { name: 'By editor' })).toBeVisible()
  await expect.element(of('Ada').getByText('By Ada', { exact: true })).toBeVisible()
  await of('Ada')
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await expect.element(page.getByRole('menuitem', { name: 'Rename' })).toBeVisible()
  await expect.element(page.getByRole('menuitem', { name: 'Delete' })).not.toBeInTheDocument()
  await expect.element(of('Bea').getByText('Viewer', { exact: true })).toBeVisible()
  await expect.element(of('Bea').getByRole('button', { name: /^Actions for/ })).not.toBeInTheDocument()
  await expect.element(of('Cleo').getByText('Suspended')).toBeVisible()
  await expect.element(of('Dan').getByText('Dan has no videos yet.')).toBeVisible()
})

test('wraps an owner’s long name on a phone', async () => {
  onTestFinished(() => page.viewport(1280, 720))
  await page.viewport(320, 640)
  const ownerName = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2)
  const shared = { role: 'viewer', projects: [] }
  await open({
    'media/list': [],
    'media/shared': [
      { ...shared, ownerId: 'a', ownerName, suspended: false },
      { ...shared, ownerId: 'b', ownerName, suspended: true },
    ],
  })
  await expect.element(page.getByText(`${ownerName} has no videos yet.`)).toBeVisible()
  expect(document.documentElement.scrollWidth).toBe(320)
})

test('leaving an owner asks for confirmation and reloads the list', async () => {
  const shared = [{ ownerId: 'a', ownerName: 'Ada', role: 'viewer', suspended: false, projects: [] }]
  await open({
    'media/list': [],
    'media/shared': () => shared,
    'collaboration/leave': () => {
      shared.pop()
      return { done: true }
    },
  })
  await page.getByRole('button', { name: 'Leave Ada' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave', exact: true }).click()
  await expect.element(page.getByText('You no longer work on the videos of Ada.')).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Shared with you by Ada' })).not.toBeInTheDocument()
})

/** A clip whose upload has started but not yet reached the server. */
async function dropOneThatBegins(on: IntakeEvents = {}) {
  await open({ 'media/list': [] }, on)
  putUpload(upload(CLIP))
  const revoked = vi.spyOn(URL, 'revokeObjectURL')
  drop(new File(['x'], CLIP.name, { type: 'video/mp4' }))
  await expect.poll(() => revoked.mock.calls.length).toBe(1)
}

async function open(answers: Record<string, unknown>, on: IntakeEvents = {}) {
  const asked = await openAtOnce(answers, on)
  await expect.element(page.getByText(/on the free plan$/)).toBeVisible()
  return asked
}

/** The page before any response. */
async function openAtOnce(answers: Record<string, unknown>, on: IntakeEvents = {}) {
  const asked = answerRequests({ 'media/limits': FREE, 'media/shared': [], ...answers })
  await render(
    <Site path="/upload" elsewhere={['/projects/:projectId', '/pricing']}>
      <UploadPage work={NO_STATES} on={on} />
      <Link to="/pricing">Prices</Link>
    </Site>,
  )
  return asked
}

async function action(name: string): Promise<void> {
  await page.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name }).click()
}

function drop(file: File): void {
  dropAll([file])
}

function dropAll(chosen: readonly File[]): void {
  const files = new DataTransfer()
  for (const file of chosen) files.items.add(file)
  // A synthetic event: a File of 612 MB does not survive a real DataTransfer.
  const event = new DragEvent('drop', { dataTransfer: files, cancelable: true })
  Object.defineProperty(event, 'dataTransfer', { value: { types: ['Files'], files: chosen } })
  dispatchEvent(event)
}

function ofSize(name: string, size: number): File {
  return Object.defineProperty(new File(['x'], name, { type: 'video/quicktime' }), 'size', { value: size })
}

function project(change: Partial<Project>): Project {
  return {
    id: ID,
    title: 'Take 3',
    stage: 'prepared',
    progress: 1,
    problem: null,
    sizeBytes: 50_000_000,
    probe: null,
    assets: { preview: null, peaks: null, filmstrip: null, poster: null, shots: null },
    access: 'owner',
    ownerName: null,
    tags: [],
    expiresAt: null,
    createdAt: '2026-11-20T10:00:00Z',
    ...change,
  }
}

function upload(change: Partial<Upload>): Upload {
  const fresh = {
    key: 'k',
    projectId: null,
    name: 'take-3.mp4',
    sizeBytes: 50_000_000,
    sentBytes: 0,
    phase: 'uploading',
    continuedFrom: 0,
    problem: null,
  } as const
  return { ...fresh, rate: startTransferRate(0, 0), ...change }
}
