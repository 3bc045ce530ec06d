import { readFile } from 'node:fs/promises'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, isRunnableDevEnvironment, type Plugin, type ViteDevServer } from 'vite'
import type { PagesModule, PageBootstrap } from './src/platform/shared/page.ts'

/** The running server that provides API and files while developing pages (`npx vite`). */
const SERVER = process.env['SERVER_URL'] ?? 'http://127.0.0.1:4870'

/** Every component in every state, for engineers; no build contains it. */
const EXAMPLES = 'src/app/pages/examples/index.html'

/** Packages that draw and route every page; without mutations and infinite queries, which no public page uses. */
const FRAMEWORK =
  /\/node_modules\/(react|react-dom|react-router|scheduler|cookie|@tanstack\/(react-query|query-core)(?!.*\/(useMutation|mutationObserver|useInfiniteQuery|infiniteQueryObserver)\.js))\//
/** Modules around every page, with their imports. */
const SHELL =
  /\/src\/app\/pages\/(root|router\/.*|navigation\/(header|footer|hash-scroll|scroll-to-top)|screens\/.*)\.tsx?$/
/** Small modules of many pages, in one chunk: a browser requests each file before it shows anything. */
const SMALL =
  /\/src\/(platform\/shared\/format\/(numbers|bytes|dollars|limits)|features\/billing\/model\/prices|app\/pages\/routes\/caption-price)\.ts$|\/lucide-react\/.*\/(check|plus|play|pause)\.m?js$/
/** Modules shared by the reading pages; without the home page's animation. */
const READING = /\/src\/features\/site\/(model|web)\/(?!caption-|demo-|clip-drop|use-in-view)/
/** Modules shared by log-in, sign-up and password pages. */
const COMING_IN =
  /\/src\/features\/accounts\/(model\/password|web\/(account-step|auth-(page|requests)|email-problem|entered-address|new-password-field|provider-buttons|use-(auth-form|form|provider-popup)))\.tsx?$|\/lucide-react\/.*\/key-round\.m?js$/
/** Modules shared by the pages that sell. */
const BUYING =
  /\/src\/features\/billing\/web\/(billing-queries|checkout-choice|offered-catalogue|plan-title|test-money)\.tsx?$|\/lucide-react\/.*\/flask-conical\.m?js$/
/** Modules of a video chosen before signing up. */
const PENDING_UPLOAD = /\/src\/(features\/media\/.*\/((use-)?pending-upload|video-files)|ui\/file-button)\.tsx?$/
/** The number of pages that makes a module part of the common chunk. */
const SHARED_BY = 12
/** Our own TypeScript, except the entry points, which work by side effect. */
const OWN_CODE = /\/src\/(features|platform|ui)\/.*\.tsx?$/
/**
 * Modules outside the common chunk: public pages use some without the rest of it, since one that writes a size needs no
 * dates; those of captions and looks are shared only by the parts of the editor that load when they are opened.
 */
const APART = /\/src\/(platform\/shared\/format\/|ui\/segmented|features\/(captions|templates)\/)/
/** Modules that send mutations; among public pages, only those with a form need them. */
const CHANGES = /\/@tanstack\/.*\/(useMutation|mutationObserver)\.js$/
// A page that imports one thing through a feature's index loads nothing else of that feature: our files
// have no side effects, except stylesheets. (Packages declare theirs.)
const treeshake = { moduleSideEffects: [{ test: OWN_CODE, sideEffects: false }] }

/** `vite build --app` writes the browser's files to build/client, then the page renderer to build/server. */
export default defineConfig({
  plugins: [tailwindcss(), react(), examplesWhileDeveloping(), pagesWhileDeveloping()],
  publicDir: false,
  appType: 'custom',
  server: {
    host: '127.0.0.1',
    port: 4871,
    strictPort: true,
    proxy: Object.fromEntries(['/api', '/dev/', '/fonts', '/healthz', '/favicon.svg'].map((path) => [path, SERVER])),
  },
  // A package found later would reload the page.
  optimizeDeps: { entries: ['src/app/pages/browser.tsx', EXAMPLES] },
  build: { target: 'baseline-widely-available' },
  environments: {
    client: {
      build: {
        outDir: 'build/client',
        manifest: true,
        // A font inlined in a stylesheet would load for everybody, and our policy forbids it.
        assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
        rolldownOptions: {
          input: 'src/app/pages/browser.tsx',
          output: {
            codeSplitting: {
              groups: [
                // The code of every page goes into one chunk, which also compresses better than many.
                { name: 'framework', test: FRAMEWORK, priority: 3 },
                { name: 'shell', test: (file) => SHELL.test(file) || SMALL.test(file), priority: 2 },
                {
                  name: 'shared',
                  minShareCount: SHARED_BY,
                  test: (file) => (OWN_CODE.test(file) && !APART.test(file)) || CHANGES.test(file),
                  priority: 1,
                },
                { name: 'coming-in', minShareCount: 2, test: COMING_IN, includeDependenciesRecursively: false },
                { name: 'buying', minShareCount: 2, test: BUYING, includeDependenciesRecursively: false },
                { name: 'brought-clip', minShareCount: 2, test: PENDING_UPLOAD, includeDependenciesRecursively: false },
                { name: 'reading', minShareCount: 2, test: READING, includeDependenciesRecursively: false },
              ],
            },
          },
          treeshake,
        },
      },
    },
    ssr: {
      build: {
        outDir: 'build/server',
        ssr: true,
        assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
        rolldownOptions: { input: { index: 'src/app/pages/draw-page.tsx' }, treeshake },
      },
    },
  },
  builder: {
    async buildApp({ build, environments: { client, ssr } }) {
      if (client !== undefined) await build(client)
      if (ssr !== undefined) await build(ssr)
    },
  },
})

/** Draws the requested page from its sources; the data of every page comes from the running server. */
function pagesWhileDeveloping(): Plugin {
  async function html(server: ViteDevServer, path: string): Promise<string> {
    const page = await (await fetch(SERVER)).text()
    const bootstrap: PageBootstrap = JSON.parse(/ id="page-bootstrap">(.*?)<\/script>/.exec(page)?.[1] ?? '')
    const { ssr } = server.environments
    if (!isRunnableDevEnvironment(ssr)) throw new Error('Vite runs no code on the server')
    const { pagesOf } = await ssr.runner.import<PagesModule>('/src/app/pages/draw-page.tsx')
    const entry = 'src/app/pages/browser.tsx'
    return pagesOf({ [entry]: { file: entry } })({ path, bootstrap, withScripts: true })
  }
  return {
    name: 'pages-while-developing',
    apply: 'serve',
    configureServer: (server) => () => {
      server.middlewares.use((request, response, next) => {
        const url = request.originalUrl ?? '/'
        html(server, new URL(url, SERVER).pathname)
          .then((page) => server.transformIndexHtml(url, page))
          .then((page) => response.setHeader('content-type', 'text/html; charset=utf-8').end(page), next)
      })
    },
  }
}

/** Serves `/__examples`, a page of every component in every state. */
function examplesWhileDeveloping(): Plugin {
  return {
    name: 'examples-while-developing',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use('/__examples', (_request, response, next) => {
        readFile(EXAMPLES, 'utf8')
          .then((html) => server.transformIndexHtml('/__examples', html))
          .then((html) => response.setHeader('content-type', 'text/html; charset=utf-8').end(html), next)
      })
    },
  }
}
