import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '../../../../../tests/support/product-styles.ts'
import { answerRequests, refusal, Site } from '../../../../../tests/support/web.tsx'
import type { Project } from '../../model/contract.ts'
import { NO_WORK, type VideoWork } from '../../model/video-state.ts'
import type { VideoWorkList } from './library.tsx'
import { UploadPage } from '../upload-page/upload-page.tsx'

const FREE = { plan: 'free', maxDurationMs: 180_000, maxBytes: 500_000_000 }
const DONE = { state: 'done', progress: 1 } as const

beforeEach(() => localStorage.removeItem('library'))

test('each prepared video shows what was made of it, and when it expires', async () => {
  const videos = ['Fresh', 'Heard', 'Failed', 'Captioned', 'Running', 'Exported'].map((title) => video({ title }))
  const [, heard, failed, captioned, running, exported] = videos.map(({ id }) => id)
  await open([...videos, video({ title: 'Kept', expiresAt: '2026-12-20T10:00:00Z', probe: SILENT })], {
    [heard ?? '']: { captions: { state: 'running', progress: 0.4 } },
    [failed ?? '']: { captions: { state: 'failed', progress: 0 } },
    [captioned ?? '']: { captions: DONE },
    [running ?? '']: { captions: DONE, exportProgress: 0.25, isExported: true },
    [exported ?? '']: { captions: DONE, isExported: true },
  })
  for (const [title, state] of [
    ['Fresh', 'Ready to caption'],
    ['Heard', 'Listening, 40%'],
    ['Failed', 'Captions failed'],
    ['Captioned', 'Captioned'],
    ['Running', 'Exporting, 25%'],
    ['Exported', 'Exported'],
    ['Kept', 'No sound'],
  ] as const)
    await expect.element(rowOf(title).getByText(state, { exact: true }).last()).toBeVisible()
  await expect.element(rowOf('Kept').getByText('Stored until 20 Dec 2026')).toBeVisible()
})

test('sorts and narrows the videos, counts them, and remembers how', async () => {
  const [old, young] = [
    video({ title: 'Zebra', sizeBytes: 9_000_000 }),
    video({ title: 'Aardvark', createdAt: '2026-11-19T10:00:00Z' }),
  ]
  const work = { [young.id]: { captions: DONE } }
  const { unmount } = await open([old, young], work)
  expect(titles()).toEqual(['Zebra', 'Aardvark'])
  await page.getByLabelText('Sort by').selectOptions('By title')
  expect(titles()).toEqual(['Aardvark', 'Zebra'])
  await page.getByLabelText('Show').selectOptions('Captioned')
  await expect.element(page.getByText('1 of 2 videos')).toBeVisible()
  expect(titles()).toEqual(['Aardvark'])

  await unmount()
  await open([old, young], work)
  await expect.element(page.getByText('1 of 2 videos')).toBeVisible()
  await expect.element(page.getByLabelText('Sort by')).toHaveValue('title')
  await page.getByLabelText('Show').selectOptions('Exported')
  await expect.element(page.getByText('No video matches')).toBeVisible()
  await page.getByRole('button', { name: 'Show all videos' }).click()
  expect(titles()).toEqual(['Aardvark', 'Zebra'])
})

test('shows only shared videos, under their owners’ names', async () => {
  const shared = { ownerId: 'a', ownerName: 'Ada', role: 'viewer', suspended: false }
  const [mine, theirs] = [video({ title: 'Mine' }), video({ title: 'Theirs', access: 'viewer' })]
  await open([mine], {}, { 'media/shared': [{ ...shared, projects: [theirs] }] })
  await page.getByLabelText('Show').selectOptions('Shared with me')
  await expect.element(page.getByText('1 of 2 videos')).toBeVisible()
  expect(titles()).toEqual(['Theirs'])
  await expect.element(page.getByText('My videos')).not.toBeInTheDocument()
  await expect.element(page.getByRole('region', { name: 'My videos' })).not.toBeInTheDocument()
})

test('somebody without videos of their own sees only shared ones when they ask for those', async () => {
  const shared = { ownerId: 'a', ownerName: 'Ada', role: 'viewer', suspended: false }
  await open([], {}, { 'media/shared': [{ ...shared, projects: [video({ title: 'Theirs', access: 'viewer' })] }] })
  await expect.element(page.getByText('No videos yet')).toBeVisible()
  await page.getByLabelText('Show').selectOptions('Shared with me')
  expect(titles()).toEqual(['Theirs'])
  await expect.element(page.getByText('No videos yet')).not.toBeInTheDocument()
})

