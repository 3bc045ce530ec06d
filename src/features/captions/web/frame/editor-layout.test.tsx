import { useState } from 'react'
import { afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Dialog } from '#ui/dialog.tsx'
import { CaptionServer, documentOf } from '../../../../../tests/support/captions.ts'
import { showEditor } from '../../../../../tests/support/editor.tsx'
import { recordClip } from '../../../../../tests/support/recorded-clip.ts'

const DESKTOP = { width: 1_280, height: 720 }
const PHONE = { width: 390, height: 844 }
const TURNED = { width: 844, height: 390 }
/** Height of the site's header above the editor. */
const HEADER = 56
/** Maximum distance of the frame from the seek target, ms: a busy machine records few frames. */
const NEAR_MS = 400

let clip = ''
beforeAll(async () => {
  clip = URL.createObjectURL(await recordClip())
  return () => URL.revokeObjectURL(clip)
})
afterEach(async () => {
  localStorage.clear()
  await resize(DESKTOP)
})

test('says whose video it is beside its title, also on a phone', async () => {
  await showEditor(new CaptionServer(documentOf('one two three')), { ownerName: 'Ada' })
  await expect.element(page.getByText('By Ada', { exact: true })).toBeVisible()
  await resize(PHONE)
  await expect.element(page.getByText('By Ada', { exact: true })).toBeVisible()
})

test('places the preview beside or above the panels by screen size and orientation', async () => {
  await start()
  const tabs = page.getByRole('tablist')
  const bar = page.getByRole('slider', { name: 'Position', exact: true })
  const words = page.getByRole('list', { name: 'Transcript' })
  expect(edges(words).right).toBeLessThanOrEqual(edges(video()).left)
  expect(edges(video()).right).toBeLessThanOrEqual(edges(tabs).left)
  expect(edges(video()).bottom).toBeLessThanOrEqual(edges(bar).top)
  await resize(PHONE)
  expect(edges(video()).bottom).toBeLessThanOrEqual(edges(bar).top)
  expect(edges(bar).bottom).toBeLessThanOrEqual(edges(tabs).top)
  await resize(TURNED)
  expect(edges(tabs).right).toBeLessThanOrEqual(edges(video()).left)
  expect(edges(video()).bottom).toBeLessThanOrEqual(edges(bar).top)
})

test('fits picture, playback bar, words and input on a phone in landscape', async () => {
  await resize(TURNED)
  await start()
  const fold = TURNED.height - HEADER
  const words = document.querySelector('[data-scrolls]') ?? document.body
  const line = page.getByRole('textbox', { name: 'Add a caption at the playhead' })
  const bar = page.getByRole('slider', { name: 'Position', exact: true })
  // The bar is higher until its font is there.
  await expect.poll(() => edges(video()).height, { message: 'the picture' }).toBeGreaterThan(fold / 2)
  for (const part of [video(), bar, words, line]) expect(edges(part).bottom).toBeLessThanOrEqual(fold)
  expect(edges(words).height, 'the words').toBeGreaterThan(fold / 3)
})

test('keeps the open tab when a phone is turned and when the window widens', async () => {
  await start()
  await page.getByRole('tab', { name: 'Export' }).click()
  for (const size of [PHONE, TURNED, DESKTOP]) {
    await resize(size)
    await expect.element(page.getByRole('tab', { name: 'Export' })).toHaveAttribute('aria-selected', 'true')
    await expect.element(page.getByRole('link', { name: /^SRT/ })).toBeVisible()
  }
})

test('keeps a paused video at its time while the window is resized', async () => {
  await start()
  const seeked = new Promise((resolve) => video().addEventListener('seeked', resolve, { once: true }))
  await page.getByRole('slider', { name: 'Position', exact: true }).fill('1000')
  await seeked
  const one = video()
  const frames = watchFrames()
  for (const size of [PHONE, TURNED, DESKTOP]) await resize(size)
  for (const { spoken, ...times } of frames()) {
    for (const [what, ms] of Object.entries(times)) expect(Math.abs(ms - 1_000), what).toBeLessThan(NEAR_MS)
    expect(['a', 'word', 'again.']).toContain(spoken)
  }
  expect(video()).toBe(one)
})

test('keeps a video playing, with its volume and speed, while the window is resized', async () => {
  await start()
  const one = video()
  // Slow enough not to end during the test.
  Object.assign(one, { volume: 0.3, muted: true, playbackRate: 0.1 })
  await page.getByRole('button', { name: 'Play' }).last().click()
  await expect.poll(() => one.currentTime).toBeGreaterThan(0)
  let paused = 0
  one.addEventListener('pause', () => (paused += 1))
  const frames = watchFrames()
  for (const size of [PHONE, TURNED, DESKTOP]) await resize(size)
  const times = frames().map(({ pictureMs }) => pictureMs)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(times.at(-1)).toBeGreaterThan(times[0] ?? 0)
  expect({ paused, plays: !one.paused }).toEqual({ paused: 0, plays: true })
  expect(video()).toBe(one)
  expect(video()).toMatchObject({ volume: 0.3, muted: true, playbackRate: 0.1 })
  await expect.element(page.getByRole('button', { name: 'Pause' }).first()).toBeInTheDocument()
})

