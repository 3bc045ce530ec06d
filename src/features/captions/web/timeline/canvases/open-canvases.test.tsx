import anton from '@fontsource/anton/files/anton-latin-400-normal.woff2?url'
import { afterEach, expect, test, vi } from 'vitest'
import { type CanvasChange, fitContext, type Lane, type LaneCanvases } from './lane-canvases.ts'
import { openCanvases } from './open-canvases.ts'

const FIT = { width: 120, height: 30, scale: 1, font: '20px monospace' }
const RED = [255, 0, 0, 255]
const cleanUp: (() => void)[] = []

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  for (const each of cleanUp.splice(0)) each()
})

test('lanes are drawn in a worker, and shown by the canvases of the page', async () => {
  const { canvases, element } = await open()
  expect(() => element.getContext('2d')).toThrow()
  fillWords(canvases)
  expect(canvases.isBusy()).toBe(true)
  await expect.poll(() => pixelOf(element)).toEqual(RED)
  await expect.poll(() => canvases.isBusy()).toBe(false)
})

test('without canvases for workers, lanes are drawn in the page', async () => {
  const { prototype } = HTMLCanvasElement
  const transfer = Object.getOwnPropertyDescriptor(prototype, 'transferControlToOffscreen')
  Reflect.deleteProperty(prototype, 'transferControlToOffscreen')
  cleanUp.push(() => Object.defineProperty(prototype, 'transferControlToOffscreen', transfer ?? {}))
  const { canvases, element } = await open()
  fillWords(canvases)
  expect(canvases.isBusy()).toBe(false)
  expect(pixelOf(element)).toEqual(RED)
})

test('a worker that cannot be loaded leaves the lanes to the page', async () => {
  const { Worker } = globalThis
  vi.stubGlobal(
    'Worker',
    class extends Worker {
      constructor() {
        super('/no-such-worker.js', { type: 'module' })
      }
    },
  )
  const { canvases, element } = await open()
  fillWords(canvases)
  expect(pixelOf(element)).toEqual(RED)
})

test('texts have the fonts of the page, once they are loaded', async () => {
  const style = document.createElement('style')
  style.textContent = `@font-face { font-family: 'Face of a page'; src: url('${anton}'); }`
  document.head.append(style)
  cleanUp.push(() => style.remove())
  const { canvases, element } = await open()
  const changes: CanvasChange[] = []
  canvases.onChange((change) => changes.push(change))
  const draw = () => {
    canvases.fit('words', { ...FIT, font: "20px 'Face of a page', monospace" })
    const ctx = canvases.contextOf('words')
    ctx?.clearRect(0, 0, 120, 30)
    ctx?.fillText('mmmm', 0, 15)
    canvases.show()
  }
  draw()
  await expect.poll(() => inkedColumns(element)).toBeGreaterThan(0)
  await expect.poll(() => changes).toContain('font')
  draw()
  await expect.poll(() => inkedColumns(element)).toBe(await columnsInPage("20px 'Face of a page', monospace"))
})

function fillWords(canvases: LaneCanvases): void {
  canvases.fit('words', FIT)
  const ctx = canvases.contextOf('words')
  if (ctx === undefined) throw new Error('no lane of words')
  ctx.fillStyle = '#ff0000'
  ctx.fillRect(0, 0, 120, 30)
  canvases.show()
}

/** Opens a lane of words on the page. */
async function open(): Promise<{ canvases: LaneCanvases; element: HTMLCanvasElement }> {
  const element = document.createElement('canvas')
  document.body.append(element)
  const elements = new Map<Lane, HTMLCanvasElement>([['words', element]])
  const canvases = await new Promise<LaneCanvases>((resolve) => {
    cleanUp.push(openCanvases(elements, resolve), () => element.remove())
  })
  return { canvases, element }
}

function copyOf(element: HTMLCanvasElement): Uint8ClampedArray {
  const ctx = new OffscreenCanvas(FIT.width, FIT.height).getContext('2d')
  ctx?.drawImage(element, 0, 0)
  return ctx?.getImageData(0, 0, FIT.width, FIT.height).data ?? new Uint8ClampedArray()
}

function pixelOf(element: HTMLCanvasElement): number[] {
  return [...copyOf(element).subarray(0, 4)]
}

/** How many columns the same text has where the page draws it. */
async function columnsInPage(font: string): Promise<number> {
  await document.fonts.load(font)
  const element = document.createElement('canvas')
  const ctx = element.getContext('2d')
  if (ctx === null) throw new Error('no canvas')
  fitContext(ctx, { ...FIT, font })
  ctx.fillText('mmmm', 0, 15)
  return inkedColumns(element)
}

/** How many columns have ink. */
function inkedColumns(element: HTMLCanvasElement): number {
  const data = copyOf(element)
  return Array.from({ length: FIT.width }, (_, x) => x).filter((x) =>
    Array.from({ length: FIT.height }, (_row, y) => data[4 * (y * FIT.width + x) + 3] ?? 0).some((alpha) => alpha > 0),
  ).length
}
