import { expect, test } from 'vitest'
import { contactsAt, DEFAULT_AFFILIATE_TERMS, type Site } from '#platform/shared/contacts.ts'
import { SiteSettings } from './settings.ts'
import { siteWith } from './site-facts.ts'

const ORIGIN = 'https://clips.example'
const BASE: Site = {
  origin: ORIGIN,
  contacts: contactsAt(ORIGIN, { legal: undefined, support: undefined, general: undefined }),
  links: { chat: 'https://chat.example/own' },
  sells: true,
  affiliates: DEFAULT_AFFILIATE_TERMS,
}
const NOON = new Date('2026-05-10T12:00:00Z')

test('a site on which nothing is set is as it was', () => {
  expect(siteWith(BASE, { settings: SiteSettings.parse({}), policies: [], fixed: {}, now: NOON })).toEqual(BASE)
})

test('what operators set comes after the environment and before the defaults', () => {
  const site = withSettings({ support: 'help@clips.example', chat: 'https://chat.example/new' }, { chat: 'set' })
  expect(site.contacts.support).toBe('help@clips.example')
  expect(site.contacts.legal).toBe('legal@clips.example')
  expect(site.links).toEqual({ chat: 'https://chat.example/own' })
})

test.each([
  { from: null, until: null, shows: true },
  { from: '2026-05-10', until: '2026-05-10', shows: true },
  { from: '2026-05-11', until: null, shows: false },
  { from: null, until: '2026-05-09', shows: false },
])('a banner from $from until $until shows on 10 May: $shows', ({ from, until, shows }) => {
  const site = withSettings({ banner: { text: 'Closed', from, until, isDismissible: false } })
  expect(site.notice).toEqual(shows ? { text: 'Closed', isDismissible: false } : undefined)
})

test('new captions start with what operators set, also a part of it', () => {
  expect(withSettings({ captionLanguage: 'de' }).newCaptions).toEqual({ language: 'de' })
  expect(withSettings({ captionTemplate: 'neon' }).newCaptions).toEqual({ template: 'neon' })
  expect(withSettings({})).not.toHaveProperty('newCaptions')
})

function withSettings(settings: object, fixed: Parameters<typeof siteWith>[1]['fixed'] = {}): Site {
  return siteWith(BASE, { settings: SiteSettings.parse(settings), policies: [], fixed, now: NOON })
}
