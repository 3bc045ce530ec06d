import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import '../../../../tests/support/product-styles.ts'
import { openingStillScript } from './opening-still-script.ts'

const ID = '3f0a1f0e-0000-4000-8000-000000000001'
const { href } = location

beforeEach(() => {
  history.replaceState(null, '', `/projects/${ID}`)
  const app = document.createElement('div')
  app.id = 'app'
  document.body.append(app)
})

afterEach(() => {
  window.openingStill?.end()
  delete window.openingStill
  delete window.earlyPictures
  localStorage.clear()
  document.body.replaceChildren()
  history.replaceState(null, '', href)
})

test('a picture of the server is shown until the editor draws its own', async () => {
  const picture = await open({ width: 90, height: 160 })
  const { width, height, top, bottom } = picture.getBoundingClientRect()
  expect(width / height).toBeCloseTo(90 / 160, 2)
  // Between the bars, above the timeline.
  expect(top).toBeGreaterThan(80)
  expect(bottom).toBeLessThan(innerHeight * 0.7)
  expect(document.documentElement.dataset).toHaveProperty('openingStill')
  window.openingStill?.end()
  expect(picture.isConnected).toBe(false)
  expect(document.documentElement.dataset).not.toHaveProperty('openingStill')
})

test('without a picture there is nothing', async () => {
  await openWith(undefined)
  expect(document.body.childElementCount).toBe(2)
})

test('a picture that arrives after the captions is not shown', async () => {
  const picture = await pictureOf({ width: 90, height: 160 })
  const opened = openWith(picture)
  window.openingStill?.end()
  await opened
  expect(picture.isConnected).toBe(false)
})

test.each(['nonsense', 'null', '{}', '[1]', '{"isOpen":1,"percent":"x"}', '{"isOpen":true,"percent":500}'])(
  'a stored height of the timeline that is %s is ignored',
  async (text) => {
    // On a lower window the timeline has its least height whatever its share is.
    await page.viewport(1_280, 1_000)
    const before = placeOf(await open({ width: 90, height: 160 }))
    window.openingStill?.end()
    localStorage.setItem('timeline-pane', text)
    expect(placeOf(await open({ width: 90, height: 160 }))).toEqual(before)
  },
)

/** Runs the script in a document whose early requests gave a picture of this size. @returns the shown picture */
async function open(size: { width: number; height: number }): Promise<HTMLImageElement> {
  const picture = await pictureOf(size)
  await openWith(picture)
  return picture
}

async function openWith(picture: HTMLImageElement | undefined): Promise<void> {
  window.earlyPictures = new Map([[`/api/stills/${ID}/opening.jpg`, Promise.resolve(picture)]])
  const script = document.createElement('script')
  script.textContent = openingStillScript()
  document.body.append(script)
  await window.earlyPictures.get(`/api/stills/${ID}/opening.jpg`)
  await Promise.resolve()
}

async function pictureOf({ width, height }: { width: number; height: number }): Promise<HTMLImageElement> {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const picture = new Image()
  picture.src = canvas.toDataURL()
  await picture.decode()
  return picture
}

function placeOf(picture: Element): readonly number[] {
  const { left, top, width, height } = picture.getBoundingClientRect()
  return [left, top, width, height]
}
