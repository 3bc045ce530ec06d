import { expect, test } from 'vitest'
import { normalizeUsername, usernameOfPath, usernameProblem } from './username.ts'

test.each(['abc', 'a-b', 'a_b', '0x9', 'x'.repeat(30), 'ada-lovelace_1815'])('B1: %s may be a username', (username) => {
  expect(usernameProblem(username)).toBeNull()
})

test.each(['', 'ab', 'x'.repeat(31), '-ab', 'ab-', '_ab', 'a.b', 'a b', 'ada@example', 'ädä', 'Ada'])(
  'B1: "%s" may not be a username',
  (username) => {
    expect(usernameProblem(username)).not.toBeNull()
  },
)

test.each(['pricing', 'affiliate', 'api', 'admin', 'null', 'me'])('B6: %s is reserved', (username) => {
  expect(usernameProblem(username)).not.toBeNull()
})

test('B1, B5: compares usernames in lower case, without surrounding spaces', () => {
  expect(normalizeUsername('  AdA ')).toBe('ada')
})

test.each([
  { path: '/alice', username: 'alice' },
  { path: '/Alice', username: 'alice' },
  { path: '/ALICE/', username: 'alice' },
  { path: '/%61lice', username: 'alice' },
  { path: '/%20alice%20', username: 'alice' },
  { path: '/%2561lice', username: null },
  { path: '/%E0%A4%A', username: null },
  { path: '/alice%2Fbob', username: null },
  { path: '/alice/bob', username: null },
  { path: '//alice', username: null },
  { path: '/', username: null },
  { path: '/al', username: null },
  { path: '/Pricing', username: null },
  { path: '/favicon.ico', username: null },
  { path: '/.well-known', username: null },
])('the path $path is the username $username', ({ path, username }) => {
  expect(usernameOfPath(path)).toBe(username)
})
