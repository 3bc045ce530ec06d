import { expect, test } from 'vitest'
import { tally } from '../scripts/tally-reports.ts'

const vitest = {
  testResults: [
    {
      name: 'src/a.test.ts',
      status: 'passed',
      assertionResults: [result('passed', 'a'), result('skipped', 'b'), result('todo', 'c')],
    },
    { name: 'src/d.test.tsx', status: 'failed', assertionResults: [result('passed', 'd'), result('failed', 'e')] },
    { name: 'checks', status: 'passed', assertionResults: [result('passed', 'types')] },
    { name: 'src/broken.test.ts', status: 'failed', assertionResults: [] },
  ],
}
const playwright = {
  errors: [],
  suites: [
    { specs: [spec('f', 'expected')], suites: [{ specs: [spec('g', 'flaky'), spec('h', 'skipped')] }] },
    { specs: [spec('i', 'unexpected')] },
  ],
}

test('adds up the reports of both runners and names every test that did not pass', () => {
  expect(tally([vitest, playwright])).toEqual({
    passed: 4,
    kinds: { checks: 1, unit: 1, browser: 1, journeys: 1 },
    failed: ['e', 'src/broken.test.ts', 'g', 'i'],
    skipped: ['b', 'c', 'h'],
  })
})

test('counts journeys that could not start as a failure, and rejects an unknown report', () => {
  expect(tally([{ errors: [{ message: 'no browser' }], suites: [] }]).failed).toEqual(['the journeys could not run'])
  expect(() => tally([{ something: 'else' }])).toThrow()
})

function result(status: string, fullName: string) {
  return { status, fullName }
}

function spec(title: string, status: string) {
  return { title, file: 'x.journey.ts', tests: [{ status }] }
}
