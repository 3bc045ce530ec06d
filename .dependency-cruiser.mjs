/**
 * The import rules of ARCHITECTURE.md, one rule per sentence. tests/architecture.test.ts checks them, and breaks each of
 * them in a tree of its own, so a rule that stops working fails a test.
 */

/** Which feature may use which other feature. Read upwards: a feature knows only those it lists. */
export const USES = {
  accounts: [],
  credits: [],
  billing: ['accounts', 'credits'],
  operations: ['accounts', 'credits', 'billing'],
  referrals: ['accounts', 'billing', 'operations'],
  abuse: ['accounts', 'operations'],
  storage: ['accounts', 'billing'],
  collaboration: ['accounts', 'billing'],
  media: ['storage', 'collaboration'],
  transcription: ['media', 'credits'],
  templates: [],
  captions: ['media', 'transcription', 'collaboration', 'templates'],
  brand: ['media', 'captions', 'templates'],
  rendering: ['media', 'captions', 'templates'],
  review: ['accounts', 'collaboration', 'media', 'captions', 'rendering'],
  site: ['accounts', 'billing', 'operations', 'templates'],
}

/** Each outside service or dangerous module, and the one place that speaks to it. */
export const HOMES = {
  pg: { module: 'node_modules/pg/', home: '^src/platform/server/db\\.ts$' },
  'pg-boss': { module: 'node_modules/pg-boss/', home: '^src/platform/server/jobs/boss\\.ts$' },
  pino: { module: 'node_modules/pino/', home: '^src/platform/server/log\\.ts$' },
  'better-auth': {
    module: 'node_modules/(better-auth|@better-auth/[^/]+)/',
    home: '^src/features/accounts/(server/auth/[^/]*|server/auth-(passwords|secrets)|web/auth[^/]*)\\.tsx?$',
  },
  // Loading it costs a process up to 0.8 s (src/app/process/import-hooks.ts): only Better Auth needs it.
  drizzle: { module: 'node_modules/drizzle-orm/', home: '^src/features/accounts/server/auth/' },
  tus: { module: 'node_modules/@tus/', home: '^src/features/media/server/(uploads|early-sound)/' },
  uppy: {
    module: 'node_modules/@uppy/',
    home: '^src/features/media/web/(upload/upload-engine|early-sound/upload-sound)\\.ts$',
  },
  mediabunny: { module: 'node_modules/mediabunny/', home: '^src/features/media/web/early-sound/sound-worker\\.ts$' },
  sherpa: { module: 'node_modules/sherpa-onnx-node/', home: '^src/features/transcription/server/' },
  fontkit: { module: 'node_modules/fontkit/', home: '^src/features/brand/server/inspect-font\\.ts$' },
  canvas: { module: 'node_modules/@napi-rs/canvas/', home: '^src/features/rendering/server/' },
  s3: { module: 'node_modules/@aws-sdk/', home: '^src/platform/server/files/s3[^/]*\\.ts$' },
  nodemailer: { module: 'node_modules/nodemailer/', home: '^src/platform/server/mail/transport\\.ts$' },
  stripe: { module: 'node_modules/stripe/', home: '^src/features/billing/server/providers/stripe[^/]*\\.ts$' },
  piscina: { module: 'node_modules/piscina/', home: '^src/platform/server/threads/thread-pool\\.ts$' },
  'base-ui': { module: 'node_modules/@base-ui/', home: '^src/ui/(context-menu|popover|combobox|range-slider)\\.tsx$' },
  'react-virtual': { module: 'node_modules/@tanstack/react-virtual/', home: '^src/ui/virtual-list\\.tsx$' },
  'resizable-panels': { module: 'node_modules/react-resizable-panels/', home: '^src/ui/split-pane\\.tsx$' },
  'node-server': {
    module: 'node_modules/@hono/node-server/',
    home: '^src/app/|^src/platform/server/http/client-address\\.ts$',
  },
}

const TEST = '\\.test\\.tsx?$'
/** In src/app everything but pages/ is server code; both sides read the table of routes. */
const WEB = '^src/(features/[^/]+/web|platform/web|ui)/|^src/app/pages/(?!routes\\.ts)'
const SERVER = '^src/(features/[^/]+|platform)/server/|^src/app/(?!pages/)'
const DOOR = '^src/features/[^/]+/(model|server|web)/index\\.ts$'

/** Components on a widget library, 10 to 48 kB each: too heavy for a public page (docs/decisions/0033-widget-libraries.md). */
const WIDGETS = '^src/ui/(context-menu|popover|combobox|range-slider|split-pane|virtual-list)\\.tsx$'
/** Code of pages that need an account. */
const APPLICATION =
  '^src/(features/(media|transcription|captions|rendering|review|storage|collaboration|operations)/web|app/pages/(workspace|examples)|ui)/'

/** What only a process that answers requests loads: auth.ts imports it on first use. */
const SIGN_IN =
  '^src/features/accounts/server/auth/(better-auth|auth-(options|hooks|passkeys|provider|second-factor)|tables)\\.ts$'

const features = Object.keys(USES)
const feature = (names) => `^src/features/(${names.join('|')})/`

