import { expect, test } from 'vitest'
import { contactsAt, isLoopback } from './contacts.ts'

const NOTHING = { legal: undefined, support: undefined, general: undefined }

test.each([
  { origin: 'https://wordpop.example', host: 'wordpop.example' },
  { origin: 'https://www.wordpop.example', host: 'wordpop.example' },
  { origin: 'http://127.0.0.1:4870', host: 'example.com' },
  { origin: 'http://[::1]:4870', host: 'example.com' },
  { origin: 'http://localhost:4870', host: 'example.com' },
  { origin: 'http://192.168.1.20', host: 'example.com' },
])('the default contact host of a site at $origin is $host', ({ origin, host }) => {
  expect(contactsAt(origin, NOTHING)).toEqual({
    legal: `legal@${host}`,
    support: `support@${host}`,
    general: `hello@${host}`,
  })
})

test('each address the operator sets replaces its default', () => {
  expect(contactsAt('https://wordpop.example', { ...NOTHING, support: 'help@desk.example' })).toEqual({
    legal: 'legal@wordpop.example',
    support: 'help@desk.example',
    general: 'hello@wordpop.example',
  })
})

test.each([
  { host: '127.0.0.1', only: true },
  { host: '127.3.2.1', only: true },
  { host: '::ffff:127.0.0.1', only: true },
  { host: '::1', only: true },
  { host: '[::1]', only: true },
  { host: 'LocalHost', only: true },
  { host: '0.0.0.0', only: false },
  { host: '128.0.0.1', only: false },
  { host: '::ffff:128.0.0.1', only: false },
  { host: '127.evil.example', only: false },
  { host: 'localhost.evil.example', only: false },
])('is $host a loopback host: $only', ({ host, only }) => {
  expect(isLoopback(host)).toBe(only)
})
