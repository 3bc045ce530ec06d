import { expect, test } from 'vitest'
import { contactsAt, isLoopback, pageRequest, siteOf, USUAL_PARTNER_TERMS } from './contacts.ts'

const NOTHING = { legal: undefined, support: undefined, general: undefined }

test.each([
  { origin: 'https://wordpop.example', host: 'wordpop.example' },
  { origin: 'https://www.wordpop.example', host: 'wordpop.example' },
  { origin: 'http://127.0.0.1:4870', host: 'example.com' },
  { origin: 'http://[::1]:4870', host: 'example.com' },
  { origin: 'http://localhost:4870', host: 'example.com' },
  { origin: 'http://192.168.1.20', host: 'example.com' },
])('people write to $host when the site is at $origin and nobody said otherwise', ({ origin, host }) => {
  expect(contactsAt(origin, NOTHING)).toEqual({
    legal: `legal@${host}`,
    support: `support@${host}`,
    general: `hello@${host}`,
  })
})

test("the operator's own addresses come first, each by itself", () => {
  expect(contactsAt('https://wordpop.example', { ...NOTHING, support: 'help@desk.example' })).toEqual({
    legal: 'legal@wordpop.example',
    support: 'help@desk.example',
    general: 'hello@wordpop.example',
  })
})

test.each([
  { host: '127.0.0.1', only: true },
  { host: '127.3.2.1', only: true },
  { host: '::1', only: true },
  { host: '[::1]', only: true },
  { host: 'LocalHost', only: true },
  { host: '0.0.0.0', only: false },
  { host: '128.0.0.1', only: false },
  { host: 'localhost.evil.example', only: false },
])('only this machine reaches $host: $only', ({ host, only }) => {
  expect(isLoopback(host)).toBe(only)
})

const OTHER_TERMS = { windowDays: 90, attribution: 'last', asksConsent: false, looksAtApplications: true } as const

test.each([
  { links: {}, sells: true, partners: USUAL_PARTNER_TERMS },
  {
    links: { microblog: 'https://blog.example/@wordpop', chat: 'https://chat.example/wordpop' },
    sells: false,
    partners: OTHER_TERMS,
  },
])('a page is told of the site what the server knows: $links, sells: $sells', ({ links, sells, partners }) => {
  const site = {
    origin: 'https://wordpop.example',
    contacts: { legal: 'l@x.example', support: 's@x.example', general: 'g@x.example' },
    links,
    sells,
    partners,
  }
  expect(siteOf(pageRequest(site, '/pricing'))).toEqual(site)
})

test('a page asked for by anybody else knows the addresses of its host', () => {
  const site = siteOf(new Request('https://wordpop.example/pricing'))
  expect(site.contacts.general).toBe('hello@wordpop.example')
  expect(site.partners).toEqual(USUAL_PARTNER_TERMS)
})
