import { expect, test } from 'vitest'
import { copyTitle } from './copy-title.ts'

test('counts the copies of a title', () => {
  expect(copyTitle('Take 3', new Set(['Take 3']))).toBe('Copy of Take 3')
  expect(copyTitle('Take 3', new Set(['Copy of Take 3']))).toBe('Copy of Take 3 (2)')
  expect(copyTitle('Take 3', new Set(['Copy of Take 3', 'Copy of Take 3 (2)']))).toBe('Copy of Take 3 (3)')
})

test('shortens the longest titles, and keeps their numbers', () => {
  const long = '🙂'.repeat(100)
  const first = copyTitle(long, new Set())
  const second = copyTitle(long, new Set([first]))
  expect(first.length).toBeLessThanOrEqual(200)
  expect(first).toMatch(/^Copy of (🙂)+$/u)
  expect(second.length).toBeLessThanOrEqual(200)
  expect(second).toMatch(/^Copy of (🙂)+ \(2\)$/u)
})
