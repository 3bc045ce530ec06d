import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { expect, test } from 'vitest'
import { transaction } from '#platform/server/db.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { countBlockedQueries } from '../../../../tests/support/blocked-queries.ts'
import { startProgramme } from '../../../../tests/support/referrals.ts'
import { affiliateOf, findReferrer } from './affiliates.ts'

const { db } = await testDatabase()

test('a new affiliate starts at once; stores the application, the terms and the time', async () => {
  const { join, applicationOf, programme } = start()
  const userId = await programme.person()
  const username = freeName()
  expect(await join(userId, username)).toMatchObject({ referralUsername: username })
  expect(await applicationOf(userId)).toEqual({
    username,
    channel: 'A channel about cooking',
    country: 'DE',
    termsVersion: '2026-11-21',
    reason: null,
    state: 'approved',
    appliedAt: new Date(programme.clock.now).toISOString(),
  })
})

test('if the operator approves, an applicant is no affiliate before', async () => {
  const { join, applicationOf, programme } = start('operator')
  const userId = await programme.person()
  const username = freeName()
  expect(await join(userId, username)).toBeNull()
  expect(await join(userId, username)).toBeNull()
  expect(await applicationOf(userId)).toMatchObject({ state: 'applied' })
  expect([await affiliateOf(db, userId), await findReferrer(db, { username })]).toEqual([null, null])
  const waiting = await programme.affiliates.applications()
  expect(waiting.find((one) => one.userId === userId)).toMatchObject({ username, country: 'DE' })
  await programme.affiliates.accept(userId, 'ops')
  expect(await findReferrer(db, { username })).toMatchObject({ referralUsername: username })
  expect(await applicationOf(userId)).toMatchObject({ state: 'approved' })
  expect(programme.mails.map(({ subject }) => subject)).toEqual([
    'We received your application',
    'You are a Wordpop affiliate',
  ])
  await expect(programme.affiliates.accept(userId, 'ops')).rejects.toMatchObject({ code: 'conflict' })
})

test('a rejected applicant reads why and may apply again', async () => {
  const { join, applicationOf, programme } = start('operator')
  const userId = await programme.person()
  await join(userId, freeName())
  await programme.affiliates.refuse(userId, { by: 'ops', reason: 'Tell us more about your channel.' })
  expect(await applicationOf(userId)).toMatchObject({ state: 'rejected', reason: 'Tell us more about your channel.' })
  expect(programme.mails.at(-1)?.paragraphs[0]).toContain('tell us more about your channel.')
  expect(await affiliateOf(db, userId)).toBeNull()
  const username = freeName()
  expect(await join(userId, username)).toBeNull()
  expect(await applicationOf(userId)).toMatchObject({ state: 'applied', username, reason: null })
})

test('reserves an applicant’s name', async () => {
  const { join, programme } = start('operator')
  const username = freeName()
  const people = await Promise.all(Array.from({ length: 4 }, () => programme.person()))
  const answers = await Promise.allSettled(people.map((userId) => join(userId, username)))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const later = start()
  await expect(later.join(await later.programme.person(), username)).rejects.toMatchObject({ code: 'conflict' })
})

test('a pending applicant cannot apply under another name', async () => {
  const { join, programme } = start('operator')
  const userId = await programme.person()
  const username = freeName()
  await join(userId, username)
  await expect(join(userId, freeName())).rejects.toMatchObject({
    code: 'conflict',
    message: `You have already applied, as ${username}.`,
  })
})

test('applying while the account is being deleted leaves no application', async () => {
  const { join, applicationOf, programme } = start('operator')
  const userId = await programme.person()
  let late: Promise<unknown> | undefined
  await transaction(db, async (tx) => {
    await tx.$client.query('select 1 from users where id = $1 for update', [userId])
    late = join(userId, freeName()).catch((error: unknown) => error)
    await expect.poll(() => countBlockedQueries(db)).toBe(1)
    await tx.$client.query(
      `update users set email = 'deleted-' || id || '@deleted.invalid', display_name = '', deleted_at = now()
       where id = $1`,
      [userId],
    )
  })
  expect(await late).toMatchObject({ code: 'not_found', message: 'User not found' })
  expect(await applicationOf(userId)).toBeNull()
})

function start(approval: 'automatic' | 'operator' = 'automatic') {
  const programme = startProgramme(db, { approval })
  return {
    programme,
    join: (userId: string, username: string) =>
      call(
        programme.procedures.join,
        { username, channel: 'A channel about cooking', country: 'DE', acceptsTerms: true },
        programme.contextOf(userId),
      ),
    applicationOf: (userId: string) => call(programme.procedures.application, undefined, programme.contextOf(userId)),
  }
}

function freeName(): string {
  return `a${randomUUID().slice(0, 12)}`
}
