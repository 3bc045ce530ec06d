import { expect, type Locator, type Page } from '@playwright/test'

type Point = { readonly x: number; readonly y: number }

/** Fingers on the screen, through the browser itself: scrolling, pinching and long presses act as on a phone. */
export type Fingers = {
  /** Puts fingers down. */
  down(...points: readonly Point[]): Promise<void>
  /** Moves the fingers that are down. */
  move(...points: readonly Point[]): Promise<void>
  lift(): Promise<void>
  /** Moves one finger that is down by an offset in steps, and lifts it after a rest. */
  dragBy(from: Point, by: Partial<Point>): Promise<void>
}

/** Steps of a drag: enough for a movement that is no jump. */
const STEPS = 8
/** Frames of rest before a finger is lifted: without them it flings, and the browser drops a tap during a fling. */
const REST_FRAMES = 6

export async function createFingers(page: Page): Promise<Fingers> {
  const client = await page.context().newCDPSession(page)
  const send = async (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[]) => {
    const touchPoints = points.map(({ x, y }, id) => ({ x, y, id }))
    await client.send('Input.dispatchTouchEvent', { type, touchPoints })
  }
  return {
    down: (...points) => send('touchStart', points),
    move: (...points) => send('touchMove', points),
    lift: () => send('touchEnd', []),
    async dragBy(from, { x = 0, y = 0 }) {
      for (let step = 1; step <= STEPS; step += 1)
        await send('touchMove', [{ x: from.x + (x * step) / STEPS, y: from.y + (y * step) / STEPS }])
      for (let frame = 1; frame <= REST_FRAMES; frame += 1) {
        await page.evaluate(() => new Promise(requestAnimationFrame))
        // The browser drops a movement to the same point.
        await send('touchMove', [{ x: from.x + x + (frame % 2), y: from.y + y }])
      }
      await send('touchEnd', [])
    },
  }
}

/** The box of an element on screen, px. */
export async function boxOf(locator: Locator): Promise<Point & { readonly width: number; readonly height: number }> {
  await expect(locator).toBeVisible()
  const box = await locator.boundingBox()
  if (box === null) throw new Error(`${String(locator)} is not on screen`)
  return box
}

/** The middle of an element on screen, px. */
export async function middleOf(locator: Locator): Promise<Point> {
  const { x, y, width, height } = await boxOf(locator)
  return { x: x + width / 2, y: y + height / 2 }
}
