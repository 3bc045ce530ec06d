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
  /\/src\/(platform\/shared\/format\/(numbers|bytes|dollars|limits)|features\/billing\/model\/prices|features\/media\/web\/upload\/awaited-clip|app\/pages\/routes\/caption-price)\.ts$|\/lucide-react\/.*\/(check|plus|play|pause)\.m?js$/
/**
 * Modules outside the shared chunk: public pages use some without its forms and dialogs; those of captions, looks and
 * painting, the ranks of roles and dialogs are shared only by pages of accounts.
 */
const USED_ALONE =
  /\/src\/(platform\/shared\/(format\/|anchor)|ui\/(segmented|dialog)|features\/(captions|templates|rendering|collaboration\/model)\/)/
/** What forms send with: among public pages, only those with a form load it. */
const MUTATIONS = /\/@tanstack\/.*\/(useMutation|mutationObserver)\.js$/
/** Forms of log-in, sign-up and passwords; without schemas, and the buttons of providers, which few sites have. */
const ACCOUNTS =
  /\/src\/features\/accounts\/(?!web\/(provider-buttons|use-provider-popup|use-preference)|model\/(contract|domain-provider|passkeys|requests))/
/** What log-in and sign-up share with no other form: each file would cost more than its code. */
const LOG_IN = /\/src\/(app\/pages\/log-in\/|features\/collaboration\/web\/(use-invited-email|invitation-queries))/
/** The choice of a template before there is a video. */
const CHOICE = /\/src\/app\/pages\/(chosen-template|use-template-in-address)\.ts$/
/** Pages of text; without the demo of the home page. */
const TEXTS =
  /\/src\/features\/site\/(model|web)\/(?!demo\/|home\/clip-drop|(policies\/)?(own-policy|policy-(?!contents)))/
/** The pages of policies, which operators can write. */
const POLICIES = /\/src\/features\/site\/(model|web\/policies)\/(own-policy|policy-(page|names|text))/
/** Icons of pages that need an account: the shell of every page would name a file for each. */
const ICONS =
  /\/lucide-react\/.*\/(arrow-left|book-a|bookmark|chevron-right|clapperboard|copy|download|ellipsis-vertical|film|hard-drive|key-round|link|link-2-off|palette|pencil|printer|rotate-ccw|search|smartphone|trash|trash-2|users)\.m?js$/
/** What paints captions: in the editor, behind a review link, for a shared look. */
const PAINTER =
  /\/src\/(features\/(templates\/model\/(?!catalogue|templates\/|template-tags|look-fields|looks\/)|rendering\/(model|web)\/(?!queries|preview\/idle-frames|picker\/template-preview|collection))|platform\/(shared\/(changed-range|rect)|web\/idle)\.ts$)/
/** Captions and their player, in the editor and behind a review link. */
const PLAYER =
  /\/src\/(features\/captions\/(model\/(document(\/|\.ts$)|document-template|direction|id-index|parts\/document-parts|timing\/(cue-span|rest-time|spans|timed-cues)|edits\/overlay-patches|breaks\/(profiles|text-width)|words\/shown-text)|web\/(store\/read-document|playback\/(open-player|use-playing|scrubber|player\.ts|playback-settings)))|features\/collaboration\/model\/access\.ts|platform\/web\/json-lines|ui\/tabs)/
/** The brand kit: on its page and in the editor. */
const BRAND = /\/src\/(features\/brand\/(model|web)\/|ui\/(color-field|anchor-grid))/
/** Looks and their cards: in the editor and for a shared look. */
const LOOKS =
  /\/src\/(features\/(templates\/model\/(look-fields|looks\/)|rendering\/web\/(preview\/idle-frames|picker\/template-preview|collection\/)|templates\/web\/template-files)|platform\/shared\/light)/
/** What the editor shares with its own parts that load later. */
const EDITOR =
  /\/src\/(features\/captions\/(model|web)\/|app\/pages\/workspace\/)|\/lucide-react\/.*\/(audio-lines|arrow-(down|up)-to-line|combine|face-slightly-smiling|file-text|highlighter|list-end|message-square-(diff|off)|paintbrush|rotate-ccw-clock|text-wrap|undo-2|users-round)\.m?js$/
/** What runs on after the page of an upload, and so ends with a log-out: the user menu of every page loads it. */
const UPLOADS = /\/src\/features\/media\/web\/upload\/(uploads|upload-store|chosen-files|own-files)\.ts$|\/zustand\//
/** Videos with their uploads: in the list and on their own pages. */
const VIDEOS =
  /\/src\/(features\/(media\/(model|web\/(?!upload\/(pending-upload|video-files|awaited-clip|uploads|upload-store|chosen-files|own-files)))|storage\/(model|web)\/|transcription\/(model|web)\/|(rendering|templates)\/web\/queries|review\/web\/lazy-share-dialog)|features\/collaboration\/model\/access-rules|platform\/web\/(stream|use-refresh|use-document-title))|\/lucide-react\/.*\/captions\.m?js$/
/** What takes a file before there is a video: on the home page too. */
const CLIPS =
  /\/src\/(features\/media\/web\/upload\/(pending-upload|video-files)|platform\/web\/use-page-drop|ui\/file-button)/
