import { expect, test } from 'vitest'
import { lineOf } from './log-line.ts'

const AT = '2026-11-22T19:18:15.123Z'

test('a line that asks the operator to do something says to what', () => {
  const msg = 'the files of a removed project could not be erased; remove them by hand'
  expect(shown({ level: 50, msg, projectId: '41ce0c82' })).toBe(`19:18:15 worker ERROR ${msg} (projectId: 41ce0c82)`)
})

test('a defect is told with the request id that its visitor was given', () => {
  const err = { type: 'TypeError', message: 'no', stack: 'TypeError: no\n    at here' }
  expect(shown({ level: 50, msg: 'POST /api/uploads failed', requestId: 'r-1', err })).toBe(
    '19:18:15 worker ERROR POST /api/uploads failed (requestId: r-1)\nTypeError: no\n    at here',
  )
})

test('what one word does not hold is quoted, so that nothing a stranger sent begins a line', () => {
  expect(shown({ level: 40, msg: 'refused', reason: 'no\n19:18:15 web forged', tries: 3 })).toBe(
    String.raw`19:18:15 worker WARN refused (reason: "no\n19:18:15 web forged", tries: 3)`,
  )
})

test('lists are told only where something is wrong', () => {
  const audit = { drifted: 1 }
  expect(shown({ level: 50, msg: 'the credit ledger does not add up', audit })).toContain('(audit: {"drifted":1})')
  expect(shown({ level: 30, msg: 'worker is ready', jobs: ['a', 'b'], concurrency: 2 })).toBe(
    '19:18:15 worker worker is ready (concurrency: 2)',
  )
})

test('in a file a line says its day, on a terminal only its time', () => {
  const line = JSON.stringify({ level: 30, time: AT, part: 'web', msg: 'stopping' })
  expect(lineOf('web', line, { terminal: false })).toBe(`${AT} web    stopping`)
  expect(lineOf('web', line, { terminal: true })).toBe('19:18:15 web    stopping')
})

test('what is no log line comes as it is', () => {
  for (const line of ['Node.js v24', '{ not JSON', '{"level":"odd"}'])
    expect(lineOf('web', line, { terminal: true })).toBe(`web    ${line}`)
})

function shown(fields: Record<string, unknown>): string {
  return lineOf('worker', JSON.stringify({ time: AT, part: 'worker', ...fields }), { terminal: true })
}
