import type { Locator, Page } from '@playwright/test'

type Point = { readonly x: number; readonly y: number }

/** Fingers on the screen, through the browser itself: scrolling, pinching and long presses act as on a phone. */
export type Fingers = {
  /** Puts fingers down. */
  down(...points: readonly Point[]): Promise<void>
  /** Moves the fingers that are down. */
  move(...points: readonly Point[]): Promise<void>
  lift(): Promise<void>
  /** Moves one finger that is down by an offset in steps, and lifts it. */
  dragBy(from: Point, by: Partial<Point>): Promise<void>
}

/** Steps of a drag: enough for a movement that is no jump. */
const STEPS = 8

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
      await send('touchEnd', [])
    },
  }
}

/** The middle of an element on screen, px. */
export async function middleOf(locator: Locator): Promise<Point> {
  const box = await locator.boundingBox()
  if (box === null) throw new Error(`${String(locator)} is not on screen`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
