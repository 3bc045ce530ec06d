import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { migrate } from '#platform/server/migrations.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { migrateUntil } from '../../../../tests/support/migrations.ts'

const old = await testDatabase()

test('viewers of earlier releases, who could comment, become reviewers', async () => {
  await migrateUntil(old, '0107')
  const { $client } = old.db
  const [ownerId, viewerId, editorId] = [randomUUID(), randomUUID(), randomUUID()]
  for (const id of [ownerId, viewerId, editorId])
    await $client.query('insert into users (id, email) values ($1, $2)', [id, `${id}@example.com`])
  await $client.query(
    `insert into collaborators (owner_id, user_id, role, joined_at)
     values ($1, $2, 'viewer', now()), ($1, $3, 'editor', now())`,
    [ownerId, viewerId, editorId],
  )
  await $client.query(
    `insert into collaboration_invitations (id, owner_id, email, role, created_at, expires_at)
     values ($1, $2, 'late@example.com', 'viewer', now(), now())`,
    [randomUUID(), ownerId],
  )
  await $client.query(
    `insert into collaboration_domain_links (owner_id, domain, role, hash, created_at)
     values ($1, 'acme.example', 'viewer', repeat('0', 64), now())`,
    [ownerId],
  )
  expect(await migrate(old.db)).toContain('0107_reviewers.sql')
  const roles = async (table: string) =>
    (await $client.query<{ role: string }>(`select role from ${table} order by role`)).rows.map(({ role }) => role)
  expect(await roles('collaborators')).toEqual(['editor', 'reviewer'])
  expect(await roles('collaboration_invitations')).toEqual(['reviewer'])
  expect(await roles('collaboration_domain_links')).toEqual(['reviewer'])
})
