import { expect, test } from 'vitest'
import { PASSWORD_MAX, passwordProblem } from './password.ts'

test.each(['short', 'elevenchars', '👍👍👍👍👍👍👍👍👍👍👍'])('refuses "%s": fewer than 12 characters', (password) => {
  expect(passwordProblem(password)).toBe('Use at least 12 characters.')
})

test('refuses a password of more than 128 characters', () => {
  expect(passwordProblem('correct horse '.repeat(12).slice(0, PASSWORD_MAX + 1))).toBe('Use at most 128 characters.')
})

test.each([
  'password1234',
  'Password123!',
  'P@ssw0rd2026',
  'passwordpassword',
  'iloveyou1234!',
  'qwertyuiop12',
  'Welcome12345',
  'letmein-letmein',
  '123456789012',
  '012345678901',
  '098765432109',
  'aaaaaaaaaaaa',
  '121212121212',
  'abcdefghijkl',
  'zyxwvutsrqpo',
  'WordPop12345',
  'Sunshine2025!!',
])('refuses "%s": it is on every list of leaked passwords', (password) => {
  expect(passwordProblem(password)).toMatch(/too many people/i)
})

test("refuses an account's own address as its password", () => {
  expect(passwordProblem('dana.smith@example.com', 'dana.smith@example.com')).not.toBeNull()
  expect(passwordProblem('Dana.Smith12!', 'dana.smith@example.com')).not.toBeNull()
  expect(passwordProblem('Dana.Smith12!')).toBeNull()
})

test.each([
  'correct horse battery',
  'vT8#kq0zLm2!',
  'purple-otter-climbs',
  'längere Wörter gehen',
  '雨が降る日は家で本を読むことが好き',
])('accepts "%s"', (password) => {
  expect(passwordProblem(password, 'someone@example.com')).toBeNull()
})
