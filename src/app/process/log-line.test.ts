import { expect, test } from 'vitest'
import { lineOf } from './log-line.ts'

const AT = '2026-11-22T19:18:15.123Z'

test('a line that asks the operator to act names its subject', () => {
  const msg = 'the files of a removed project could not be erased; remove them by hand'
  expect(shown({ level: 50, msg, projectId: '41ce0c82' })).toBe(`19:18:15 worker ERROR ${msg} (projectId: 41ce0c82)`)
})

test('logs a defect with the request id its visitor saw', () => {
  const err = { type: 'TypeError', message: 'no', stack: 'TypeError: no\n    at here' }
  expect(shown({ level: 50, msg: 'POST /api/uploads failed', requestId: 'r-1', err })).toBe(
    '19:18:15 worker ERROR POST /api/uploads failed (requestId: r-1)\nTypeError: no\n    at here',
  )
})

test('quotes anything but a single word, so that a stranger’s input cannot forge a line', () => {
  expect(shown({ level: 40, msg: 'refused', reason: 'no\n19:18:15 web forged', tries: 3 })).toBe(
    String.raw`19:18:15 worker WARN refused (reason: "no\n19:18:15 web forged", tries: 3)`,
  )
})

test('prints lists only in warnings and errors', () => {
  const audit = { drifted: 1 }
  expect(shown({ level: 50, msg: 'the credit ledger does not add up', audit })).toContain('(audit: {"drifted":1})')
  expect(shown({ level: 30, msg: 'worker is ready', jobs: ['a', 'b'], concurrency: 2 })).toBe(
    '19:18:15 worker worker is ready (concurrency: 2)',
  )
})

test('a line has its date in a file, only its time on a terminal', () => {
  const line = JSON.stringify({ level: 30, time: AT, part: 'web', msg: 'stopping' })
  expect(lineOf('web', line, { terminal: false })).toBe(`${AT} web    stopping`)
  expect(lineOf('web', line, { terminal: true })).toBe('19:18:15 web    stopping')
})

test('prints anything but a log line unchanged', () => {
  for (const line of ['Node.js v24', '{ not JSON', '{"level":"odd"}'])
    expect(lineOf('web', line, { terminal: true })).toBe(`web    ${line}`)
})

function shown(fields: Record<string, unknown>): string {
  return lineOf('worker', JSON.stringify({ time: AT, part: 'worker', ...fields }), { terminal: true })
}
