import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { configDefaults, defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/support/longest-first.ts'
import { quickNodeOptions } from './tests/support/quick-node-options.ts'

// No test asks a server beyond this machine for a speech model.
process.env['SPEECH_MODEL'] = 'none'
process.env['NODE_OPTIONS'] = quickNodeOptions()

/** Starts one embedded PostgreSQL for all node tests and drops what they leave behind. */
const DATABASE = 'tests/support/global-setup.ts'
const MODEL = 'src/**/{model,shared}/**/*.test.ts'
/** Measures how late others are answered: beside other tests it would measure those. */
const ALONE = ['hostile', 'large-bodies', 'long-captions'].map((name) => `tests/drills/${name}.test.ts`)
/** Tests without a browser of code that imports components: Node reads no .tsx. */
const WEB = ['gestures', 'touch'].map((name) => `src/features/captions/web/timeline/gestures/${name}.test.ts`)
/**
 * Node imports our TypeScript, as it does in the product. Vite would transform every module, and its modules read each
 * import through a getter: that takes an eighth more processor time.
 */
const BY_NODE = { viteModuleRunner: false, nodeLoader: false }
const QUIET_CONSOLE = 'tests/support/quiet-console.ts'
const PROPERTY_SEED = 'tests/support/property-seed.ts'
const QUIET_PAGE = 'tests/support/quiet-page.ts'
/** Only for what hangs: far above the slowest test, which takes a minute on a quick machine. */
const HUNG_MS = 300_000
/** What is waited for may come late on a slow or busy machine; Vitest's own second is for quick ones. */
const PATIENT = { poll: { timeout: 10_000 } }

export default defineConfig({
  test: {
    // Real databases, encoders and browsers share two cores with the tests, but many tests wait for a worker to be
    // missed or a job to be tried again: meanwhile a third file can go on.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'model',
          environment: 'node',
          include: [MODEL],
          experimental: BY_NODE,
          // Rules without database, disk or network leave nothing behind: one set of modules does for many files.
          isolate: false,
          setupFiles: [QUIET_CONSOLE, PROPERTY_SEED],
          testTimeout: HUNG_MS,
        },
      },
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
          exclude: [...configDefaults.exclude, MODEL, ...WEB, ...ALONE],
          experimental: BY_NODE,
          // Each file has a database and folders of its own, and closes what it opened. Sharing the modules saves
          // importing half the server for each of them, a fifth of the whole run.
          isolate: false,
          globalSetup: [DATABASE],
          setupFiles: [QUIET_CONSOLE, PROPERTY_SEED],
          expect: PATIENT,
          testTimeout: HUNG_MS,
          hookTimeout: HUNG_MS,
        },
      },
      {
        test: {
          name: 'alone',
          environment: 'node',
          include: ALONE,
          experimental: BY_NODE,
          // After all others have ended, and one after another.
          sequence: { groupOrder: 1 },
          maxWorkers: 1,
          setupFiles: [QUIET_CONSOLE, PROPERTY_SEED],
          expect: PATIENT,
          testTimeout: HUNG_MS,
          hookTimeout: HUNG_MS,
        },
      },
      {
        test: {
          name: 'web',
          environment: 'node',
          include: WEB,
          isolate: false,
          setupFiles: [QUIET_CONSOLE, PROPERTY_SEED],
          expect: PATIENT,
          testTimeout: HUNG_MS,
        },
      },
      {
        plugins: [tailwindcss(), react()],
        // Found only while tests run, it would make Vite load React a second time.
        optimizeDeps: { include: ['react-router', 'react-dom/client'] },
        test: {
          name: 'browser',
          include: ['src/**/*.test.tsx'],
          // A page per worker, which each file leaves as it was (see QUIET_PAGE): a page of its own for each file would
          // ask the dev server for every module of the product again.
          isolate: false,
          setupFiles: [QUIET_CONSOLE, QUIET_PAGE],
          expect: PATIENT,
          testTimeout: HUNG_MS,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium-headless-shell',
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
