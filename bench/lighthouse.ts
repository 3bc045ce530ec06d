/**
 * What Lighthouse says about public pages of a running product, on the mobile preset: the median of five runs.
 *
 *     node bench/lighthouse.ts [url=http://127.0.0.1:4870] [runs=5] [pages=/,/pricing,/faq,/auth]
 *
 * Wanted: performance 95 or more, the others 100. Let the machine rest meanwhile.
 */
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { median } from './measure.ts'

const [url = 'http://127.0.0.1:4870', runs = '5', pages = '/,/pricing,/faq,/auth'] = process.argv.slice(2)
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const WANTED = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const

type Run = Readonly<Record<string, number>>

const chrome = await launch({
  chromeFlags: ['--headless=new', '--no-sandbox', '--disable-dev-shm-usage'],
  chromePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
})
console.log(`page          ${CATEGORIES.map((name) => name.padEnd(16)).join('')}LCP ms   TBT ms   CLS     kB`)
const below: string[] = []
try {
  for (const page of pages.split(',')) {
    const measured: Run[] = []
    for (let run = 0; run < Number(runs); run += 1) measured.push(await measurePage(page))
    const of = (name: string) => median(measured.map((run) => run[name] ?? Number.NaN))
    const scores = CATEGORIES.map((name) => String(of(name)).padEnd(16)).join('')
    console.log(
      `${page.padEnd(14)}${scores}${of('lcp').toFixed(0).padEnd(9)}${of('tbt').toFixed(0).padEnd(9)}${of('cls').toFixed(3).padEnd(8)}${of('kb').toFixed(0)}`,
    )
    below.push(...CATEGORIES.filter((name) => of(name) < WANTED[name]).map((name) => `${page} ${name}`))
  }
} finally {
  chrome.kill()
}
console.log(below.length === 0 ? '\nAll as wanted.' : `\nBelow what is wanted: ${below.join(', ')}`)

async function measurePage(page: string): Promise<Run> {
  const result = await lighthouse(url + page, { port: chrome.port, output: 'json', logLevel: 'silent' })
  if (result === undefined) throw new Error(`Lighthouse said nothing about ${page}`)
  const { categories, audits } = result.lhr
  for (const audit of Object.values(audits)) {
    const counted = CATEGORIES.slice(1).some((name) => categories[name]?.auditRefs.some(({ id }) => id === audit.id))
    if (counted && audit.score !== null && audit.score < 1) console.log(`  ${page}: ${audit.id} (${audit.title})`)
  }
  return {
    ...Object.fromEntries(CATEGORIES.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)])),
    lcp: audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
    tbt: audits['total-blocking-time']?.numericValue ?? Number.NaN,
    cls: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
    kb: (audits['total-byte-weight']?.numericValue ?? Number.NaN) / 1_000,
  }
}
