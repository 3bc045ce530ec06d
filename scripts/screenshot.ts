/** Takes docs/screenshot.png from the running product: `node scripts/screenshot.ts`. Needs the pages built. */
import { chromium } from 'playwright'
import { fixture, scriptOf } from '../tests/fixtures/fixture.ts'
import { dropClip } from '../tests/journeys/clip.ts'
import { openTranscript, previewAt } from '../tests/journeys/editor.ts'
import { signUp } from '../tests/journeys/person.ts'
import { startProduct } from '../tests/journeys/product.ts'

const product = await startProduct()
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
try {
  const page = await browser.newPage({
    baseURL: product.url,
    viewport: { width: 1440, height: 900 },
    colorScheme: 'dark',
  })
  await page.goto(`${product.url}/signup`)
  await signUp(page)
  await dropClip(page, await fixture('talk-vertical'))
  await page.getByText('Paste your script').click({ timeout: 90_000 })
  await page.getByRole('textbox', { name: 'Your script' }).fill(scriptOf('talk-vertical'))
  await page.getByRole('button', { name: /^Make captions/ }).click()
  await openTranscript(page)
  await page.getByText('Karaoke', { exact: true }).click()
  await previewAt(page, 2_900)
  await page.screenshot({ path: 'docs/screenshot.png' })
} finally {
  await browser.close()
  await product.stop()
}
