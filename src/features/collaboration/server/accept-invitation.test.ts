import { expect, test } from 'vitest'
import { startCollaboration } from '../../../../tests/support/collaboration.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { readAccess } from './index.ts'

const { db } = await testDatabase()
const lab = startCollaboration(db)
const DAY_MS = 86_400_000

test('shows a visitor who invites them to what, and whether they have an account', async () => {
  const owner = await lab.owner()
  const link = await invited(owner, 'new@example.com', 'viewer')
  const view = await lab.visitor.invitation(link)
  expect(view).toMatchObject({ state: 'open', ownerName: 'Ada', role: 'viewer', email: 'new@example.com' })
  expect(view).toMatchObject({ you: 'visitor', hasAccount: false })
  await lab.person({ email: 'new@example.com' })
  expect(await lab.visitor.invitation(link)).toMatchObject({ you: 'visitor', hasAccount: true })
})

test('the invited address accepts with the link alone, verified or not', async () => {
  const owner = await lab.owner()
  const link = await invited(owner, 'eve@example.org')
  const eve = await lab.person({ email: 'eve@example.org', name: 'Eve', verified: false })
  expect(await eve.client.invitation(link)).toMatchObject({ you: 'invited' })
  expect(await eve.client.accept(link)).toEqual({
    ownerId: owner.id,
    ownerName: 'Ada',
    role: 'editor',
    suspended: false,
  })
  expect(await readAccess(db, owner.id, eve.id)).toBe('editor')
  expect(await owner.client.team()).toMatchObject({
    taken: 1,
    invitations: [],
    collaborators: [{ displayName: 'Eve' }],
  })
  expect(lab.mails.at(-1)).toMatchObject({ to: owner.email, subject: 'Eve accepted your invitation' })
})

test('tells a user with another address so, and grants nothing', async () => {
  const owner = await lab.owner()
  const link = await invited(owner, 'right@example.com')
  const wrong = await lab.person()
  expect(await wrong.client.invitation(link)).toMatchObject({ you: 'other', email: 'right@example.com' })
  await expect(wrong.client.accept(link)).rejects.toMatchObject({ code: 'forbidden' })
  expect(await readAccess(db, owner.id, wrong.id)).toBeUndefined()
})

test('an owner with the invited address does not become their own collaborator', async () => {
  const owner = await lab.owner()
  const link = await invited(owner, 'mine@example.com')
  await db.$client.query('update users set email = $2 where id = $1', [owner.id, 'mine@example.com'])
  await expect(owner.client.accept(link)).rejects.toMatchObject({ code: 'forbidden' })
})

test('after a change of address only the new one can accept', async () => {
  const owner = await lab.owner()
  const link = await invited(owner, 'former@example.com')
  const moved = await lab.person({ email: 'former@example.com' })
  await db.$client.query('update users set email = $2 where id = $1', [moved.id, 'moved@example.com'])
  await expect(moved.client.accept(link)).rejects.toMatchObject({ code: 'forbidden' })
})

test('an invitation expires after seven days; resent, the old link works like the new one', async () => {
  const owner = await lab.owner()
  const old = await invited(owner, 'late@example.com')
  const late = await lab.person({ email: 'late@example.com' })
  lab.clock.now += 7 * DAY_MS
  expect(await late.client.invitation(old)).toEqual({ state: 'expired', ownerName: 'Ada' })
  await expect(late.client.accept(old)).rejects.toMatchObject({ code: 'conflict', details: { state: 'expired' } })
  const { invitations } = await owner.client.team()
  await owner.client.resend({ id: invitations[0]?.id ?? '' })
  expect(lab.linkTo('late@example.com')).not.toBe(old.invitationId)
  expect(await late.client.invitation(old)).toMatchObject({ state: 'open' })
  await late.client.accept(old)
  expect(await readAccess(db, owner.id, late.id)).toBe('editor')
})

