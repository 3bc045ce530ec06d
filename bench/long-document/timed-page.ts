import type { BrowserContext, Page } from 'playwright'

/** One action: wall time until its paint, and processor time of the main thread, ms. */
export type Sample = { readonly wallMs: number; readonly threadMs: number }
export type Samples = ReadonlyMap<string, readonly Sample[]>

/** Measures one action. @param draws the captions over the video change too */
export type Timed = (name: string, act: () => Promise<void>, draws?: boolean) => Promise<void>

/**
 * Opens a page on a slowed processor.
 * @param context with the paint clock installed
 * @param slowdown the factor by which the processor is slower
 */
export async function openTimedPage(context: BrowserContext, slowdown: number) {
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const samples = new Map<string, Sample[]>()
  const add = (name: string, sample: Sample): void => {
    samples.set(name, [...(samples.get(name) ?? []), sample])
  }
  const threadMs = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000
  }
  const timed: Timed = async (name, act, draws = false) => {
    await settle(page)
    const before = await threadMs()
    await page.evaluate((waits) => window.paintClock.expect(waits), draws)
    await act()
    const wallMs = await page.evaluate(() => window.paintClock.painted)
    add(name, { wallMs, threadMs: (await threadMs()) - before })
  }
  return { page, samples, add, threadMs, timed }
}

/**
 * The factor by which a page's scripts are slower than unslowed. Chromium slows by interrupting the thread, which some
 * machines do in other proportions: compare figures only with those of about the same factor.
 */
export async function measureSlowdown(context: BrowserContext, slowdown: number): Promise<number> {
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  const fast = await timeLoop(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const slow = await timeLoop(page)
  await page.close()
  return slow / fast
}

/** Wall time of a loop of scripts, ms, once compiled. */
async function timeLoop(page: Page): Promise<number> {
  return page.evaluate(() => {
    const run = () => {
      const start = performance.now()
      let value = 0
      for (let at = 0; at < 20_000_000; at += 1) value = (value * 31 + at) | 0
      return { ms: performance.now() - start, value }
    }
    run()
    return run().ms
  })
}

/** Waits until the page is idle, so that each action is measured alone. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 1_000 })))
}
