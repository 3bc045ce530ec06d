import fc from 'fast-check'
import { expect, test } from 'vitest'
import { requestedRange } from './byte-range.ts'

const ETAG = '"abc"'

test.each([
  { range: 'bytes=0-9', is: { first: 0, last: 9 } },
  { range: 'bytes=90-', is: { first: 90, last: 99 } },
  { range: 'bytes=90-500', is: { first: 90, last: 99 } },
  { range: 'bytes=-10', is: { first: 90, last: 99 } },
  { range: 'bytes=-500', is: { first: 0, last: 99 } },
  { range: 'Bytes=99-99', is: { first: 99, last: 99 } },
  { range: 'bytes=100-', is: 'unsatisfiable' },
  { range: 'bytes=100-200', is: 'unsatisfiable' },
  { range: 'bytes=-0', is: 'unsatisfiable' },
])('of 100 bytes, "$range" is $is', ({ range, is }) => {
  expect(requestedRange(range, undefined, ETAG, 100)).toEqual(is)
})

test.each([
  undefined,
  '',
  'bytes=',
  'bytes=-',
  'bytes=9-0',
  'bytes=a-b',
  'items=0-9',
  'bytes=0-9,20-29',
  'bytes=0x0-9',
  'bytes=+1-2',
])('"%s" asks for the whole file', (range) => {
  expect(requestedRange(range, undefined, ETAG, 100)).toBeNull()
})

test.each(['"other"', 'W/"abc"', 'Fri, 20 Nov 2026 00:00:00 GMT'])(
  'If-Range %s does not name this content: the whole file is sent',
  (ifRange) => {
    expect(requestedRange('bytes=0-9', ifRange, ETAG, 100)).toBeNull()
  },
)

test('If-Range with the same tag resumes where the client stopped', () => {
  expect(requestedRange('bytes=50-', ETAG, ETAG, 100)).toEqual({ first: 50, last: 99 })
})

test('an empty file has no satisfiable range', () => {
  expect(requestedRange('bytes=0-', undefined, ETAG, 0)).toBe('unsatisfiable')
  expect(requestedRange('bytes=-5', undefined, ETAG, 0)).toBe('unsatisfiable')
})

test('every range lies inside the file', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 2n ** 70n }),
      fc.bigInt({ min: 0n, max: 2n ** 70n }),
      fc.nat(1_000),
      (from, to, size) => {
        const range = requestedRange(`bytes=${from}-${to}`, undefined, ETAG, size)
        if (range === null || range === 'unsatisfiable') return
        expect(0 <= range.first && range.first <= range.last && range.last < size).toBe(true)
      },
    ),
  )
})
