import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { trackLastSeen } from './sessions.ts'

const { db } = await testDatabase()
const START = Date.parse('2026-11-20T12:00:00Z')
const MINUTE_MS = 60_000

test('records the last use of a session every five minutes, not on every request', async () => {
  const clock = { now: START }
  const session = await sessionSeenAt(START - MINUTE_MS)
  const seen = trackLastSeen({ db, now: () => new Date(clock.now) })
  await seen(session)
  expect(await lastSeen(session)).toBe(START - MINUTE_MS)
  clock.now += 6 * MINUTE_MS
  await seen(session)
  expect(await lastSeen(session)).toBe(START + 6 * MINUTE_MS)
  clock.now += MINUTE_MS
  await seen(session)
  expect(await lastSeen(session)).toBe(START + 6 * MINUTE_MS)
})

async function sessionSeenAt(at: number): Promise<string> {
  const [userId, id] = [randomUUID(), randomUUID()]
  await db.$client.query('insert into users (id, email) values ($1, $2)', [userId, `${userId}@example.com`])
  await db.$client.query(
    `insert into sessions (id, user_id, token, expires_at, last_seen_at) values ($1, $2, $3, $4, $5)`,
    [id, userId, randomUUID(), new Date(at + 86_400_000), new Date(at)],
  )
  return id
}

async function lastSeen(id: string): Promise<number | undefined> {
  const { rows } = await db.$client.query<{ at: Date }>('select last_seen_at as at from sessions where id = $1', [id])
  return rows[0]?.at.getTime()
}
