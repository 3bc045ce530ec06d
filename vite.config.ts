import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, isRunnableDevEnvironment, type Plugin, type ViteDevServer } from 'vite'
import type { PagesModule, PageBootstrap } from './src/platform/shared/page.ts'

/** While developing the pages (`npx vite`), the API and the files come from a running server. */
const SERVER = process.env['SERVER_URL'] ?? 'http://127.0.0.1:4870'

/** What draws and routes every page. What changes and pages through answers is not among it: no public page does. */
const FRAMEWORK =
  /\/node_modules\/(react|react-dom|react-router|scheduler|cookie|@tanstack\/(react-query|query-core)(?!.*\/(useMutation|mutationObserver|useInfiniteQuery|infiniteQueryObserver)\.js))\//
/** What stands around every page; whatever it needs comes along. */
const SHELL = /\/src\/app\/(root|router\/.*|navigation\/(header|footer|hash-scroll|scroll-to-top)|screens\/.*)\.tsx?$/
/** What many pages need and is too small to travel alone: a browser asks for each file before it shows anything. */
const SMALL =
  /\/src\/(platform\/shared\/numbers|features\/billing\/model\/prices|app\/routes\/caption-price)\.ts$|\/lucide-react\/.*\/(check|plus|play|pause)\.m?js$/
/** What the pages that are read share: one of them brings it for all. What moves on the home page is not among it. */
const READING = /\/src\/features\/site\/(model|web)\/(?!caption-|demo-|clip-drop|use-seen)/
/** What the pages share on which somebody comes in: log-in, sign-up, and a new password. */
const COMING_IN =
  /\/src\/features\/accounts\/(model\/password|web\/(account-step|auth-(page|requests)|email-problem|entered-address|new-password-field|provider-buttons|use-(auth-form|form|provider-popup)))\.tsx?$|\/lucide-react\/.*\/key-round\.m?js$/
/** What the pages share on which something is sold. */
const BUYING = /\/src\/features\/billing\/web\/(billing-queries|checkout-choice|offered-catalogue|test-money)\.tsx?$/
/** A video that is brought before there is an account for it. */
const PENDING_UPLOAD = /\/src\/(features\/media\/.*\/((use-)?pending-upload|video-files)|ui\/file-button)\.tsx?$/
/** Pages that need a part before it travels with what most pages share. */
const SHARED_BY = 12
/** Our own TypeScript; what begins the browser's and the server's part does its work by being loaded. */
const OWN_CODE = /\/src\/(features|platform|ui)\/.*\.tsx?$/
/** How a change is sent; most pages with a form do, and no other public one. */
const CHANGES = /\/@tanstack\/.*\/(useMutation|mutationObserver)\.js$/
// A page that takes one thing through a feature's door brings nothing else of that feature along: our files do
// nothing when they are only loaded, but for stylesheets. (Packages tell that themselves.)
const treeshake = { moduleSideEffects: [{ test: OWN_CODE, sideEffects: false }] }

/** `vite build --app` writes what browsers load to build/client, then what draws the pages to build/server. */
export default defineConfig({
  plugins: [tailwindcss(), react(), pagesWhileDeveloping()],
  publicDir: false,
  appType: 'custom',
  server: {
    host: '127.0.0.1',
    port: 4871,
    strictPort: true,
    proxy: Object.fromEntries(['/api', '/dev/', '/fonts', '/healthz', '/favicon.svg'].map((path) => [path, SERVER])),
  },
  build: { target: 'baseline-widely-available' },
  environments: {
    client: {
      build: {
        outDir: 'build/client',
        manifest: true,
        // A font inside a stylesheet is loaded by everybody, and our policy forbids it.
        assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
        rolldownOptions: {
          input: 'src/app/browser.tsx',
          output: {
            codeSplitting: {
              groups: [
                // What every page needs travels in one piece, which also compresses better than many.
                { name: 'framework', test: FRAMEWORK, priority: 3 },
                { name: 'shell', test: (file) => SHELL.test(file) || SMALL.test(file), priority: 2 },
                {
                  name: 'shared',
                  minShareCount: SHARED_BY,
                  test: (file) => OWN_CODE.test(file) || CHANGES.test(file),
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
        rolldownOptions: { input: { index: 'src/app/draw-page.tsx' }, treeshake },
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

/** Draws the page that is asked for from its sources; what every page is told comes from the running server. */
function pagesWhileDeveloping(): Plugin {
  async function html(server: ViteDevServer, path: string): Promise<string> {
    const page = await (await fetch(SERVER)).text()
    const bootstrap: PageBootstrap = JSON.parse(/ id="page-bootstrap">(.*?)<\/script>/.exec(page)?.[1] ?? '')
    const { ssr } = server.environments
    if (!isRunnableDevEnvironment(ssr)) throw new Error('Vite runs no code on the server')
    const { pagesOf } = await ssr.runner.import<PagesModule>('/src/app/draw-page.tsx')
    const entry = 'src/app/browser.tsx'
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
