import { readFile } from 'node:fs/promises'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, isRunnableDevEnvironment, type Plugin, type ViteDevServer } from 'vite'
import type { PagesModule, PageBootstrap } from './src/platform/shared/page.ts'

/** The running server that provides API and files while developing pages (`npx vite`). */
const SERVER = process.env['SERVER_URL'] ?? 'http://127.0.0.1:4870'

/** Every component in every state, for engineers; no build contains it. */
const EXAMPLES = 'src/app/pages/examples/index.html'

/** Waits for the code of a page, which waits for the shell: in one chunk, each would wait for the other. */
const ENTRY = /\/src\/app\/pages\/browser\.tsx$/
/** Small modules of many pages, loaded with every page: a file of its own for each would be a request more. */
const SMALL =
  /\/src\/(platform\/shared\/format\/(numbers|bytes|dollars|limits)|features\/billing\/model\/prices|features\/media\/web\/awaited-clip|app\/pages\/routes\/caption-price)\.ts$|\/lucide-react\/.*\/(check|plus|play|pause)\.m?js$/
/**
 * Modules outside the shared chunk: public pages use some without its forms and dialogs; those of captions, looks and
 * painting, the ranks of roles and dialogs are shared only by pages of accounts.
 */
const USED_ALONE =
  /\/src\/(platform\/shared\/(format\/|anchor)|ui\/(segmented|dialog)|features\/(captions|templates|rendering|collaboration\/model)\/)/
/** What forms send with: among public pages, only those with a form load it. */
const MUTATIONS = /\/@tanstack\/.*\/(useMutation|mutationObserver)\.js$/
/** Forms of log-in, sign-up and passwords, with their icon. */
const ACCOUNTS = /\/src\/features\/accounts\/|\/lucide-react\/.*\/key-round\.m?js$/
/** What log-in and sign-up share with no other form: each file would cost more than its code. */
const LOG_IN = /\/src\/(app\/pages\/log-in\/|features\/collaboration\/web\/(use-invited-email|invitation-queries))/
/** The choice of a template before there is a video. */
const CHOICE = /\/src\/app\/pages\/(chosen-template|use-template-in-address)\.ts$/
/** Pages of text; without the demo of the home page. */
const TEXTS = /\/src\/features\/site\/(model|web)\/(?!caption-|demo-|clip-drop|use-in-view)/
/** Icons of pages that need an account: the shell of every page would name a file for each. */
const ICONS =
  /\/lucide-react\/.*\/(arrow-left|bookmark|chevron-right|clapperboard|copy|download|film|hard-drive|pencil|printer|rotate-ccw|search|smartphone|trash-2)\.m?js$/
/** Our own TypeScript, except the entry points, which work by side effect. */
const OWN_CODE = /\/src\/(features|platform|ui)\/.*\.tsx?$/
/** What the server answers while Vite answers the pages. */
const SERVED = ['/api', '/dev/', '/fonts', '/template-pictures', '/healthz', '/favicon.svg']
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
    proxy: Object.fromEntries(SERVED.map((path) => [path, SERVER])),
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
                // What every page loads: packages, which change seldom, and our code around the pages.
                { name: 'framework', tags: ['$initial'], test: /\/node_modules\//, priority: 3 },
                { name: 'shell', tags: ['$initial'], test: (file) => !ENTRY.test(file), priority: 2 },
                { name: 'shell', test: SMALL, priority: 2 },
                {
                  name: 'shared',
                  minShareCount: 12,
                  test: (file) => (OWN_CODE.test(file) && !USED_ALONE.test(file)) || MUTATIONS.test(file),
                  priority: 1,
                },
                { name: 'accounts', minShareCount: 4, test: ACCOUNTS, includeDependenciesRecursively: false },
                { name: 'log-in', minShareCount: 2, test: LOG_IN, includeDependenciesRecursively: false },
                { name: 'choice', minShareCount: 2, test: CHOICE, includeDependenciesRecursively: false },
                { name: 'icons', minShareCount: 2, test: ICONS, includeDependenciesRecursively: false },
                { name: 'texts', minShareCount: 2, test: TEXTS, includeDependenciesRecursively: false },
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
