import { expect, test } from 'vitest'
import { cleanTag, Tag, tagKey } from './tag.ts'

test.each([
  ['  Client A ', 'Client A'],
  ['two\nlines', 'two lines'],
  ['\u2066hidden\u2069', 'hidden'],
  ['e\u0301te\u0301', 'été'],
  ['\u200F', ''],
])('stores the tag %j as %j', (typed, stored) => {
  expect(cleanTag(typed)).toBe(stored)
})

test('tags that differ in case only are one tag', () => {
  expect(tagKey('Été')).toBe(tagKey('été'))
  expect(tagKey('Client A')).not.toBe(tagKey('Client B'))
})

test.each(['', '   ', 'x'.repeat(31)])('refuses the tag %j', (tag) => {
  expect(Tag.safeParse(tag).success).toBe(false)
})
