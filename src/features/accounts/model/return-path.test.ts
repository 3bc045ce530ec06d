import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AFTER_LOG_IN, returnPath } from './return-path.ts'

test.each(['/upload', '/projects/7?tab=style#w3', '/storage?from=%2Fupload', '/p%C3%A4ge'])(
  'returns to "%s" after log-in',
  (from) => {
    expect(returnPath(from)).toBe(from)
  },
)

test.each([
  null,
  undefined,
  '',
  'upload',
  'https://evil.example/',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  'javascript:alert(1)',
  '/./\\evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  '/auth?from=/auth',
  '/Login/',
  '/signup',
])('ignores %j and returns to the upload page', (from) => {
  expect(returnPath(from)).toBe(AFTER_LOG_IN)
})

test('never leaves this site, whatever the address contains', () => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    '@',
    ':',
    '?',
    '#',
    '%2f',
    '%5c',
    '\t',
    ' ',
    'a',
    'evil.example',
    'http:',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(piece).map((pieces) => `/${pieces.join('')}`),
      ),
      (from) => {
        expect(new URL(returnPath(from), 'https://wordpop.example').origin).toBe('https://wordpop.example')
      },
    ),
    { numRuns: 2_000 },
  )
})
