import { expect, test } from 'vitest'
import { allows, invitationEnd, invitationState } from './index.ts'

const NOW = new Date('2026-05-04T12:00:00Z')
const later = new Date(NOW.getTime() + 1)

test('an invitation is valid for seven days', () => {
  expect(invitationEnd(NOW)).toEqual(new Date('2026-05-11T12:00:00Z'))
})

test.each([
  { facts: { state: 'pending', expiresAt: later }, seats: 3, collaborators: 2, stands: 'open' },
  { facts: { state: 'pending', expiresAt: later }, seats: 3, collaborators: 3, stands: 'full' },
  { facts: { state: 'pending', expiresAt: later }, seats: 0, collaborators: 0, stands: 'full' },
  { facts: { state: 'pending', expiresAt: later }, seats: null, collaborators: 900, stands: 'open' },
  { facts: { state: 'pending', expiresAt: NOW }, seats: 3, collaborators: 0, stands: 'expired' },
  { facts: { state: 'accepted', expiresAt: NOW }, seats: 3, collaborators: 3, stands: 'used' },
  { facts: { state: 'revoked', expiresAt: later }, seats: 3, collaborators: 0, stands: 'revoked' },
] as const)('a $facts.state invitation with $collaborators of $seats seats taken is $stands', (o) => {
  expect(invitationState(o.facts, { ...o, now: NOW })).toBe(o.stands)
})

test.each([
  { access: 'owner', may: ['view', 'comment', 'suggest', 'edit', 'own'] },
  { access: 'editor', may: ['view', 'comment', 'suggest', 'edit'] },
  { access: 'suggester', may: ['view', 'comment', 'suggest'] },
  { access: 'reviewer', may: ['view', 'comment'] },
  { access: 'viewer', may: ['view'] },
] as const)('$access allows no more than $may', ({ access, may }) => {
  expect((['view', 'comment', 'suggest', 'edit', 'own'] as const).filter((need) => allows(access, need))).toEqual(may)
})
