import { expect, test } from 'vitest'
import { freeLookName, LOOK_NAME_LENGTH, LookName, lookNameKey } from './own-look.ts'

test.each([
  ['Neon', [], 'Neon'],
  ['Neon', ['NEON'], 'Neon 2'],
  ['Neon', ['neon', 'neon 2', 'neon 4'], 'Neon 3'],
  ['Neon 2', ['neon', 'neon 2'], 'Neon 3'],
  ['Ｎｅｏｎ', ['Neon'], 'Ｎｅｏｎ 2'],
])('names %s beside %j: %s', (name, others, free) => {
  expect(freeLookName(name, new Set(others.map(lookNameKey)))).toBe(free)
})

test('a numbered name stays within its length and cuts no character', () => {
  const name = `${'a'.repeat(LOOK_NAME_LENGTH - 3)}😀b`
  const free = freeLookName(name, new Set([lookNameKey(name)]))
  expect(free).toBe(`${'a'.repeat(LOOK_NAME_LENGTH - 3)} 2`)
  expect(LookName.parse(free)).toBe(free)
})

test.each(['', '   ', 'a'.repeat(LOOK_NAME_LENGTH + 1), 'two\nlines', 'a\u0000b'])('refuses the name %j', (name) => {
  expect(LookName.safeParse(name).success).toBe(false)
})
