import { beforeAll, afterAll, expect, test, vi } from 'vitest'
import { backtrackingOf, filesWithBuiltExpressions, regularExpressionsOf } from './architecture/regular-expressions.ts'
import { readSources } from './architecture/source.ts'
import { expectLinear } from './support/linear.ts'

/** Expressions that recheck cannot analyse, with texts that make them backtrack the most. */
const UNREADABLE: readonly { readonly source: string; readonly reason: string; readonly attacks: readonly string[] }[] =
  [
    {
      source: String.raw`/^[\p{RGI_Emoji}\u{E000}-\u{E003}]+$/v`,
      reason: 'recheck 4.5 does not know the flag v, which sets of joined emoji need',
      attacks: ['😀', '👨‍👩‍👧‍👦', '👨‍', '🇩🇪', '🏳️‍🌈', '1️⃣', '\u{E000}'],
    },
    {
      source: String.raw`/^\p{RGI_Emoji}$/v`,
      reason: 'recheck 4.5 does not know the flag v, which sets of joined emoji need',
      attacks: ['😀', '👨‍👩‍👧‍👦', '👨‍', '🇩🇪', '🏳️‍🌈', '1️⃣'],
    },
  ]
/** These escape the parts they build from; `find-text.test.ts` proves it. */
const BUILT = ['src/features/captions/model/find-text.ts']

// The pure backend of recheck runs anywhere: no Java, no native binary, no network.
beforeAll(() => void vi.stubEnv('RECHECK_SYNC_BACKEND', 'pure'))
afterAll(() => void vi.unstubAllEnvs())

const product = (await readSources()).filter(({ path }) => !/\.test\.tsx?$/.test(path))
const expressions = regularExpressionsOf(product)

test('every regular expression of the product takes linear time', () => {
  expect(expressions.length).toBeGreaterThan(200)
  const unreadable = new Set(UNREADABLE.map(({ source }) => source))
  const readable = expressions.filter(({ pattern, flags }) => !unreadable.has(`/${pattern}/${flags}`))
  // recheck limits each match by time, which a busy machine can exceed, so a fault must show twice.
  const suspects = readable.filter((expression) => backtrackingOf(expression) !== undefined)
  expect(suspects.flatMap((expression) => backtrackingOf(expression) ?? [])).toEqual([])
  expect(expressions.length - readable.length, 'an expression of the list has gone').toBe(UNREADABLE.length)
}, 300_000)

test.each(UNREADABLE)('$source takes linear time: $reason', ({ source, attacks }) => {
  const { pattern = '', flags = '' } = expressions.find((each) => `/${each.pattern}/${each.flags}` === source) ?? {}
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
