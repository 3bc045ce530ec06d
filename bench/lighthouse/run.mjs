/**
 * Measures pages in turn, several times each: `node run.mjs <browser> <runs> <address>…`; prints one report per line.
 */
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'

const [chromePath, runs, ...addresses] = process.argv.slice(2)
const chrome = await launch({ chromePath, chromeFlags: ['--headless=new', '--no-sandbox', '--disable-dev-shm-usage'] })
try {
  for (const address of addresses) {
    for (let run = 0; run < Number(runs); run += 1) {
      const result = await lighthouse(address, { port: chrome.port, output: 'json', logLevel: 'silent' })
      if (result === undefined) throw new Error(`Lighthouse said nothing about ${address}`)
      const { categories, audits } = result.lhr
      process.stdout.write(`${JSON.stringify({ address, categories, audits })}\n`)
    }
  }
} finally {
  chrome.kill()
}
