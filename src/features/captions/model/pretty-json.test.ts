import { expect, test } from 'vitest'
import { prettyJson } from './pretty-json.ts'

const ITEM = { id: 'w1', text: 'two\nlines', breaks: ['a', 'b'], tags: [], style: { size: 1, none: null } }

const items = (count: number) => Array.from({ length: count }, () => ITEM)

test.each([
  ['a scalar', 'a "quoted" text'],
  ['nothing', null],
  ['empty parts', { list: [], object: {}, unset: undefined }],
  ['only unset parts', { unset: undefined }],
  ['a short list', { list: [ITEM, ITEM] }],
  ['long lists, nested', { words: items(450), tracks: [{ cues: items(201) }, { cues: [ITEM] }] }],
])('writes %s as JSON.stringify does', (_what, value) => {
  expect([...prettyJson(value)].join('')).toBe(JSON.stringify(value, null, 2))
})

test('writes a long list in many pieces', () => {
  const lengths = [...prettyJson({ words: items(10_000) })].map(({ length }) => length)
  expect(Math.max(...lengths)).toBeLessThan(lengths.reduce((sum, length) => sum + length) / 25)
})
