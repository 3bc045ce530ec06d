import { beforeAll, afterAll, expect, test, vi } from 'vitest'
import {
  backtrackingOf,
  filesWithBuiltExpressions,
  productSources,
  readProofs,
  regularExpressionsOf,
  textOf,
  UNREADABLE,
} from './architecture/regular-expressions.ts'
import { expectLinear } from './support/linear.ts'

/** These escape the parts they build from; `find-text.test.ts` proves it. */
const BUILT = ['src/features/captions/model/words/find-text.ts']

// The pure backend of recheck runs anywhere: no Java, no native binary, no network.
beforeAll(() => void vi.stubEnv('RECHECK_SYNC_BACKEND', 'pure'))
afterAll(() => void vi.unstubAllEnvs())

const product = await productSources()
const expressions = regularExpressionsOf(product)

test('every regular expression of the product takes linear time', async () => {
  expect(expressions.length).toBeGreaterThan(200)
  const proved = new Set([...(await readProofs()), ...UNREADABLE.map(({ source }) => source)])
  const unproved = expressions.filter((expression) => !proved.has(textOf(expression)))
  // recheck limits each match by time, which a busy machine can exceed, so a fault must show twice.
  const suspects = unproved.filter((expression) => backtrackingOf(expression) !== undefined)
  expect(suspects.flatMap((expression) => backtrackingOf(expression) ?? [])).toEqual([])
  expect(unproved.map(textOf), 'run: node scripts/linear-expressions.ts').toEqual([])
}, 300_000)

test('every expression that recheck cannot analyse is one of the product', () => {
  const written = expressions.map(textOf)
  expect(UNREADABLE.filter(({ source }) => !written.includes(source))).toEqual([])
})

test.each(UNREADABLE)('$source takes linear time: $reason', ({ source, attacks }) => {
  const { pattern = '', flags = '' } = expressions.find((each) => textOf(each) === source) ?? {}
  const expression = new RegExp(pattern, flags)
  for (const attack of attacks) expectLinear((size) => expression.test(`${attack.repeat(size)}a`), 2_000)
})

test('regular expressions are built only where their parts are escaped', () => {
  expect(filesWithBuiltExpressions(product)).toEqual(BUILT)
})

test.each([String.raw`(a+)+$`, String.raw`\s+$`, String.raw`<[^>]{0,200}>`])(
  'finds the fault of %s, with its location and an attack',
  (pattern) => {
    const found = backtrackingOf({ pattern, flags: 'u', places: ['src/a.ts:1'] })
    expect(found).toMatch(/^src\/a\.ts:1 .+ (?:degree polynomial|exponential).+ for example .+repeat/u)
  },
)