export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one file, or lack a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'model-is-pure',
      comment: 'model/ runs on server and browser: no I/O, no framework.',
      severity: 'error',
      from: { path: '^src/(features/[^/]+/model|platform/shared)/', pathNot: TEST },
      to: { dependencyTypes: ['core', 'npm', 'npm-dev'], pathNot: 'node_modules/(zod|@orpc/contract)/' },
    },
    {
      name: 'model-knows-no-seam',
      comment: 'Rules depend on neither storage nor presentation.',
      severity: 'error',
      from: { path: '^src/(features/[^/]+/model|platform/shared)/' },
      to: { path: '^src/.*/(server|web)/|^src/(ui|app)/' },
    },
    {
      name: 'web-never-server',
      comment: 'Server code in the browser bundle leaks secrets.',
      severity: 'error',
      from: { path: WEB },
      to: { path: SERVER },
    },
    {
      name: 'server-never-web',
      comment: 'The server runs without a build: no JSX, no browser library.',
      severity: 'error',
      from: { path: SERVER },
      to: { path: [WEB, 'node_modules/(react|react-dom|@tanstack/react-query|zustand)/'] },
    },
    {
      name: 'feature-through-its-index',
      comment: 'Import a feature only through model/index, server/index and web/index.',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/' },
      to: { path: '^src/features/', pathNot: ['^src/features/$1/', DOOR] },
    },
    {
      name: 'app-through-the-index',
      comment: 'Composition uses the same three doors.',
      severity: 'error',
      from: { path: '^src/app/' },
      to: { path: '^src/features/', pathNot: DOOR },
    },
    ...features.map((name) => ({
      name: `${name}-uses-only-what-it-lists`,
      comment: 'Change USES when the domain says so, in its own commit.',
      severity: 'error',
      from: { path: feature([name]) },
      to: { path: '^src/features/', pathNot: feature([name, ...USES[name]]) },
    })),
    {
      name: 'operations-uses-models-only',
      comment: 'Operations depends only on the models of other features.',
      severity: 'error',
      from: { path: feature(['operations']) },
      to: { path: '^src/features/', pathNot: ['^src/features/operations/', '^src/features/[^/]+/model/index\\.ts$'] },
    },
    {
      name: 'every-feature-is-listed',
      comment: 'List the uses of a new feature above before importing anything.',
      severity: 'error',
      from: { path: '^src/features/', pathNot: feature(features) },
      to: {},
    },
    {
      name: 'nobody-imports-app',
      comment: 'src/app composes the product; features do not know it.',
      severity: 'error',
      from: { pathNot: '^(src/app|tests)/' },
      to: { path: '^src/app/' },
    },
    {
      name: 'platform-knows-no-domain',
      comment: 'platform/ and ui/ could serve another product.',
      severity: 'error',
      from: { path: '^src/(platform|ui)/' },
      to: { path: '^src/(features|app)/' },
    },
    ...Object.entries(HOMES).map(([name, { module, home }]) => ({
      name: `one-home-for-${name}`,
      comment: 'Each external service has one module that talks to it.',
      severity: 'error',
      from: { path: '^src/', pathNot: [home, TEST] },
      to: { path: module },
    })),
    {
      name: 'sign-in-loads-on-use',
      comment: 'The worker loads neither the router of Better Auth nor its plugins: six hundred modules.',
      severity: 'error',
      from: { path: '^src/', pathNot: [SIGN_IN, TEST] },
      to: {
        path: [SIGN_IN, HOMES['better-auth'].module],
        // Hashing, encryption and error codes: 13 small modules.
        pathNot: 'node_modules/(better-auth/dist/crypto|@better-auth/core/dist/error)/',
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'widgets-in-application-only',
      comment: 'A visitor does not download a widget library; tests/budgets.test.ts looks at what is built.',
      severity: 'error',
      from: { path: '^src/', pathNot: APPLICATION },
      to: { path: WIDGETS },
    },
    {
      name: 'examples-outside-the-product',
      comment: 'The page of examples is for engineers: no build contains it.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/app/pages/examples/' },
      to: { path: '^src/app/pages/examples/' },
    },
    {
      name: 'editor-store-knows-no-panel',
      comment: 'Panels of the editor read and change its store. Of them, the store knows only the types that it holds.',
      severity: 'error',
      from: { path: '^src/features/captions/web/store/', pathNot: TEST },
      to: {
        path: '^src/features/captions/web/',
        pathNot: '^src/features/captions/web/(store/|slots\\.ts|contrast/check-contrast\\.ts|playback/player\\.ts)',
      },
    },
    {
      name: 'no-process-spawn-outside',
      comment: 'One file starts programs, limits their memory and time, and ends them.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/platform/server/process\\.ts$', TEST] },
      to: { path: '^(node:)?child_process$' },
    },
    {
      name: 'no-orphans',
      comment: 'Delete unused files.',
      severity: 'error',
      from: { orphan: true, pathNot: ['\\.test\\.', '^src/app/', '\\.d\\.ts$', '\\.css$', '\\.json$'] },
      to: {},
    },
    {
      name: 'resolvable',
      comment: 'Every import resolves.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
    {
      name: 'no-dev-dependency-in-product',
      comment: 'Runtime packages are dependencies, not devDependencies.',
      severity: 'error',
      from: { path: '^src/', pathNot: TEST },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    // TypeScript 7 has no compiler API: without this the tool sees no module at all and passes.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^build/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
    },
  },
}
