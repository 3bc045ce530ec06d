import type { Db } from '#platform/server/db.ts'
import { operators, support } from './operators.ts'

export const LOOK_ID = '0a000000-0000-4000-8000-0000000000a7'
export const LOOK_TOKEN = 'the-token-in-the-link-of-a-look'
const CASE_ID = '0a000000-0000-4000-8000-000000000071'

/** The procedures of reports: as a visitor, as the owner of something, and as an operator. */
export const ABUSE = {
  'abuse.report': { open: { kind: 'look', token: LOOK_TOKEN, reason: 'spam', text: 'It sells pills' } },
  'abuse.takedown': { open: { token: 'none' } },
  'abuse.object': { open: { token: 'none', text: 'It is a poem' } },
  'abuse.ownTakedown': { own: { kind: 'look', token: LOOK_TOKEN } },
  'operator.reports': operators({}),
  'operator.report': operators({ caseId: CASE_ID }),
  'operator.blockedAddresses': operators({}),
  'operator.blockAddress': support({ target: 'spam.example', reason: 'A wave of sign-ups' }),
  'operator.unblockAddress': support({ id: CASE_ID, reason: 'A mistake' }),
  'operator.decideReport': support({ caseId: CASE_ID, decision: 'dismiss', reason: 'Nothing wrong' }),
} as const

/** Pages about reports. */
export const ABUSE_PAGES = {
  '/report/sent': 'public',
  '/report/:kind/:token': 'public',
  '/takedown/:token': 'public',
  '/operator/reports': 'guarded',
  '/operator/reports/:caseId': 'guarded',
  '/operator/blocked': 'guarded',
} as const

/** A look of a user with a link, and a report about it. */
export async function addReportedLook(db: Db, ownerEmail: string): Promise<void> {
  await db.$client.query(
    `insert into own_looks (id, owner_id, name, name_key, look, link_token, created_at)
     select $1, id, 'Neon', 'neon', $2, $3, now() from users where email = $4`,
    [LOOK_ID, JSON.stringify({ template: { id: 'karaoke', version: 1 }, patch: {} }), LOOK_TOKEN, ownerEmail],
  )
  await db.$client.query(
    `insert into abuse_cases (id, kind, subject_id, link_id, owner_id, title, content_key, reports, created_at, changed_at)
     select $1, 'look', $2, $2, id, 'Neon', '', 1, now(), now() from users where email = $3`,
    [CASE_ID, LOOK_ID, ownerEmail],
  )
}