test('a revoked invitation says so, even if the address is invited again', async () => {
  const owner = await lab.owner()
  const link = await invited(owner, 'off@example.com')
  const off = await lab.person({ email: 'off@example.com' })
  const { invitations } = await owner.client.team()
  await owner.client.revoke({ id: invitations[0]?.id ?? '' })
  await invited(owner, 'off@example.com')
  expect(await off.client.invitation(link)).toEqual({ state: 'revoked', ownerName: 'Ada' })
  await expect(off.client.accept(link)).rejects.toMatchObject({ details: { state: 'revoked' } })
})

test('a used invitation is done for the person who accepted it and over for others', async () => {
  const owner = await lab.owner()
  const link = await invited(owner, 'once@example.com')
  const once = await lab.person({ email: 'once@example.com' })
  const both = await Promise.all([once.client.accept(link), once.client.accept(link)])
  expect(both[0]).toEqual(both[1])
  expect(lab.mails.filter(({ to, subject }) => to === owner.email && subject.includes('accepted'))).toHaveLength(1)
  expect(await once.client.invitation(link)).toEqual({ state: 'used', ownerName: 'Ada', byYou: true })
  expect(await lab.visitor.invitation(link)).toEqual({ state: 'used', ownerName: 'Ada', byYou: false })

  await owner.client.remove({ userId: once.id })
  expect(await once.client.invitation(link)).toEqual({ state: 'used', ownerName: 'Ada', byYou: false })
  await expect(once.client.accept(link)).rejects.toMatchObject({ details: { state: 'used' } })
  expect(await readAccess(db, owner.id, once.id)).toBeUndefined()
})

test('two people accepting the last seat: one gets it, the other sees why not', async () => {
  const owner = await lab.owner({ plan: 'premium' })
  await lab.joined(owner)
  await lab.joined(owner)
  const links = [await invited(owner, 'a@seat.example'), await invited(owner, 'b@seat.example')]
  const people = [await lab.person({ email: 'a@seat.example' }), await lab.person({ email: 'b@seat.example' })]
  await lab.upgrade(owner, 'pro')
  const outcomes = await Promise.allSettled(people.map((one, n) => one.client.accept(links[n] ?? { invitationId: '' })))
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const last = outcomes.findIndex(({ status }) => status === 'rejected')
  expect(outcomes[last]).toMatchObject({ reason: { details: { state: 'full' } } })
  expect(await people[last]?.client.invitation(links[last] ?? { invitationId: '' })).toEqual({
    state: 'full',
    ownerName: 'Ada',
  })
  expect((await owner.client.team()).collaborators).toHaveLength(3)
})

test('a made-up link leads nowhere, nor does one of a deleted owner or of long ago', async () => {
  const notFound = { code: 'not_found', message: 'Invitation not found' }
  await expect(lab.visitor.invitation({ invitationId: 'made-up' })).rejects.toMatchObject(notFound)
  const owner = await lab.owner()
  const link = await invited(owner, 'past@example.com')
  lab.clock.now += (7 + 91) * DAY_MS
  await lab.maintenance()
  await expect(lab.visitor.invitation(link)).rejects.toMatchObject(notFound)
  const deleted = await lab.owner()
  const orphan = await invited(deleted, 'past@example.com')
  await lab.end(deleted)
  await expect(lab.visitor.invitation(orphan)).rejects.toMatchObject(notFound)
})

test('limits attempts to sixty links a minute', async () => {
  const wrong = { invitationId: 'guess' }
  for (let n = 0; n < 60; n += 1) await lab.visitor.invitation(wrong).catch(() => undefined)
  await expect(lab.visitor.invitation(wrong)).rejects.toMatchObject({ code: 'too_many_requests' })
})

test('stores only the hash of a link', async () => {
  const owner = await lab.owner()
  const { invitationId } = await invited(owner, 'secret@example.com')
  const { rows } = await db.$client.query<{ dump: string }>(
    `select string_agg(to_jsonb(l)::text, '') as dump from collaboration_links l`,
  )
  expect(rows[0]?.dump).not.toContain(invitationId)
})

type Owner = Awaited<ReturnType<typeof lab.owner>>

async function invited(owner: Owner, email: string, role: 'editor' | 'viewer' = 'editor') {
  await owner.client.invite({ email, role })
  return { invitationId: lab.linkTo(email) }
}
