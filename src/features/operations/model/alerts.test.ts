import { expect, test } from 'vitest'
import { type AlertFigures, AlertRules, judgeFigures } from './alerts.ts'

const CALM: AlertFigures = {
  failedJobs: 0,
  failsToRecordExpiries: false,
  longestWaitMs: 0,
  failedMails: 0,
  stoppedAddresses: 0,
  backupAgeMs: 0,
  storedBytes: 0,
}
const RULES = {
  failedJobs: 3,
  waitMinutes: 10,
  failedMails: 2,
  stoppedAddresses: 5,
  backupHours: 36,
  storageGigabytes: 5,
}

test('nothing is wrong with calm figures, and nothing without a limit', () => {
  expect(judge(CALM, RULES)).toEqual([])
  expect(judge({ ...CALM, failedJobs: 99, backupAgeMs: null }, {})).toEqual([])
})

test('says that no video expires, whatever the limit of failed jobs', () => {
  const figures = { ...CALM, failsToRecordExpiries: true }
  expect(judge(figures, { failedJobs: null }).map(({ kind }) => kind)).toEqual(['paused-expiry'])
  expect(judge({ ...figures, failedJobs: 3 }, RULES).map(({ kind }) => kind)).toEqual(['failed-jobs', 'paused-expiry'])
})

test.each([
  { figures: { failedJobs: 2 }, kinds: [] },
  { figures: { failedJobs: 3 }, kinds: ['failed-jobs'] },
  { figures: { longestWaitMs: 599_999 }, kinds: [] },
  { figures: { longestWaitMs: 600_000 }, kinds: ['long-wait'] },
  { figures: { failedMails: 2 }, kinds: ['failed-mails'] },
  { figures: { stoppedAddresses: 5 }, kinds: ['stopped-addresses'] },
  { figures: { backupAgeMs: 36 * 3_600_000 }, kinds: ['late-backup'] },
  { figures: { backupAgeMs: null }, kinds: ['late-backup'] },
  { figures: { storedBytes: 5e9 }, kinds: ['storage'] },
  { figures: { storedBytes: 5e9, failedMails: 4 }, kinds: ['failed-mails', 'storage'] },
])('$figures raise $kinds', ({ figures, kinds }) => {
  expect(judge({ ...CALM, ...figures }, RULES).map(({ kind }) => kind)).toEqual(kinds)
})

test('says one and many in plain words', () => {
  const details = (count: number) =>
    judge(
      { ...CALM, failedJobs: count, failedMails: count, stoppedAddresses: count, longestWaitMs: count * 60_000 },
      {
        failedJobs: 1,
        failedMails: 1,
        stoppedAddresses: 1,
        waitMinutes: 1,
      },
    ).map(({ detail }) => detail)
  expect(details(1)).toEqual([
    '1 job failed within an hour.',
    'A job has waited for 1 minute.',
    '1 mail failed within an hour.',
    'Mails to 1 address came back, or were complained about, within a day.',
  ])
  expect(details(2).at(0)).toBe('2 jobs failed within an hour.')
})

function judge(figures: AlertFigures, rules: object) {
  return judgeFigures(figures, AlertRules.parse(rules))
}
