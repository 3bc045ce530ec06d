import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'

/** Starts one embedded PostgreSQL for all node tests and drops what they leave behind. */
const DATABASE = 'tests/support/global-setup.ts'
const QUIET_CONSOLE = 'tests/support/quiet-console.ts'

export default defineConfig({
  test: {
    // Real databases, encoders and browsers share the machine with the tests: two files at a time.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
          globalSetup: [DATABASE],
          setupFiles: [QUIET_CONSOLE],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [tailwindcss(), react()],
        // Found only while tests run, it would make Vite load React a second time.
        optimizeDeps: { include: ['react-router'] },
        test: {
          name: 'browser',
          include: ['src/**/*.test.tsx'],
          setupFiles: [QUIET_CONSOLE],
          testTimeout: 15_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
                args: ['--no-sandbox', '--disable-dev-shm-usage'],
              },
            }),
            instances: [{ browser: 'chromium', viewport: { width: 1280, height: 720 } }],
          },
        },
      },
    ],
  },
})
