import { expect, test } from 'vitest'
import { passkeyProblem } from './passkey-site.ts'

test.each(['https://wordpop.example', 'https://captions.wordpop.example:8443', 'http://localhost:4870'])(
  'browsers make passkeys for %s',
  (origin) => expect(passkeyProblem(origin)).toBeNull(),
)

test.each(['http://127.0.0.1:4870', 'https://192.0.2.7', 'https://[2001:db8::1]'])(
  'browsers make none for %s, an IP address',
  (origin) => expect(passkeyProblem(origin)).toContain('IP address'),
)

test('browsers make none without HTTPS', () => {
  expect(passkeyProblem('http://wordpop.example')).toContain('HTTPS')
})
