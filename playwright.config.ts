import { defineConfig } from '@playwright/test'

/**
 * Journeys: a person in a real browser against the built product. Each worker has a product of its own
 * (tests/journeys/product.ts), which a journey may kill or set up in another way; and each journey signs up as
 * somebody new, so those of one worker share nothing else.
 */
export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: '**/*.journey.ts',
  outputDir: 'test-results/journeys',
  globalSetup: './tests/journeys/build.ts',
  // One page alone leaves half a core idle.
  workers: 2,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: 'test-results/journeys.json' }]],
  use: {
    viewport: { width: 1280, height: 800 },
    // A failure leaves its last picture and what was on the page. A film of every step, `--trace=retain-on-failure`,
    // is work in the journeys that pass, too.
    screenshot: 'only-on-failure',
    launchOptions: {
      // Chromium without what only a window needs: a fourth less work for the same pages.
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium-headless-shell',
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
    },
  },
})
