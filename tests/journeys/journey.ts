import { readFile } from 'node:fs/promises'
import { test as base, expect, type Page } from '@playwright/test'
import { BOUNCES } from './bounces.ts'
import { OPERATORS } from './operators.ts'
import { type Product, startProduct } from './product.ts'
import { makeSample, type Sample } from './sample.ts'

export { expect }

/** Lets a journey allow the console errors it provokes on purpose, such as a refusal's status. */
export type Complaints = { allow(pattern: RegExp): void }

/**
 * A test with the product running. Any page error, console error or console warning that the journey did not allow
 * fails it.
 */
export const test = base.extend<{ complaints: Complaints }, { product: Product; sample: Sample }>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
    async ({}, provide) => {
      const product = await startProduct({ env: { OPERATORS, ...BOUNCES } })
      await provide(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],

  // Made for the first journey of a worker that asks for it.
  sample: [
    async ({ browser, product }, provide) => provide(await makeSample(browser, product)),
    { scope: 'worker', timeout: 180_000 },
  ],

  baseURL: ({ product }, provide) => provide(product.url),

  complaints: [
    async ({ page, product }, provide, info) => {
      const heard: string[] = []
      const allowed: RegExp[] = []
      listen(page, heard)
      await page.addInitScript(reportViolations)
      await provide({ allow: (pattern) => void allowed.push(pattern) })
      if (info.status !== info.expectedStatus) await printFailure(page, heard, product)
      const unexpected = heard.filter((complaint) => !allowed.some((pattern) => pattern.test(complaint)))
      expect(unexpected, 'the page complained').toEqual([])
    },
    // Applies to every journey, even without the `complaints` argument.
    { auto: true },
  ],
})

/** Prints what explains a failure where only the output of a run is kept. */
async function printFailure(page: Page, heard: readonly string[], { log }: Product): Promise<void> {
  const content = await page
    .locator('body')
    .ariaSnapshot({ timeout: 5_000 })
    .catch((error: unknown) => String(error))
  const lines = (await readFile(log, 'utf8')).trimEnd().split('\n')
  process.stdout.write(`${[`at ${page.url()}`, content.slice(0, 6_000), ...heard, ...lines.slice(-20)].join('\n')}\n`)
}

/** Runs in the page: what its policy forbids and code tries quietly, such as code made from text, is an error of the page. */
function reportViolations(): void {
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
    reportError(new Error(`${violatedDirective} forbids ${blockedURI}, which ${sourceFile} uses`))
  })
}

function listen(page: Page, heard: string[]): void {
  page.on('pageerror', (error) => heard.push(`page error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    heard.push(`console ${message.type()}: ${message.text()} (${message.location().url})`)
  })
}
