import { defineConfig } from '@playwright/test'

/**
 * Journeys: a person in a real browser against the built product, which runs once for all of them
 * (tests/journeys/product.ts). Each journey signs up as somebody new, so they share nothing else.
 */
export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: '**/*.journey.ts',
  outputDir: 'test-results/journeys',
  globalSetup: './tests/journeys/build.ts',
  // Speech, encoding and a browser at once fill two cores; a second worker would only make both late.
  workers: 1,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: 'test-results/journeys.json' }]],
  use: {
    viewport: { width: 1280, height: 800 },
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
    },
  },
})