test('a filter by state waits for the states, and says so if they cannot be loaded', async () => {
  localStorage.setItem('library', JSON.stringify({ order: 'newest', filter: 'captioned' }))
  let retried = 0
  const problem = { byId: undefined, problem: 'The server is busy.', retry: () => (retried += 1) }
  await open([video({ title: 'Mine' })], problem)
  await expect.element(page.getByText('We couldn’t load the states of your videos')).toBeVisible()
  await expect.element(page.getByText('No video matches')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Try again' }).click()
  expect(retried).toBe(1)
  await page.getByLabelText('Show').selectOptions('All videos')
  expect(titles()).toEqual(['Mine'])
})

test('selects several with Shift or all at once, deletes them and offers an undo', async () => {
  const videos = ['A', 'B', 'C', 'D'].map((title) => video({ title }))
  const uploading = video({ title: 'E', stage: 'uploading', progress: 0.2 })
  let list = [...videos, uploading]
  const { calls } = await open(
    () => list,
    {},
    {
      'storage/remove': () => {
        list = list.filter(({ title }) => title === 'D' || title === 'E')
        return { removed: 3 }
      },
      'storage/restore': () => {
        list = [...videos, uploading]
        return { restored: 3 }
      },
    },
  )
  await page.getByRole('button', { name: 'Select' }).click()
  await expect.element(page.getByRole('checkbox', { name: 'Select E' })).toBeDisabled()
  // Anywhere in the row.
  await rowOf('A').click()
  await page.getByRole('checkbox', { name: 'Select C' }).click({ modifiers: ['Shift'] })
  await expect.element(page.getByText('3 selected')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all' }).click()
  await expect.element(page.getByText('4 selected')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select D' }).click()

  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.element(page.getByRole('dialog', { name: 'Delete 3 videos?' })).toBeVisible()
  await page.getByRole('button', { name: 'Delete videos' }).click()
  await expect.poll(titles).toEqual(['D', 'E'])
  await expect.element(page.getByRole('region', { name: 'Videos', exact: true })).toHaveFocus()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(titles).toEqual(['A', 'B', 'C', 'D', 'E'])
  const files = videos.slice(0, 3).map(({ id }) => ({ kind: 'video', id }))
  expect(calls.find(({ name }) => name === 'storage/remove')?.input).toEqual({ json: { files } })
})

test('the list keeps the focus when the last own video in it is deleted', async () => {
  const shared = { ownerId: 'a', ownerName: 'Ada', role: 'viewer', suspended: false }
  const [mine, theirs] = [video({ title: 'Mine' }), video({ title: 'Theirs', access: 'viewer' })]
  let list = [mine]
  await open(() => list, Object.fromEntries([mine, theirs].map(({ id }) => [id, { captions: DONE }])), {
    'media/shared': [{ ...shared, projects: [theirs] }],
    'storage/remove': () => {
      list = []
      return { removed: 1 }
    },
  })
  await page.getByLabelText('Show').selectOptions('Captioned')
  focusOn(page.getByRole('link', { name: 'Mine', exact: true }).element())
  await userEvent.keyboard('{Delete}')
  await page.getByRole('button', { name: 'Delete video' }).click()
  await expect.poll(titles).toEqual(['Theirs'])
  await expect.element(page.getByRole('region', { name: 'Videos', exact: true })).toHaveFocus()
})

test('tags several videos at once, and narrows the list to a tag', async () => {
  const [a, b, c] = [video({ title: 'A', tags: ['Demo'] }), video({ title: 'B' }), video({ title: 'C' })]
  const { calls } = await open(
    [a, b, c],
    {},
    {
      'media/tag': [
        { id: a.id, tags: ['Client'] },
        { id: b.id, tags: ['Client'] },
      ],
    },
  )
  await page.getByRole('button', { name: 'Select' }).click()
  await page.getByRole('checkbox', { name: 'Select A' }).click()
  await page.getByRole('checkbox', { name: 'Select B' }).click()
  await page.getByRole('button', { name: 'Tags' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tags of 2 videos' })
  await expect.element(dialog.getByRole('checkbox', { name: 'Demo' })).toBePartiallyChecked()
  // Once on for both, then off.
  await dialog.getByRole('checkbox', { name: 'Demo' }).click()
  await dialog.getByRole('checkbox', { name: 'Demo' }).click()
  await dialog.getByLabelText('New tag').fill('Client')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(calls.find(({ name }) => name === 'media/tag')?.input).toEqual({
    json: { projectIds: [a.id, b.id], add: ['Client'], remove: ['Demo'] },
  })
  await page.getByRole('button', { name: 'Stop selecting' }).click()

  await page.getByRole('button', { name: 'Show videos with the tag Client' }).first().click()
  await expect.element(page.getByText('2 of 3 videos')).toBeVisible()
  expect(titles()).toEqual(['A', 'B'])
  await page.getByLabelText('Tag').selectOptions('All tags')
  expect(titles()).toEqual(['A', 'B', 'C'])
})

test('a refused tag stays in its dialog with the reason', async () => {
  const message = '“A” would have more than 10 tags. Remove one of its tags first.'
  await open([video({ title: 'A' })], {}, { 'media/tag': refusal(409, 'conflict', message) })
  await page.getByRole('button', { name: 'Actions for A' }).click()
  await page.getByRole('menuitem', { name: 'Tags' }).click()
  await page.getByLabelText('New tag').fill('One more')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('checkbox', { name: 'One more' })).toBeChecked()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText(message)).toBeVisible()
})

test('moves between videos with the arrow keys, opens with Enter and asks with Delete', async () => {
  await open(['A', 'B', 'C'].map((title) => video({ title })))
  const link = (title: string) => page.getByRole('link', { name: title, exact: true })
  focusOn(link('A').element())
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(link('B')).toHaveFocus()
  await userEvent.keyboard('{End}{ArrowDown}')
  await expect.element(link('C')).toHaveFocus()
  await userEvent.keyboard('{Home}{ArrowUp}')
  await expect.element(link('A')).toHaveFocus()
  await userEvent.keyboard('{Delete}')
  await expect.element(page.getByRole('dialog', { name: 'Delete this video?' })).toMatchTextContent('“A”')
  await userEvent.keyboard('{Escape}')
  await expect.element(link('A')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByLabelText('Address')).toMatchTextContent('/projects/')
})

test('selects by keyboard: Space toggles, Delete asks, Escape ends', async () => {
  await open(['A', 'B'].map((title) => video({ title })))
  await page.getByRole('button', { name: 'Select' }).click()
  focusOn(page.getByRole('checkbox', { name: 'Select A' }).element())
  await userEvent.keyboard(' {ArrowDown} ')
  await expect.element(page.getByText('2 selected')).toBeVisible()
  await userEvent.keyboard('{Delete}')
  await expect.element(page.getByRole('dialog', { name: 'Delete 2 videos?' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('2 selected')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('link', { name: 'A', exact: true })).toBeVisible()
})

test('on a phone the facts of a video share a line below its state', async () => {
  onTestFinished(() => page.viewport(1_280, 720))
  await page.viewport(390, 800)
  await open([video({ title: 'A long title that does not fit on a phone', sizeBytes: 128_000_000 })])
  const row = page.getByRole('listitem').last()
  const top = (text: string | RegExp) => row.getByText(text).last().element().getBoundingClientRect().top
  expect(top('20 Nov 2026')).toBe(top('128 MB'))
  expect(top('128 MB')).toBe(top('0:20'))
  expect(top('0:20')).toBeGreaterThan(top('Ready to caption'))
  expect(document.documentElement.scrollWidth).toBe(390)
})

test('teaches how to begin before the first video', async () => {
  await open([])
  await expect.element(page.getByText('No videos yet')).toBeVisible()
  for (const step of ['Upload a clip', 'Make the captions', 'Export'])
    await expect.element(page.getByText(step, { exact: true })).toBeVisible()
  await expect.element(page.getByText('Clips that caption well')).toBeVisible()
  await expect.element(page.getByRole('group', { name: 'Arrange the videos' })).not.toBeInTheDocument()
})

type Work = Readonly<Record<string, Partial<VideoWork>>> | VideoWorkList

async function open(
  list: readonly Project[] | (() => readonly Project[]),
  work: Work = {},
  answers: Record<string, unknown> = {},
) {
  const asked = answerRequests({ 'media/limits': FREE, 'media/shared': [], 'media/list': list, ...answers })
  const screen = await render(
    <Site path="/upload" elsewhere={['/projects/:projectId']}>
      <UploadPage work={isList(work) ? work : workOf(work)} />
    </Site>,
  )
  await expect.element(page.getByText(/on the free plan$/)).toBeVisible()
  await expect.element(page.getByRole('status', { name: 'Loading your videos' })).not.toBeInTheDocument()
  return { ...asked, unmount: () => screen.unmount() }
}

function isList(work: Work): work is VideoWorkList {
  return 'retry' in work
}

function workOf(work: Readonly<Record<string, Partial<VideoWork>>>): VideoWorkList {
  const byId = new Map(Object.entries(work).map(([id, known]) => [id, { ...NO_WORK, ...known }]))
  return { byId, problem: null, retry: () => undefined }
}

function rowOf(title: string) {
  return page
    .getByRole('listitem')
    .filter({ has: page.getByText(title, { exact: true }).first() })
    .last()
}

/** The titles of the listed videos, in order. */
function titles(): (string | null)[] {
  return Array.from(document.querySelectorAll('li a[href^="/projects/"]'), (link) => link.textContent)
}

function focusOn(element: Element): void {
  if (element instanceof HTMLElement) element.focus()
}

const SOUND = { codec: 'aac', channels: 1, sampleRate: 44_100, tracks: 1, track: 0 }
const PROBE: NonNullable<Project['probe']> = {
  container: 'mp4',
  durationMs: 20_000,
  width: 1_080,
  height: 1_920,
  fps: { n: 25, d: 1 },
  variableFrameRate: false,
  rotation: 0,
  videoCodec: 'h264',
  audio: SOUND,
  hdr: false,
}
const SILENT = { ...PROBE, audio: null }

let made = 0
function video(change: Partial<Project>): Project {
  made += 1
  return {
    id: `0b7e4a8e-1c3f-4d55-9b1e-${String(made).padStart(12, '0')}`,
    title: 'Take 3',
    stage: 'prepared',
    progress: 1,
    problem: null,
    sizeBytes: 5_000_000,
    probe: PROBE,
    assets: { preview: null, peaks: null, filmstrip: null, poster: null, shots: null },
    access: 'owner',
    ownerName: null,
    tags: [],
    createdAt: '2026-11-20T10:00:00Z',
    expiresAt: null,
    ...change,
  }
}
