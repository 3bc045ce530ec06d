import { defineConfig } from '@playwright/test'
import { quickNodeOptions } from './tests/support/quick-node-options.ts'

// No test asks a server beyond this machine for a speech model.
process.env['SPEECH_MODEL'] = 'none'
process.env['NODE_OPTIONS'] = quickNodeOptions()

/**
 * Journeys: a user in a real browser against the built product. Each worker has its own product
 * (tests/journeys/product.ts), which a journey may kill or configure differently. Each journey signs up a new
 * user, so journeys of one worker share nothing else.
 */
export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: '**/*.journey.ts',
  // Node reads our TypeScript, as it does in the product: Babel would first compile every module of a fresh clone.
  build: { external: ['**/*.ts'] },
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
    // A failure leaves its last screenshot and the page's content. A trace of every step, `--trace=retain-on-failure`,
    // also slows down journeys that pass.
    screenshot: 'only-on-failure',
    launchOptions: {
      // Chromium without a window: a quarter less work for the same pages.
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium-headless-shell',
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
    },
  },
})
