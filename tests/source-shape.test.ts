import { basename } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import {
  filesUnder,
  measureFunctions,
  parse,
  percentile,
  readSources,
  type Source,
  undocumentedExports,
} from './architecture/source.ts'

const TEST = /\.test\.tsx?$/
const DOCUMENTED = /^src\/(features\/[^/]+\/model\/|features\/[^/]+\/server\/index\.ts$|ui\/)/
/** Their forms have no fields: they request the page again, also without scripts. */
const WITHOUT_FIELDS = ['src/app/pages/screens/error-screen.tsx', 'src/app/pages/screens/maintenance-screen.tsx']
/** JSX that spreads an object literal. */
const SPREAD_LITERAL = '{...{'
const NAMELESS = /^(utils?|helpers?|misc|common|types?)(\.|$)/

let sources: readonly Source[] = []
let product: readonly Source[] = []

beforeAll(async () => {
  sources = await readSources()
  product = sources.filter(({ path }) => !TEST.test(path))
})

test('every export of a model, a server door and the design system has a docblock', () => {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const checked = product.filter(({ path }) => DOCUMENTED.test(path))
  expect(checked.length).toBeGreaterThan(40)
  expect(checked.flatMap((source) => undocumentedExports(source, byPath))).toEqual([])
})

test('the docblock check handles bare exports, re-exports and types beside their schema', () => {
  const part = parse(
    'src/features/a/model/part.ts',
    '/** A. */\nexport const A = 1\nexport type A = 2\nexport function b() {}',
  )
  const door = parse('src/features/a/server/index.ts', "export { A, b as c } from '../model/part.ts'")
  const byPath = new Map([part, door].map((source) => [source.path, source]))
  expect(undocumentedExports(part, byPath)).toEqual(['src/features/a/model/part.ts: b'])
  expect(undocumentedExports(door, byPath)).toEqual(['src/features/a/model/part.ts: c'])
})

test('files are named after their content', async () => {
  const files = (await Promise.all(['src', 'tests', 'scripts', 'bench', 'bin'].map(filesUnder))).flat()
  const ours = files.filter((path) => !path.includes('/node_modules/'))
  expect(ours.filter((path) => NAMELESS.test(basename(path)))).toEqual([])
})

test('every form is a POST, so input never appears in an address', () => {
  const forms = product.flatMap(({ path, text }) =>
    Array.from(text.matchAll(/<form\b([^]*?[^=])>/g), ([, attributes = '']) => ({ path, attributes })),
  )
  expect(forms.length).toBeGreaterThan(10)
  const others = forms.filter(({ attributes }) => !attributes.includes('method="post"')).map(({ path }) => path)
  expect(others.filter((path) => !WITHOUT_FIELDS.includes(path))).toEqual([])
})

test('components get their props by name, not from a literal object', () => {
  expect(product.filter(({ text }) => text.includes(SPREAD_LITERAL)).map(({ path }) => path)).toEqual([])
})

test('files stay small: half under 80 lines, nine of ten under 250, none over 400', () => {
  const lengths = product.map(({ text }) => text.split('\n').length - 1)
  expect(percentile(lengths, 0.5)).toBeLessThanOrEqual(80)
  expect(percentile(lengths, 0.9)).toBeLessThanOrEqual(250)
  expect(product.filter(({ text }) => text.split('\n').length - 1 > 400).map(({ path }) => path)).toEqual([])
})

test('functions stay small: nine of ten under 45 lines, none over 60, a component none over 100', () => {
  const functions = product.flatMap(measureFunctions)
  expect(
    percentile(
      functions.map(({ lines }) => lines),
      0.9,
    ),
  ).toBeLessThanOrEqual(45)
  const long = functions.filter(({ path, lines }) => lines > (path.endsWith('.tsx') ? 100 : 60))
  expect(long.map(({ path, line, lines }) => `${path}:${line} has ${lines} lines`)).toEqual([])
})
