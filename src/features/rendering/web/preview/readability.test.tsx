import { useLayoutEffect } from 'react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type CaptionDocument, type PictureLayout } from '#features/captions/model/index.ts'
import type { Filmstrip } from '#features/media/model/index.ts'
import { nearestTemplate } from '#features/templates/model/index.ts'
import { CaptionServer, documentOf } from '../../../../../tests/support/captions.ts'
import { sent, showEditor } from '../../../../../tests/support/editor.tsx'
import { evenLetters } from '../../../../../tests/support/even-letters.ts'
import { evenFrame, sceneOf, trackOf } from '../../model/index.ts'
import { pictureLayoutOf } from './picture-layout.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

const section = page.getByRole('region', { name: 'Readability' })
const badges = page.getByRole('button', { name: /^Hard to read/ })

test('finds white captions over a white video, and an outline makes them readable in one edit', async () => {
  const { document } = await start('#ffffff')
  await expect.element(section.getByText(/2 of 2 captions are hard to read over the picture\./)).toBeVisible()
  await expect.element(section.getByText(/Lowest contrast: 1.0 : 1$/)).toBeVisible()
  await expect.poll(() => badges.elements().length).toBe(2)
  await section.getByRole('button', { name: 'Make them readable' }).click()
  await section.getByRole('button', { name: /^Add outline/ }).click()
  await sent(() => document().styles['main']?.stroke).toMatchObject({ color: '#000000' })
  await expect.element(section.getByText(/Every caption is readable\./)).toBeVisible()
  await expect.poll(() => badges.elements().length).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(section.getByText(/2 of 2 captions are hard to read over the picture\./)).toBeVisible()
})

test('styles one caption alone from its badge', async () => {
  const { document } = await start('#ffffff')
  await badges.first().click()
  await section.getByRole('button', { name: 'Make it readable' }).click()
  await section.getByRole('button', { name: /^Add a box/ }).click()
  await sent(() => document().tracks[0].cues.map(({ styleId }) => styleId !== undefined)).toEqual([true, false])
  expect(document().styles['main']?.box).toBeUndefined()
})

test('keeps the badges of other captions in place while one is made readable', async () => {
  await start('#ffffff')
  await expect.poll(() => badges.elements().length).toBe(2)
  const [, other] = badges.elements()
  await badges.first().click()
  await section.getByRole('button', { name: 'Make it readable' }).click()
  await section.getByRole('button', { name: /^Add a box/ }).click()
  await expect.poll(() => badges.elements().length).toBe(1)
  expect(badges.elements()[0]).toBe(other)
})

test('finds nothing over a black video', async () => {
  await start('#000000')
  await expect.element(section.getByText(/Every caption is readable\./)).toBeVisible()
  await expect.element(badges).not.toBeInTheDocument()
})

test('finds a word with a colour of its own that is hard to read', async () => {
  const words = MADE.words.map((word, at) => (at === 2 ? { ...word, styleId: 'black' } : word))
  await start('#000000', { ...MADE, words, styles: { ...WHITE_LETTERS, black: { fill: ALL('#000000') } } })
  await expect.element(section.getByText(/1 of 2 captions is hard to read over the picture\./)).toBeVisible()
  await expect.poll(() => badges.elements().length).toBe(1)
})

test('measures captions of a whole long video', async () => {
  await startLong()
  await expect.element(section.getByText(/2 of 2 captions are hard to read over the picture\./)).toBeVisible()
  await expect.element(section.getByText(/Lowest contrast: 1.0 : 1$/)).toBeVisible()
})

test('leaves out captions far away to save data, until all are wanted', async () => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'connection'))
  const { minutes } = await startLong()
  await expect.element(section.getByText(/1 of 1 captions is hard to read over the picture\./)).toBeVisible()
  await expect.element(section.getByText(/more than ten minutes from here are left out, to save data/)).toBeVisible()
  expect(minutes()).not.toContain(30)
  await section.getByRole('button', { name: 'Measure all captions' }).click()
  await expect.element(section.getByText(/2 of 2 captions are hard to read over the picture\./)).toBeVisible()
  expect(minutes()).toContain(30)
})

