import { expect, test } from 'vitest'
import { CaseDecision, CaseState, decisionsFor, isDown, stateAfter, stateAfterReport } from './case-rules.ts'
import { networkOf } from './network.ts'
import { ReportForm } from './report.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:0:1:aaaa::1', '2001:db8:0:1::/64'],
  ['2001:0DB8:0000:0001:bbbb:0:0:2', '2001:db8:0:1::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
])('counts the reports of %s under %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('only a takedown makes a thing disappear, and only a restoration brings it back', () => {
  for (const state of CaseState.options)
    for (const decision of CaseDecision.options) {
      const next = stateAfter(state, decision)
      if (next === undefined || isDown(next) === isDown(state)) continue
      expect(decision, `${state} → ${next}`).toBe(isDown(next) ? 'take-down' : 'restore')
    }
})

test('an objection is upheld or the thing restored', () => {
  expect(decisionsFor('objected')).toEqual(['uphold', 'restore'])
})

test('another report opens a decided case, and never brings a thing back', () => {
  expect(stateAfterReport('dismissed')).toBe('open')
  expect(stateAfterReport('restored')).toBe('open')
  for (const state of ['down', 'objected', 'upheld'] as const) expect(stateAfterReport(state)).toBe(state)
})

test.each([
  [{ text: 'Ads', reason: '' }, 'Choose a reason.'],
  [{ text: '  ', reason: 'spam' }, 'Say what is wrong.'],
  [{ text: 'x'.repeat(2_001), reason: 'spam' }, 'Use at most 2,000 characters.'],
  [{ text: 'Ads', reason: 'spam', email: 'me' }, 'Enter an e-mail address like name@example.com, or none.'],
])('refuses the form %o', (form, message) => {
  expect(ReportForm.safeParse(form).error?.issues[0]?.message).toBe(message)
})

test('an address for the answer is optional', () => {
  expect(ReportForm.parse({ text: ' Ads ', reason: 'spam' })).toMatchObject({ text: 'Ads', email: '' })
})
