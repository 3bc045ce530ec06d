import { expect, test } from 'vitest'
import type { OperatorAction } from './action-log.ts'
import { type ActionName, actionsOfKind, describeAction, sentenceOf } from './action-sentences.ts'

const ID = '0a000000-0000-4000-8000-000000000001'
const ADA = { id: ID, email: 'ada@example.com' }

test.each<[ActionName, Partial<OperatorAction>, string]>([
  ['user.suspend', { before: { sessions: 2 } }, 'suspended ada@example.com, which ended 2 sessions'],
  ['user.suspend', { before: { sessions: 0 } }, 'suspended ada@example.com'],
  ['user.start-viewing', {}, 'started to view the pages of ada@example.com'],
  ['user.stop-viewing', {}, 'stopped viewing the pages of ada@example.com'],
  ['user.end-sessions', { before: { sessions: 1 } }, 'ended 1 session of ada@example.com'],
  [
    'user.agree-contract',
    { before: { Plan: 'free' }, after: { Plan: 'pro', Contract: 'A year of Pro' } },
    'agreed a contract with ada@example.com: plan from “free” to “pro” and contract from none to “A year of Pro”',
  ],
  [
    'credits.adjust',
    { before: { available: 30 }, after: { available: 1_055 } },
    'raised the credits of ada@example.com from 30 to 1,055',
  ],
  [
    'credits.adjust',
    { before: { available: 30 }, after: { available: 5 } },
    'lowered the credits of ada@example.com from 30 to 5',
  ],
  [
    'payment.refund',
    {
      about: 'Pro, in_1',
      before: { refundedCents: 500, currency: 'eur' },
      after: { refundedCents: 1_700, currency: 'eur' },
    },
    'refunded €12.00 of the payment “Pro, in_1” of ada@example.com, after €5.00 before',
  ],
  [
    'affiliate.rename',
    { about: 'ada-new', before: { username: 'ada' }, after: { username: 'ada-new' } },
    'changed the username of the affiliate ada-new from “ada” to “ada-new”',
  ],
  [
    'commission.hold',
    { about: 'Pro, a month, ada', before: { state: 'pending' } },
    'put on hold the commission “Pro, a month, ada” of ada@example.com, which was pending',
  ],
  [
    'payout.pay',
    { about: '2026-10, ada', after: { cents: 5_000, currency: 'usd', reference: 'SEPA 1' } },
    'marked the payout of $50.00 to ada for 2026-10 as paid, reference “SEPA 1”',
  ],
  ['payout.prepare', { about: '2026-11', person: null, after: { prepared: 1 } }, 'prepared 1 payout for 2026-11'],
  ['report.take-down', { about: 'video “Clip”' }, 'took down the video “Clip” of ada@example.com'],
  [
    'operator.change',
    { before: { role: 'support' }, after: { role: 'read-only' } },
    'changed the role of ada@example.com from “Support” to “Read only”',
  ],
  [
    'site.settings',
    { before: { name: 'A', accent: null, chat: null }, after: { name: 'B', accent: '#ff0066', chat: null } },
    'changed the site: the name from “A” to “B” and the accent colour from the default to “#ff0066”',
  ],
  [
    'site.policy',
    { about: 'Terms of Service', person: null, after: { isOwn: true, version: 3, summary: 'Refunds take a week.' } },
    'published version 3 of the Terms of Service, and mailed users: “Refunds take a week.”',
  ],
  [
    'site.policy',
    { about: 'Imprint', person: null, after: { isOwn: false, version: 2, characters: null, summary: null } },
    'removed the Imprint',
  ],
  [
    'site.policy',
    { about: 'Privacy Policy', person: null, after: { isOwn: false, version: 4, characters: 900, summary: null } },
    'went back to the built-in Privacy Policy',
  ],
  [
    'provider.add',
    { about: 'Acme', person: null, before: {}, after: { name: 'Acme', domains: 'acme.example', use: 'required' } },
    'added the sign-in provider “Acme” for “acme.example”, which have to use it',
  ],
  [
    'provider.change',
    {
      about: 'Acme',
      person: null,
      before: { name: 'Acme', use: 'required' },
      after: { name: 'Acme', use: 'optional' },
    },
    'changed the sign-in provider “Acme”: its use from “required” to “optional”',
  ],
  [
    'provider.change',
    {
      about: 'Acme',
      person: null,
      before: { name: 'Acme', use: 'optional' },
      after: { name: 'Acme', use: 'required', endedSessions: 12 },
    },
    'changed the sign-in provider “Acme”: its use from “optional” to “required”, and ended 12 sessions of its people',
  ],
  ['model.test', { about: 'Tones', person: null, after: { language: 'en' } }, 'tested Tones with a file'],
  [
    'model.test',
    { about: 'Tones', person: null, after: { language: 'en', file: 'talk.wav' } },
    'tested Tones with the file “talk.wav”',
  ],
  ['mail.test', { about: 'olga@example.com' }, 'sent a test mail to olga@example.com'],
  ['alert.test', { about: 'ops@example.com and the webhook' }, 'sent a test alert to ops@example.com and the webhook'],
  [
    'alert.rules',
    { before: { failedJobs: null, quietHours: 6 }, after: { failedJobs: 20, quietHours: 6 } },
    'changed the alerts: the limit of failed jobs an hour from none to “20”',
  ],
  [
    'address.block',
    { about: 'spam.example', person: null },
    'blocked the domain “spam.example” and its sub-domains for new accounts',
  ],
  ['address.unblock', {}, 'unblocked the address “ada@example.com” for new accounts'],
  ['address.list', { about: 'spam', person: null }, 'searched blocked addresses for “spam”'],
  ['report.open', { about: 'look “Neon”' }, 'opened the look “Neon” of ada@example.com, which is closed to others'],
  ['user.list', { about: 'ada', person: null }, 'searched users for “ada”'],
  ['user.list', { about: '', person: null }, 'opened the list of users'],
  [
    'log.export',
    { person: null, after: { person: 'ada@example.com', from: '2026-11-01' } },
    'exported the audit log, only about “ada@example.com”, from “2026-11-01”',
  ],
])('%s reads as a sentence (%#)', (action, facts, sentence) => {
  expect(sentenceOf(entry({ action, ...facts }))).toBe(`olga@example.com ${sentence}.`)
})

