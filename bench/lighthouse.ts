/**
 * Lighthouse scores of public pages of a running product, on the mobile preset: the median of five runs.
 *
 *     npm install --prefix bench/lighthouse        once
 *     node bench/lighthouse.ts [url=http://127.0.0.1:4870] [runs=5] [pages=/,/pricing,/faq,/auth]
 *
 * Targets: performance 95 or more, the others 100. Run it on an idle machine.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { median } from './measure.ts'

const [url = 'http://127.0.0.1:4870', runs = '5', pages = '/,/pricing,/faq,/auth'] = process.argv.slice(2)
const BROWSER = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const WANTED = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const

const Report = z.object({
  address: z.string(),
  categories: z.record(
    z.string(),
    z.object({ score: z.number().nullable(), auditRefs: z.array(z.object({ id: z.string() })) }),
  ),
  audits: z.record(
    z.string(),
    z.object({ id: z.string(), title: z.string(), score: z.number().nullable(), numericValue: z.number().optional() }),
  ),
})
type Report = z.infer<typeof Report>

const addresses = pages.split(',').map((page) => url + page)
const measuring = spawn(
  process.execPath,
  [join(import.meta.dirname, 'lighthouse/run.mjs'), BROWSER, runs, ...addresses],
  {
    stdio: ['ignore', 'pipe', 'inherit'],
  },
)
const ended = once(measuring, 'exit')
console.log(`page          ${CATEGORIES.map((name) => name.padEnd(16)).join('')}LCP ms   TBT ms   CLS     kB`)
const below: string[] = []
let ofPage: Report[] = []
for await (const line of createInterface({ input: measuring.stdout })) {
  const report = Report.parse(JSON.parse(line))
  printFailedAudits(report)
  ofPage.push(report)
  if (ofPage.length === Number(runs)) {
    printPage(report.address.slice(url.length), ofPage)
    ofPage = []
  }
}
const [exitCode] = await ended
if (exitCode !== 0) throw new Error('Lighthouse could not measure. Is it installed, and does the product run?')
console.log(below.length === 0 ? '\nAll targets met.' : `\nBelow target: ${below.join(', ')}`)

function printPage(page: string, reports: readonly Report[]): void {
  const score = (name: string) =>
    median(reports.map(({ categories }) => Math.round((categories[name]?.score ?? 0) * 100)))
  const value = (audit: string) => median(reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN))
  const scores = CATEGORIES.map((name) => String(score(name)).padEnd(16)).join('')
  const lcp = value('largest-contentful-paint').toFixed(0).padEnd(9)
  const tbt = value('total-blocking-time').toFixed(0).padEnd(9)
  const cls = value('cumulative-layout-shift').toFixed(3).padEnd(8)
  console.log(`${page.padEnd(14)}${scores}${lcp}${tbt}${cls}${(value('total-byte-weight') / 1_000).toFixed(0)}`)
  below.push(...CATEGORIES.filter((name) => score(name) < WANTED[name]).map((name) => `${page} ${name}`))
}

/** Prints the failed audits of every category but performance, which has only a score. */
function printFailedAudits({ address, categories, audits }: Report): void {
  for (const audit of Object.values(audits)) {
    const counted = CATEGORIES.slice(1).some((name) => categories[name]?.auditRefs.some(({ id }) => id === audit.id))
    if (counted && audit.score !== null && audit.score < 1) console.log(`  ${address}: ${audit.id} (${audit.title})`)
  }
}
