import type { Page } from '@playwright/test'
import { TEMPLATES } from '#features/templates/model/index.ts'
import { captionClip } from './captioned.ts'
import { correctWord, expectSaved, openTranscript } from './editor.ts'
import { expect, test } from './journey.ts'
import { signUp } from './person.ts'
import { openCaptioned } from './sample.ts'

/** What a first open of the picker may load until its first twelve templates play, bytes. */
const BUDGET = 300_000
const FIRST = TEMPLATES.slice(0, 12)
/** In the name of the file with all Korean letters; its slices have a number instead. */
const WHOLE = 'noto-sans-kr-korean-'

test('a first open of the template picker plays twelve templates after at most 300 kB', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const loaded = await recordLoads(page)
  await signUp(page)
  await captionClip(page)
  const before = new Set(loaded.keys())
  await page.getByRole('tab', { name: 'Style' }).click()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expectTwelvePlaying(page)
  // The fonts of the captions over the video count too: the picker needs them.
  const counted = [...loaded].filter(([id, { path }]) => path.startsWith('/fonts/') || !before.has(id))
  const files = counted.filter(([, { isMedia }]) => !isMedia).map(([, { path, bytes }]) => ({ path, bytes }))
  const fonts = files.filter(({ path }) => path.startsWith('/fonts/'))
  expect(fonts.length).toBeGreaterThan(1)
  const sum = files.reduce((total, { bytes }) => total + bytes, 0)
  expect(sum, JSON.stringify(files)).toBeLessThanOrEqual(BUDGET)
})

test('letters beyond basic Latin play in fonts that templates share, then in those of each', async ({
  page,
  sample,
}) => {
  const transcript = await openCaptioned(page, sample)
  await correctWord(page, transcript.locator('[data-word]').first(), 'Wyglądają')
  await expectSaved(page)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/fonts\/(montserrat-latin-ext-900|inter-latin-ext-600)-/, async (route) => {
    await released
    await route.continue()
  })
  await page.reload()
  await openTranscript(page)
  await page.getByRole('button', { name: 'Show all' }).click()
  await expectTwelvePlaying(page)
  expect(await loadedFamilies(page)).not.toContain('wp-montserrat-latin-ext-900')
  release()
  await expect.poll(() => loadedFamilies(page)).toContain('wp-montserrat-latin-ext-900')
})

test('Korean words play in the picker before their whole fonts are loaded', async ({ page, sample }) => {
  const transcript = await openCaptioned(page, sample)
  await correctWord(page, transcript.locator('[data-word]').first(), '안녕하세요')
  await expectSaved(page)
  const loaded = await recordLoads(page)
  await page.reload()
  await openTranscript(page)
  await page.getByRole('button', { name: 'Show all' }).click()
  await expectTwelvePlaying(page)
  const korean = () => [...loaded.values()].map(({ path }) => path).filter((path) => path.includes('noto-sans-kr'))
  expect(korean().filter((path) => !path.includes(WHOLE)).length).toBeGreaterThan(1)
  // The captions over the video are drawn with the whole font.
  await expect.poll(() => new Set(korean().filter((path) => path.includes(WHOLE))).size).toBe(1)
})

/** The names of the caption fonts that the page has loaded. */
function loadedFamilies(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.fonts].flatMap(({ family, status }) => (status === 'loaded' ? [family.replaceAll('"', '')] : [])),
  )
}

/** Scrolls through the first twelve templates, as far as each needs to be seen, until its words are drawn. */
async function expectTwelvePlaying(page: Page): Promise<void> {
  for (const { name } of FIRST) {
    const choice = page.getByRole('group', { name: 'Templates' }).getByRole('radio', { name, exact: true })
    // At the lower edge, so that no later template is on screen.
    await choice.evaluate((element) => element.scrollIntoView({ block: 'end' }))
    const canvas = choice.locator('xpath=..').locator('canvas')
    await expect(canvas, name).toBeVisible()
    await expect.poll(() => canvas.evaluate(hasPixels), name).toBe(true)
  }
}

/** Reads a copy: Chromium warns about repeated reads of a canvas that is drawn in every frame. */
function hasPixels(canvas: Element): boolean {
  if (!(canvas instanceof HTMLCanvasElement) || canvas.width === 0 || canvas.height === 0) return false
  const { width, height } = canvas
  const copy = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  copy?.drawImage(canvas, 0, 0)
  return copy?.getImageData(0, 0, width, height).data.some((value) => value !== 0) === true
}

type Load = { readonly path: string; readonly isMedia: boolean; bytes: number }

/** Everything that the page loads from now on, by request, with its bytes on the network. */
async function recordLoads(page: Page): Promise<ReadonlyMap<string, Load>> {
  const loads = new Map<string, Load>()
  const network = await page.context().newCDPSession(page)
  network.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    loads.set(requestId, { path: new URL(request.url).pathname, isMedia: type === 'Media', bytes: 0 })
  })
  network.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const load = loads.get(requestId)
    if (load !== undefined) load.bytes += encodedDataLength
  })
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const load = loads.get(requestId)
    if (load !== undefined) load.bytes = encodedDataLength
  })
  await network.send('Network.enable')
  return loads
}
