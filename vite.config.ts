import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/** While developing the pages (`react-router dev`), the API and the files come from a running server. */
const SERVER = 'http://127.0.0.1:4870'

/** What draws and routes every page. What changes and pages through answers is not among it: no public page does. */
const FRAMEWORK =
  /\/node_modules\/(react|react-dom|react-router|scheduler|cookie|@tanstack\/(react-query|query-core)(?!.*\/(useMutation|mutationObserver|useInfiniteQuery|infiniteQueryObserver)\.js))\//
/** What stands around every page; whatever it needs comes along. */
const SHELL = /\/src\/app\/(document-frame|navigation\/(header|footer|hash-scroll|scroll-to-top)|screens\/.*)\.tsx$/
/** Pages that need a part before it travels with what most pages share. */
const SHARED_BY = 12
/** Our own TypeScript; the browser's entry and the root of the pages do their work by being loaded. */
const OWN_CODE = /\/src\/(features|platform|ui)\/.*\.tsx?$/

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  publicDir: false,
  server: {
    host: '127.0.0.1',
    port: 4871,
    strictPort: true,
    proxy: { '/api': SERVER, '/fonts': SERVER, '/healthz': SERVER },
  },
  build: {
    target: 'baseline-widely-available',
    // A font inside a stylesheet is loaded by everybody, and our policy forbids it.
    assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What every page needs travels in one piece, which also compresses better than many.
            { name: 'framework', test: FRAMEWORK, priority: 3 },
            { name: 'shell', test: SHELL, priority: 2 },
            { name: 'shared', minShareCount: SHARED_BY, test: OWN_CODE, priority: 1 },
          ],
        },
      },
      // A page that takes one thing through a feature's door brings nothing else of that feature along: our files do
      // nothing when they are only loaded, but for stylesheets. (Packages tell that themselves.)
      treeshake: { moduleSideEffects: [{ test: OWN_CODE, sideEffects: false }] },
    },
  },
})
