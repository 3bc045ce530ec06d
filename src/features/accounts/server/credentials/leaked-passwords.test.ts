import { expect, test } from 'vitest'
import { passwordProblem } from '../../model/index.ts'
import { newPasswordProblem } from './leaked-passwords.ts'

test.each([
  'sonyericsson',
  'leavemealone',
  'NeedForSpeed',
  'counterstrike',
  '1qazxsw23edc',
  'ghbdtnghbdtn',
  '12345678900987654321',
  'snowball2024',
  'Chester!1234!',
  '99-buttercup-99',
])('refuses "%s": it leads the lists of leaked passwords', (password) => {
  expect(passwordProblem(password), 'the list is needed for it').toBeNull()
  expect(newPasswordProblem(password)).toMatch(/too many people/i)
})

test.each(['purple otter climbs', 'vT8#kq0zLm2!', 'snowball 83 lantern', 'buttercup-81920475', 'längere Wörter gehen'])(
  'accepts "%s"',
  (password) => {
    expect(newPasswordProblem(password, 'someone@example.com')).toBeNull()
  },
)

test('refuses what the rules refuse, with their reason', () => {
  expect(newPasswordProblem('short')).toBe('Use at least 12 characters.')
})
