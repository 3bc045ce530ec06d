import type { Page } from 'playwright'
import { expect } from 'vitest'
import { paintHere } from './paint-here.ts'
import type { PaintRequest } from './parity-page.ts'

/** More processor time than this counts as a hang, ms. Other load on the machine does not count. */
export const HANG_MS = 2_000

/** A check of the same drawing in the page and in this process: equal pixels, and no hang in either. */
export type ParityCheck = (o: { readonly name: string; readonly here: PaintRequest; readonly inPage?: PaintRequest }) => Promise<void>

/** Opens the check on a page of `openPaintingPage`. */
export async function openParityCheck(page: Page): Promise<ParityCheck> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const spentInPageMs = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
  }
  return async ({ name, here, inPage = here }) => {
    const begunInPage = await spentInPageMs()
    const inBrowser = await page.evaluate((request) => window.paintAll(request), inPage)
    expect((await spentInPageMs()) - begunInPage, `${name}, ms in Chromium`).toBeLessThan(HANG_MS)
    const begunHere = process.threadCpuUsage()
    const inWorker = paintHere(here)
    expect(process.threadCpuUsage(begunHere).user / 1_000, `${name}, ms in the worker`).toBeLessThan(HANG_MS)
    expect(inBrowser, name).toEqual(inWorker)
  }
}
