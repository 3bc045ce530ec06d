import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expectLinear } from '../../../../../tests/support/linear.ts'
import type { Word } from '../document.ts'
import { findText } from './find-text.ts'

test('finds any text literally, with all its special characters', () => {
  const signs = String.raw`.*+?^$-{}()|[]\/,:=!<>&#~@%'"` + '`a1é中'
  const typed = fc.string({ unit: fc.constantFrom(...signs), minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(typed, (find) => {
      const query = { find, matchCase: true, wholeWords: false }
      expect(findText([wordOf('before'), wordOf(find)], query)).toContainEqual({
        first: 1,
        last: 1,
        start: 0,
        end: find.length,
      })
      expect(findText([wordOf('before')], { ...query, find: `${find}.` })).toEqual([])
    }),
  )
})

test.each(['(a+)+$', '(a|a)*b', 'a{1,1000}{1,1000}'])('finds %s as text, in linear time', (find) => {
  expectLinear((size) => findText([wordOf('a'.repeat(size))], { find, matchCase: false, wholeWords: true }), 20_000)
})

function wordOf(text: string): Word {
  return { id: 'w1', t0: 0, t1: 1, text, raw: text, timing: 'asr', tags: [], join: 'space' }
}