/** A number of credits, with its icon. */
const CREDITS = /\/src\/features\/credits\/web\/|\/lucide-react\/.*\/coins\.m?js$/
/** What the pages of operators share: the shell of every page would name a file for each. */
const OPERATORS =
  /\/src\/(features\/(operations\/(model\/operator-(duties|roles)|web\/operator\/(labels|may|lists\/(?!user-link)[\w-]+))|abuse\/model\/moderation-duties|abuse\/web\/operator\/moderation-queries|referrals\/model\/administration-duties)|ui\/data-table)\.tsx?$/
/** Small controls of forms and panels, and what they write: a file of its own would be a request more. */
const CONTROLS =
  /\/src\/(ui\/(dialog|rename-dialog|slider|layout-boundary|progress-bar)|platform\/shared\/(anchor|picture-levels|format\/durations)|features\/(accounts\/web\/use-preference|collaboration\/model\/access-with-article))\.tsx?$/
/** Files of which a page runs most of the code while it opens. */
const USED_AT_ONCE = new Set([
  'framework',
  'shell',
  'shared',
  'controls',
  'schemas',
  'painter',
  'catalogue',
  'editor',
  'videos',
  'editor-workspace',
])
/** Our own TypeScript, except the entry points, which work by side effect. */
const OWN_CODE = /\/src\/(features|platform|ui)\/.*\.tsx?$/
/** What the server answers while Vite answers the pages. */
const SERVED = ['/api', '/dev/', '/fonts', '/template-pictures', '/healthz', '/favicon.svg']
// A page that imports one thing through a feature's index loads nothing else of that feature: our files
// have no side effects, except stylesheets. (Packages declare theirs.)
const treeshake = { moduleSideEffects: [{ test: OWN_CODE, sideEffects: false }] }

/** `vite build --app` writes the browser's files to build/client, then the page renderer to build/server. */
export default defineConfig({
  plugins: [tailwindcss(), react(), compiledAtOnce(), examplesWhileDeveloping(), pagesWhileDeveloping()],
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
      // What `z.config({ jitless: true })` sets, before the first schema. Our policy forbids code made from text; zod would
      // try it first, and Chromium parses the whole file again to report where: 6 ms of an opening.
      define: { 'globalThis.__zod_globalConfig': JSON.stringify({ jitless: true }) },
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
                  minShareCount: 22,
                  test: (file) => (OWN_CODE.test(file) && !USED_ALONE.test(file)) || MUTATIONS.test(file),
                  priority: 1,
                },
                { name: 'accounts', minShareCount: 4, test: ACCOUNTS, includeDependenciesRecursively: false },
                { name: 'log-in', minShareCount: 2, test: LOG_IN, includeDependenciesRecursively: false },
                { name: 'choice', minShareCount: 2, test: CHOICE, includeDependenciesRecursively: false },
                { name: 'icons', minShareCount: 2, test: ICONS, includeDependenciesRecursively: false },
                { name: 'texts', minShareCount: 2, test: TEXTS, includeDependenciesRecursively: false },
                { name: 'policies', minShareCount: 2, test: POLICIES, includeDependenciesRecursively: false },
                {
                  name: 'schemas',
                  minShareCount: 2,
                  test: /\/node_modules\/zod\//,
                  includeDependenciesRecursively: false,
                },
                // Each imports the other: in two files, one would run before what it needs.
                {
                  name: 'painter',
                  minShareCount: 2,
                  test: (file) => PAINTER.test(file) || PLAYER.test(file),
                  includeDependenciesRecursively: false,
                },
                { name: 'brand', minShareCount: 2, test: BRAND, includeDependenciesRecursively: false },
                { name: 'looks', minShareCount: 2, test: LOOKS, includeDependenciesRecursively: false },
                { name: 'editor', minShareCount: 2, test: EDITOR, includeDependenciesRecursively: false },
                { name: 'uploads', minShareCount: 2, test: UPLOADS, includeDependenciesRecursively: false },
                { name: 'videos', minShareCount: 2, test: VIDEOS, includeDependenciesRecursively: false },
                { name: 'clips', minShareCount: 2, test: CLIPS, includeDependenciesRecursively: false },
                { name: 'credits', minShareCount: 2, test: CREDITS, includeDependenciesRecursively: false },
                { name: 'operators', minShareCount: 2, test: OPERATORS, includeDependenciesRecursively: false },
                { name: 'controls', minShareCount: 2, test: CONTROLS, includeDependenciesRecursively: false },
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

/**
 * Lets Chromium compile all functions of a file in a thread while it loads, instead of each in the main thread when it is
 * first called: opening the editor calls two thousand. Only the first line of a file counts, and Vite adds lines above
 * a banner. Other browsers ignore the comment.
 */
function compiledAtOnce(): Plugin {
  return {
    name: 'compiled-at-once',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, files) {
        if (this.environment.name !== 'client') return
        for (const file of Object.values(files))
          if (file.type === 'chunk' && USED_AT_ONCE.has(file.name))
            file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
      },
    },
  }
}

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