test('measures captions that were left out once the playhead comes near them', async () => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'connection'))
  await startLong()
  await expect.element(section.getByText(/1 of 1 captions is hard to read over the picture\./)).toBeVisible()
  await page.getByRole('slider', { name: 'Position', exact: true }).fill(String(29 * MINUTE_MS))
  await expect.element(section.getByText(/2 of 2 captions are hard to read over the picture\./)).toBeVisible()
})

const MADE = documentOf('never lose a word again. when two people edit.')
/** When the second caption begins. */
const SECOND_MS = 1_500
const MINUTE_MS = 60_000
const ALL = (color: string) => ({ upcoming: color, active: color, spoken: color })
const WHITE_LETTERS = { main: { fill: ALL('#FFFFFF'), stroke: null, shadows: [], accentActive: false } }

/** The same over 40 minutes of white; the second caption comes after 30. */
function startLong() {
  const late = (ms: number) => (ms < SECOND_MS ? ms : ms - SECOND_MS + 30 * MINUTE_MS)
  const words = MADE.words.map((word) => ({ ...word, t0: late(word.t0), t1: late(word.t1 - 1) + 1 }))
  const media = { ...MADE.media, durMs: 40 * MINUTE_MS }
  return start('#ffffff', { ...MADE, media, words, styles: WHITE_LETTERS })
}

/** An editor with two white captions without outline, over a video of one colour. */
async function start(color: string, made: CaptionDocument = { ...MADE, styles: WHITE_LETTERS }) {
  const server = new CaptionServer(made)
  const { w, h, durMs } = made.media
  // The overview of a long video is too coarse: it has sheets for each minute.
  const plan: Filmstrip = {
    version: 1,
    intervalMs: durMs > MINUTE_MS ? MINUTE_MS : 1_000,
    count: 60,
    columns: 10,
    rows: 6,
    tileWidth: 40,
    tileHeight: 72,
  }
  const sheet = await sheetOf(color, plan)
  const load = fetch
  const loaded: string[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    loaded.push(path)
    if (path === '/strip.jpg' || path.startsWith('/api/media/p/filmstrip/')) return new Response(sheet)
    return path === '/strip.json' ? Response.json(plan) : load(path, init)
  })
  const format = {
    container: 'mp4',
    fps: { n: 30, d: 1 },
    variableFrameRate: false,
    rotation: 0 as const,
    videoCodec: 'h264',
  }
  const probe = { ...format, durationMs: durMs, width: w, height: h, audio: null, hdr: false }
  const assets = { preview: null, filmstrip: '/strip.jpg', poster: null, shots: null, peaks: null }
  await showEditor(server, {
    preview: (slot) => <Layout {...slot} />,
    timeline: { id: 'p', probe, assets },
  })
  const minutes = () => loaded.flatMap((path) => /filmstrip\/(\d+)\.jpg/u.exec(path)?.[1] ?? []).map(Number)
  return { document: () => server.document, minutes }
}

async function sheetOf(color: string, { columns, rows, tileWidth, tileHeight }: Filmstrip): Promise<Blob> {
  const canvas = new OffscreenCanvas(columns * tileWidth, rows * tileHeight)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('no canvas')
  context.fillStyle = color
  context.fillRect(0, 0, canvas.width, canvas.height)
  return canvas.convertToBlob()
}

type Slot = { readonly document: CaptionDocument; onLayout?(layout: PictureLayout): void }

function Layout({ document, onLayout }: Slot) {
  useLayoutEffect(() => {
    const inputs = { track: trackOf(document), template: nearestTemplate(document.template) }
    onLayout?.(pictureLayoutOf(sceneOf({ ...inputs, frame: evenFrame(document.media), context: evenLetters() })))
  }, [document, onLayout])
  return null
}
