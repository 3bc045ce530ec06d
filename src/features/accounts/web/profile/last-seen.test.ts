import { expect, test } from 'vitest'
import { lastSeenText } from './last-seen.ts'

const NOW = new Date('2026-11-20T12:00:00Z')

test.each([
  ['2026-11-20T11:55:00Z', 'Seen just now'],
  ['2026-11-20T12:00:30Z', 'Seen just now'],
  ['2026-11-20T11:35:00Z', 'Seen 25 minutes ago'],
  ['2026-11-20T09:00:00Z', 'Seen 3 hours ago'],
  ['2026-11-18T12:00:00Z', 'Seen 2 days ago'],
  ['2026-05-04T12:00:00Z', 'Seen on 4 May 2026'],
])('describes a device of %s as "%s"', (lastSeenAt, text) => {
  expect(lastSeenText(lastSeenAt, NOW)).toBe(text)
})