test('leads back to the videos from a bar of one line, however long the title', async () => {
  const title = 'A very long title of a holiday video '.repeat(6)
  await showEditor(new CaptionServer(documentOf('never lose a word again.')), {
    title,
    titleActions: <button type="button">Rename</button>,
  })
  const back = page.getByRole('link', { name: 'My videos' })
  await expect.element(back).toHaveAttribute('href', '/upload')
  await expect.element(page.getByRole('button', { name: 'Rename' })).toBeVisible()
  await resize(PHONE)
  await expect.element(back).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Rename' })).not.toBeInTheDocument()
  const bar = edges(page.getByRole('banner'))
  const title1 = edges(page.getByRole('heading', { level: 1 }))
  expect(title1.bottom).toBeLessThanOrEqual(bar.bottom)
  expect(title1.width, 'the title').toBeGreaterThan(60)
  for (const button of page.getByRole('banner').getByRole('button').elements())
    expect(edges(button).right).toBeLessThanOrEqual(PHONE.width)
})

test('a phone shows what can be done with the video in a row below the bar', async () => {
  await showEditor(new CaptionServer(documentOf('never lose a word again.')), {
    titleActions: <button type="button">Rename</button>,
  })
  const more = page.getByRole('button', { name: 'More for this video' })
  await expect.element(more).not.toBeInTheDocument()
  await resize(PHONE)
  const row = page.getByRole('group', { name: 'This video' })
  await expect.element(more).toHaveAttribute('aria-expanded', 'false')
  await more.click()
  await expect.element(row.getByRole('button', { name: 'Rename' })).toBeVisible()
  await row.getByRole('button', { name: 'Help and keyboard shortcuts' }).click()
  await expect.element(page.getByRole('dialog')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await more.click()
  await expect.element(row).not.toBeInTheDocument()
})

test('a dialog opened from that row stays when the phone is turned', async () => {
  await showEditor(new CaptionServer(documentOf('never lose a word again.')), { titleActions: <OpenDialog /> })
  await resize(PHONE)
  await page.getByRole('button', { name: 'More for this video' }).click()
  await page.getByRole('group', { name: 'This video' }).getByRole('button', { name: 'Rename' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Rename video' })).toBeVisible()
  await resize(TURNED)
  await expect.element(page.getByRole('dialog', { name: 'Rename video' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

function OpenDialog() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Rename
      </button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title="Rename video">
        The title
      </Dialog>
    </>
  )
}

/** The editor of a clip on a desktop, with its first frame on screen. */
async function start() {
  await showEditor(new CaptionServer(documentOf('never lose a word again.')), { source: clip })
  await expect.poll(() => video().readyState).toBeGreaterThanOrEqual(HTMLMediaElement.HAVE_CURRENT_DATA)
}

function video(): HTMLVideoElement {
  const found = document.querySelector('video')
  if (found === null) throw new Error('no video')
  return found
}

/** Resizes the window and waits until the page is drawn; its panes take a frame more. */
async function resize({ width, height }: { width: number; height: number }): Promise<void> {
  await page.viewport(width, height)
  for (let frame = 0; frame < 4; frame += 1) await nextFrame()
}

/** Records the shown playhead of each frame. @returns stops, and returns the records */
function watchFrames() {
  const frames: ReturnType<typeof shown>[] = []
  let request = requestAnimationFrame(function watch() {
    frames.push(shown())
    request = requestAnimationFrame(watch)
  })
  const end = () => cancelAnimationFrame(request)
  onTestFinished(end)
  return () => {
    end()
    return frames
  }
}

function shown() {
  const bar = [...document.querySelectorAll('p')].find(({ textContent }) => /^\d:\d\d\.\d \/ /.test(textContent))
  const [, minutes, seconds] = /^(\d):(\d\d\.\d)/.exec(bar?.textContent ?? '') ?? []
  return {
    pictureMs: video().currentTime * 1_000,
    playheadMs: document.querySelector<HTMLInputElement>('[aria-label=Position]')?.valueAsNumber ?? Number.NaN,
    writtenMs: Number(minutes) * 60_000 + Number(seconds) * 1_000,
    spoken: document.querySelector('[data-current]')?.textContent,
  }
}

function nextFrame(): Promise<number> {
  return new Promise((resolve) => requestAnimationFrame(resolve))
}

function edges(element: Element | { element(): Element }): DOMRect {
  return ('element' in element ? element.element() : element).getBoundingClientRect()
}
