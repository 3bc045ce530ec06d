import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { testMedia } from '../../../../tests/support/media.ts'

const keepers = new Set<string>()
const lab = await testMedia(await testDatabase(), {
  worker: false,
  retentionOf: async (ownerId) => (keepers.has(ownerId) ? null : 1_000),
})
const { db } = lab

test('shows when a video expires, unless the plan stores it for ever', async () => {
  const ada = randomUUID()
  const id = await video(ada, '2026-12-20T10:00:00Z')
  const kept = await video(ada, null)
  expect((await lab.view(ada, id)).expiresAt).toBe('2026-12-20T10:00:00.000Z')
  expect((await lab.view(ada, kept)).expiresAt).toBeNull()
  keepers.add(ada)
  expect((await lab.view(ada, id)).expiresAt).toBeNull()
})

test('lists shared videos with the same number of queries, however many they are', async () => {
  const [ada, bob] = [randomUUID(), randomUUID()]
  await db.$client.query(
    `insert into users (id, email, display_name, plan) values ($1::uuid, $1::text || '@x.org', 'Ada', 'pro'), ($2::uuid, $2::text || '@x.org', '', 'pro')`,
    [ada, bob],
  )
  await db.$client.query(
    `insert into collaborators (owner_id, user_id, role, joined_at) values ($1, $2, 'viewer', now())`,
    [ada, bob],
  )
  await video(ada, null)
  const queries = vi.spyOn(db.$client, 'query')
  onTestFinished(() => queries.mockRestore())
  const count = async () => {
    queries.mockClear()
    const [shared] = await call(lab.feature.procedures.shared, undefined, lab.context(bob))
    return {
      videos: shared?.projects.length,
      names: shared?.projects.at(-1)?.ownerName,
      queries: queries.mock.calls.length,
    }
  }
  const one = await count()
  expect(one).toMatchObject({ videos: 1, names: 'Ada' })
  for (let n = 0; n < 9; n += 1) await video(ada, null)
  expect(await count()).toEqual({ ...one, videos: 10 })
})

async function video(ownerId: string, expiresAt: string | null): Promise<string> {
  const id = randomUUID()
  await db.$client.query(
    `insert into projects (id, owner_id, title, stage, size_bytes, sha256, probe, expires_at)
     values ($1, $2, 'Clip', 'prepared', 1, repeat('0', 64), $3, $4)`,
    [id, ownerId, JSON.stringify(PROBE), expiresAt],
  )
  return id
}

const PROBE = {
  container: 'mp4',
  durationMs: 20_000,
  width: 1_080,
  height: 1_920,
  fps: { n: 30, d: 1 },
  variableFrameRate: false,
  rotation: 0,
  videoCodec: 'h264',
  hdr: false,
  audio: null,
}
