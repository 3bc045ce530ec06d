import { USES } from '../../.dependency-cruiser.mjs'

/** One file that breaks one rule, written to a separate tree in which the rule must find it. */
export type Violation = { readonly rule: string; readonly file: string; readonly code: string }

const IMPORTABLE: Readonly<Record<string, string>> = {
  pg: 'pg',
  'pg-boss': 'pg-boss',
  pino: 'pino',
  'better-auth': 'better-auth',
  drizzle: 'drizzle-orm',
  tus: '@tus/server',
  uppy: '@uppy/core',
  mediabunny: 'mediabunny',
  sherpa: 'sherpa-onnx-node',
  fontkit: 'fontkit',
  canvas: '@napi-rs/canvas',
  s3: '@aws-sdk/client-s3',
  nodemailer: 'nodemailer',
  stripe: 'stripe',
  piscina: 'piscina',
  'base-ui': '@base-ui/react/popover',
  'react-virtual': '@tanstack/react-virtual',
  'resizable-panels': 'react-resizable-panels',
  'node-server': '@hono/node-server',
}

const PER_RULE: readonly Violation[] = [
  { rule: 'no-cycles', file: 'src/platform/shared/zz-chicken.ts', code: "export { egg } from './zz-egg.ts'" },
  { rule: 'model-is-pure', file: 'src/features/credits/model/zz-pure.ts', code: "import 'react'" },
  { rule: 'model-is-pure', file: 'src/features/credits/model/zz-core.ts', code: "import 'node:fs'" },
  { rule: 'model-knows-no-seam', file: 'src/features/media/model/zz-seam.ts', code: "import '../server/zz-alone.ts'" },
  { rule: 'web-never-server', file: 'src/features/media/web/zz-static.ts', code: "import '../server/zz-alone.ts'" },
  {
    rule: 'web-never-server',
    file: 'src/features/media/web/zz-dynamic.ts',
    code: "void import('../server/zz-alone.ts')",
  },
  {
    rule: 'web-never-server',
    file: 'src/features/media/web/zz-type.ts',
    code: "import type { Alone } from '../server/zz-alone.ts'\nexport type Two = Alone",
  },
  { rule: 'server-never-web', file: 'src/features/media/server/zz-page.ts', code: "import '#ui/zz-page.tsx'" },
  { rule: 'server-never-web', file: 'src/features/media/server/zz-react.ts', code: "import 'react'" },
  {
    rule: 'feature-through-its-index',
    file: 'src/features/rendering/server/zz-deep.ts',
    code: "import '#features/media/server/zz-alone.ts'",
  },
  { rule: 'app-through-the-index', file: 'src/app/zz-deep.ts', code: "import '#features/media/server/zz-alone.ts'" },
  {
    rule: 'operations-uses-models-only',
    file: 'src/features/operations/server/zz-reach.ts',
    code: "import '#features/referrals/server/index.ts'",
  },
  { rule: 'every-feature-is-listed', file: 'src/features/zz-unlisted/model/index.ts', code: "import './zz-part.ts'" },
  { rule: 'nobody-imports-app', file: 'src/ui/zz-composes.ts', code: "import '#app/zz-deep.ts'" },
  {
    rule: 'platform-knows-no-domain',
    file: 'src/platform/server/zz-domain.ts',
    code: "import '#features/zz-unlisted/model/index.ts'",
  },
  {
    rule: 'sign-in-loads-on-use',
    file: 'src/features/accounts/server/zz-library.ts',
    code: "import '#features/accounts/server/auth/better-auth.ts'",
  },
  {
    rule: 'sign-in-loads-on-use',
    file: 'src/features/accounts/server/auth/zz-router.ts',
    code: "import 'better-auth/api'",
  },
  {
    rule: 'widgets-in-application-only',
    file: 'src/features/site/web/zz-widget.ts',
    code: "import '#ui/combobox.tsx'",
  },
  { rule: 'widgets-in-application-only', file: 'src/app/pages/routes/zz-page.tsx', code: "import '#ui/combobox.tsx'" },
  {
    rule: 'examples-outside-the-product',
    file: 'src/app/pages/routes/zz-examples.tsx',
    code: "import '../examples/examples-page.tsx'",
  },
  {
    rule: 'editor-store-knows-no-panel',
    file: 'src/features/captions/web/store/zz-state.ts',
    code: "import type { Panel } from '../suggestions/zz-panel.tsx'\nexport type State = Panel",
  },
  { rule: 'no-process-spawn-outside', file: 'src/platform/server/zz-spawn.ts', code: "import 'node:child_process'" },
  { rule: 'no-orphans', file: 'src/platform/server/zz-nobody.ts', code: 'export const nobody = 1' },
  { rule: 'resolvable', file: 'src/platform/server/zz-nowhere.ts', code: "import './zz-nope.ts'" },
  { rule: 'no-dev-dependency-in-product', file: 'src/platform/server/zz-dev.ts', code: "import 'vitest'" },
]

/** The files that violations import; they break no rule themselves. */
const PROPS: Readonly<Record<string, string>> = {
  'src/platform/shared/zz-egg.ts': "export * from './zz-chicken.ts'\nexport const egg = 1",
  'src/features/media/server/zz-alone.ts': 'export type Alone = 1',
  'src/features/zz-unlisted/model/zz-part.ts': 'export const part = 1',
  'src/features/accounts/server/auth/better-auth.ts': 'export const library = 1',
  'src/features/referrals/server/index.ts': 'export const referrals = 1',
  'src/features/captions/web/suggestions/zz-panel.tsx': 'export type Panel = 1',
  'src/ui/zz-page.tsx': 'export const Page = () => <p />',
  'src/ui/combobox.tsx': 'export const Combobox = () => <p />',
  'src/app/pages/examples/examples-page.tsx': 'export const ExamplesPage = () => <p />',
}

const ofFeatures = Object.keys(USES).map((name): Violation => ({
  rule: `${name}-uses-only-what-it-lists`,
  file: `src/features/${name}/server/zz-uses.ts`,
  code: "import '#features/zz-unlisted/model/index.ts'",
}))

const ofHomes = Object.entries(IMPORTABLE).map(([name, module]): Violation => ({
  rule: `one-home-for-${name}`,
  file: `src/features/site/server/zz-${name}.ts`,
  code: `import '${module}'`,
}))

/** At least one violation of each import rule. */
export const VIOLATIONS: readonly Violation[] = [...PER_RULE, ...ofFeatures, ...ofHomes]

/** All files of that tree, by path. */
export function violatingFiles(): Record<string, string> {
  return { ...PROPS, ...Object.fromEntries(VIOLATIONS.map(({ file, code }) => [file, code])) }
}