test('every action has a sentence that begins with a lower-case verb and has no gap', () => {
  for (const action of new Set([...actionsOfKind('changes'), ...actionsOfKind('reads')])) {
    const sentence = sentenceOf(entry({ action }))
    expect(sentence, action).toMatch(/^olga@example\.com [a-z]+ [^ ].*\.$/u)
    expect(sentence, action).not.toMatch(/ {2}|undefined|null|NaN|did “/u)
  }
})

test('links a person only while they have an account', () => {
  const links = (person: OperatorAction['person']) =>
    describeAction(entry({ action: 'user.note', person })).filter((part) => typeof part !== 'string')
  expect(links(ADA)).toEqual([{ text: 'ada@example.com', to: `/operator/users/${ID}` }])
  expect(links(null)).toEqual([])
})

test('shortens long values, and keeps an entry of another version readable', () => {
  const banner = 'x'.repeat(300)
  const site = entry({ action: 'site.settings', before: { banner: null }, after: { banner } })
  expect(sentenceOf(site)).toContain(`“${'x'.repeat(120)}…”`)
  expect(sentenceOf(entry({ action: 'moon.paint', before: { color: 'grey' }, after: { color: 'red' } }))).toBe(
    'olga@example.com did “moon.paint” to ada@example.com: color from “grey” to “red”.',
  )
})

test('sorts each action into one area, and exports into changes and reads', () => {
  expect(actionsOfKind('user')).toContain('user.view')
  expect(actionsOfKind('user')).not.toContain('credits.adjust')
  expect(actionsOfKind('changes')).toContain('user.export')
  expect(actionsOfKind('reads')).toContain('user.export')
  expect(actionsOfKind('changes')).not.toContain('user.view')
})

function entry(facts: Partial<OperatorAction>): OperatorAction {
  return {
    id: '7',
    at: '2026-11-20T10:00:00.000Z',
    operator: 'olga@example.com',
    action: 'user.note',
    subjectKind: 'user',
    subjectId: ID,
    about: 'ada@example.com',
    reason: null,
    before: null,
    after: null,
    person: ADA,
    ...facts,
  }
}
