import { expect, onTestFinished, test } from 'vitest'
import { setPlan } from '#features/accounts/server/index.ts'
import { PLANS } from '#features/billing/model/index.ts'
import { planLimits } from '#features/billing/server/index.ts'
import type { Team } from '#features/collaboration/model/index.ts'
import { credits } from '#features/credits/model/index.ts'
import { ledger } from '#features/credits/server/index.ts'
import { transaction } from '#platform/server/db.ts'
import { startCollaboration } from '../../../tests/support/collaboration.ts'
import { testDatabase } from '../../../tests/support/database.ts'
import { countBlockedQueries } from '../../../tests/support/blocked-queries.ts'
import {
  assignSeats,
  creditsLeftFor,
  findLostAccess,
  readAccess,
  refuseOverLimit,
} from '#features/collaboration/server/index.ts'

const { db } = await testDatabase()
const lab = startCollaboration(db)
const limits = planLimits({ catalogue: { plans: PLANS }, sells: true, now: () => new Date() })
const DAY_MS = 86_400_000

test('mails an invitation with a link, lists it, and counts its seat', async () => {
  const owner = await lab.owner()
  const team = await owner.client.invite({ email: ' Bob@Example.COM ', role: 'editor' })
  expect(team).toMatchObject({
    seats: 3,
    taken: 1,
    collaborators: [],
    invitations: [{ email: 'bob@example.com', role: 'editor', expired: false }],
  })
  const mail = lab.mails.at(-1)
  expect(mail).toMatchObject({
    to: 'bob@example.com',
    replyTo: owner.email,
    subject: 'Ada invites you to their videos on Wordpop',
  })
  expect(mail?.action?.url).toMatch(/^https:\/\/wordpop\.example\/accept-invitation\/[\w-]{43}$/)
  expect(JSON.stringify(team)).not.toContain(lab.linkTo('bob@example.com'))
})

test('shows the owner that mails to an invited address come back', async () => {
  const owner = await lab.owner()
  for (const name of ['lost', 'found']) await owner.client.invite({ email: `${name}@example.com`, role: 'viewer' })
  await db.$client.query(
    `insert into mail_suppressions (id, address, kind, reason, first_at, last_at)
     values (gen_random_uuid(), 'lost@example.com', 'bounce', 'No mailbox.', now(), now())`,
  )
  const { invitations } = await owner.client.team()
  const lost = invitations.filter(({ isUndeliverable }) => isUndeliverable)
  expect(lost).toMatchObject([{ email: 'lost@example.com' }])
})

test('refuses one’s own, a collaborator’s and an invited address, and says why', async () => {
  const owner = await lab.owner()
  const { email } = await lab.joined(owner)
  await owner.client.invite({ email: 'twice@example.com', role: 'viewer' })
  const ask = (address: string) => owner.client.invite({ email: address, role: 'editor' })
  await expect(ask(owner.email.toUpperCase())).rejects.toMatchObject({
    code: 'conflict',
    message: 'This is your own address. Enter another person’s address.',
  })
  await expect(ask(email)).rejects.toMatchObject({ message: expect.stringContaining('already works on your videos') })
  await expect(ask('Twice@example.com')).rejects.toMatchObject({ message: expect.stringContaining('already invited') })
})

test.each(['free', 'basic'] as const)('the plan %s has no collaborators', async (plan) => {
  const owner = await lab.owner({ plan })
  await expect(owner.client.invite({ email: 'bob@example.com', role: 'editor' })).rejects.toMatchObject({
    code: 'forbidden',
    message: 'Your plan has no collaborators. Upgrade to Pro to invite people.',
  })
})

test('an open invitation takes a seat until it is revoked or expires', async () => {
  const owner = await lab.owner()
  await lab.joined(owner)
  await owner.client.invite({ email: 'one@example.com', role: 'editor' })
  const full = await owner.client.invite({ email: 'two@example.com', role: 'editor' })
  expect(full.taken).toBe(3)
  const third = () => owner.client.invite({ email: 'three@example.com', role: 'editor' })
  await expect(third()).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('All 3 seats') })
  await owner.client.revoke({ id: full.invitations[0]?.id ?? '' })
  expect((await third()).taken).toBe(3)
  lab.clock.now += 7 * DAY_MS
  expect(await owner.client.team()).toMatchObject({ taken: 1, invitations: [{ expired: true }, { expired: true }] })
})

test('an enterprise contract has no fixed number of seats', async () => {
  const owner = await lab.owner({ plan: 'enterprise' })
  for (let n = 0; n < 12; n += 1) await owner.client.invite({ email: `${n}@contract.example`, role: 'viewer' })
  expect(await owner.client.team()).toMatchObject({ seats: null, taken: 12 })
})

test('sends one of two simultaneous invitations for the last seat', async () => {
  const owner = await lab.owner()
  await lab.joined(owner)
  await lab.joined(owner)
  const before = lab.mails.length
  const asked = ['left', 'right', 'middle'].map((name) =>
    owner.client.invite({ email: `${name}@race.example`, role: 'editor' }),
  )
  const outcomes = await Promise.allSettled(asked)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(lab.mails.length - before).toBe(1)
  expect((await owner.client.team()).taken).toBe(3)
})

test('sends one of two simultaneous invitations to one address', async () => {
  const owner = await lab.owner()
  const twice = [1, 2].map(() => owner.client.invite({ email: 'same@race.example', role: 'editor' }))
  const outcomes = await Promise.allSettled(twice)
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect((await owner.client.team()).invitations).toHaveLength(1)
})

test('an invitation during a plan change counts the seats of the new plan', async () => {
  const owner = await lab.owner({ plan: 'free' })
  let invited: Promise<Team> | undefined
  await transaction(db, async (tx) => {
    await setPlan(tx, owner.id, 'premium')
    invited = owner.client.invite({ email: 'during@example.com', role: 'editor' })
    await expect.poll(() => countBlockedQueries(db)).toBe(1)
  })
  expect(await invited).toMatchObject({ seats: 10, taken: 1 })
})

test('renews an expired invitation by resending it or inviting the address again', async () => {
  const owner = await lab.owner()
  const { invitations } = await owner.client.invite({ email: 'late@example.com', role: 'viewer' })
  lab.clock.now += 8 * DAY_MS
  const [first] = (await owner.client.resend({ id: invitations[0]?.id ?? '' })).invitations
  expect(first).toMatchObject({ expired: false, role: 'viewer' })
  lab.clock.now += 8 * DAY_MS
  const again = await owner.client.invite({ email: 'late@example.com', role: 'editor' })
  expect(again.invitations).toEqual([expect.objectContaining({ expired: false, role: 'editor' })])
})

test('does not resend an expired invitation whose seat is taken', async () => {
  const owner = await lab.owner()
  const { invitations } = await owner.client.invite({ email: 'slow@example.com', role: 'viewer' })
  lab.clock.now += 8 * DAY_MS
  for (const _ of [1, 2, 3]) await lab.joined(owner)
  await expect(owner.client.resend({ id: invitations[0]?.id ?? '' })).rejects.toMatchObject({
    message: expect.stringContaining('All 3 seats'),
  })
})

test('limits invitations to five per address in 12 hours and thirty per owner in an hour', async () => {
  const owner = await lab.owner({ plan: 'enterprise' })
  const { invitations } = await owner.client.invite({ email: 'often@example.com', role: 'viewer' })
  const again = () => owner.client.resend({ id: invitations[0]?.id ?? '' })
  for (const _ of [2, 3, 4, 5]) await again()
  await expect(again()).rejects.toMatchObject({ code: 'too_many_requests' })
  for (let n = 0; n < 25; n += 1) await owner.client.invite({ email: `${n}@many.example`, role: 'viewer' })
  const next = owner.client.invite({ email: 'next@many.example', role: 'viewer' })
  await expect(next).rejects.toMatchObject({ message: 'You have sent many invitations. Wait a moment, then continue.' })
})

test('changes a role, and ends a removed collaborator’s access', async () => {
  const owner = await lab.owner()
  const bob = await lab.joined(owner, 'viewer')
  expect(await readAccess(db, owner.id, bob.id)).toBe('viewer')
  await owner.client.changeRole({ userId: bob.id, role: 'editor' })
  expect(await readAccess(db, owner.id, bob.id)).toBe('editor')
  expect(await owner.client.remove({ userId: bob.id })).toMatchObject({ taken: 0, collaborators: [] })
  expect(await readAccess(db, owner.id, bob.id)).toBeUndefined()
  expect(lab.publishedTopics.at(-1)).toBe(`access:${bob.id}`)
  expect(lab.mails.at(-1)).toMatchObject({ to: bob.email, subject: 'Your access to the videos of Ada has ended' })
})

test('refuses changes to another owner’s team', async () => {
  const [owner, other] = [await lab.owner(), await lab.owner()]
  const bob = await lab.joined(owner)
  const { invitations } = await owner.client.invite({ email: 'carol@example.com', role: 'viewer' })
  const id = invitations[0]?.id ?? ''
  const notFound = { code: 'not_found' }
  await expect(other.client.revoke({ id })).rejects.toMatchObject(notFound)
  await expect(other.client.resend({ id })).rejects.toMatchObject(notFound)
  await expect(other.client.remove({ userId: bob.id })).rejects.toMatchObject(notFound)
  await expect(bob.client.changeRole({ userId: bob.id, role: 'editor' })).rejects.toMatchObject(notFound)
  expect(await bob.client.team()).toMatchObject({ collaborators: [], invitations: [] })
})

test('notifies the owner when a collaborator leaves', async () => {
  const owner = await lab.owner()
  const bob = await lab.joined(owner)
  expect(await bob.client.memberships()).toEqual([
    { ownerId: owner.id, ownerName: 'Ada', role: 'editor', suspended: false },
  ])
  await bob.client.leave({ ownerId: owner.id })
  expect(await bob.client.memberships()).toEqual([])
  expect(await readAccess(db, owner.id, bob.id)).toBeUndefined()
  expect(lab.mails.at(-1)).toMatchObject({ to: owner.email, subject: 'Dana no longer works on your videos' })
  await expect(bob.client.leave({ ownerId: owner.id })).rejects.toMatchObject({ code: 'not_found' })
})

test('a smaller plan suspends the latest collaborators, and a larger one restores them', async () => {
  const owner = await lab.owner({ plan: 'premium' })
  const people: Awaited<ReturnType<typeof lab.joined>>[] = []
  for (const _ of [1, 2, 3, 4, 5]) people.push(await lab.joined(owner))
  const access = () => Promise.all(people.map(({ id }) => readAccess(db, owner.id, id)))
  await lab.upgrade(owner, 'pro')
  expect(await access()).toEqual(['editor', 'editor', 'editor', undefined, undefined])
  const { collaborators } = await owner.client.team()
  expect(collaborators.map(({ suspended }) => suspended)).toEqual([false, false, false, true, true])
  expect(await people[4]?.client.memberships()).toMatchObject([{ suspended: true }])

  await owner.client.remove({ userId: people[0]?.id ?? '' })
  expect(await access()).toEqual([undefined, 'editor', 'editor', 'editor', undefined])
  await lab.upgrade(owner, 'free')
  expect(await access()).toEqual([undefined, undefined, undefined, undefined, undefined])
  await lab.upgrade(owner, 'premium')
  expect(await access()).toEqual([undefined, 'editor', 'editor', 'editor', 'editor'])
})

test('mails who loses a seat and who has one again, once each', async () => {
  const owner = await lab.owner({ plan: 'premium' })
  const people: Awaited<ReturnType<typeof lab.joined>>[] = []
  for (const _ of [1, 2, 3, 4, 5]) people.push(await lab.joined(owner))
  const [first, , , fourth, fifth] = people.map(({ email }) => email)
  const sent = async (change: Promise<unknown>) => {
    const before = lab.mails.length
    await change
    return lab.mails.slice(before).map(({ to, subject }) => ({ to, subject }))
  }
  const paused = 'Your access to the videos of Ada is paused'
  const back = 'You can open the videos of Ada again'
  expect(await sent(lab.upgrade(owner, 'pro'))).toEqual(
    expect.arrayContaining([
      { to: fourth, subject: paused },
      { to: fifth, subject: paused },
    ]),
  )
  expect(await sent(lab.maintenance())).toEqual([])
  expect(await sent(owner.client.remove({ userId: people[0]?.id ?? '' }))).toEqual([
    { to: first, subject: 'Your access to the videos of Ada has ended' },
    { to: fourth, subject: back },
  ])
  expect(await sent(lab.upgrade(owner, 'premium'))).toEqual([{ to: fifth, subject: back }])
  // The operator changes the seats of a plan while the product is stopped.
  await db.$client.query(`update collaborator_seats set seats = 3 where plan = 'premium'`)
  onTestFinished(
    async () => void (await db.$client.query(`update collaborator_seats set seats = 10 where plan = 'premium'`)),
  )
  expect(await sent(lab.maintenance())).toContainEqual({ to: fifth, subject: paused })
  expect(lab.publishedTopics).toContain(`access:${people[4]?.id}`)
})

test('tells a collaborator about another role, but not about the same one', async () => {
  const owner = await lab.owner()
  const bob = await lab.joined(owner)
  const before = lab.mails.length
  await owner.client.changeRole({ userId: bob.id, role: 'editor' })
  await owner.client.changeRole({ userId: bob.id, role: 'viewer' })
  expect(lab.mails.slice(before)).toMatchObject([{ to: bob.email, subject: 'Ada made you a viewer of their videos' }])
})

test('knows why a former collaborator has no access, until they join again or 90 days pass', async () => {
  const owner = await lab.owner()
  const [bob, carol] = [await lab.joined(owner), await lab.joined(owner)]
  const lost = ({ id }: { id: string }) => findLostAccess(db, owner.id, id)
  expect(await lost(await lab.person())).toBeUndefined()
  await owner.client.remove({ userId: bob.id })
  await carol.client.leave({ ownerId: owner.id })
  expect(await lost(bob)).toEqual({ ownerName: 'Ada', cause: 'removed' })
  expect(await lost(carol)).toEqual({ ownerName: 'Ada', cause: 'left' })

  await owner.client.invite({ email: bob.email, role: 'editor' })
  await bob.client.accept({ invitationId: lab.linkTo(bob.email) })
  await lab.upgrade(owner, 'free')
  expect(await lost(bob)).toEqual({ ownerName: 'Ada', cause: 'suspended' })

  lab.clock.now += 91 * 86_400_000
  await lab.maintenance()
  expect(await lost(carol)).toBeUndefined()
})

test('a deleted account ends its collaborations and erases its address', async () => {
  const [owner, other] = [await lab.owner(), await lab.owner()]
  const bob = await lab.joined(owner)
  await other.client.invite({ email: owner.email, role: 'viewer' })
  await lab.joined(other)
  await lab.end(owner)
  expect(await readAccess(db, owner.id, bob.id)).toBeUndefined()
  expect(await bob.client.memberships()).toEqual([])
  expect(await other.client.team()).toMatchObject({ taken: 1, invitations: [] })
})

test('shows the owner the credits each collaborator spent', async () => {
  setClock('2026-11-20T12:00:00Z')
  const owner = await lab.owner()
  const bob = await lab.joined(owner)
  const book = ledger({ now: lab.deps.now })
  await transaction(db, async (tx) => {
    await book.grant(tx, { userId: owner.id, amount: credits(100), key: `grant:${owner.id}` })
    const hold = { userId: owner.id, amount: credits(20), key: `hold:${owner.id}`, reason: 'Captions for a.mp4' }
    await book.hold(tx, { ...hold, actorId: bob.id })
    await book.capture(tx, { key: hold.key })
    await book.deduct(tx, { userId: owner.id, key: `own:${owner.id}`, reason: 'Captions for b.mp4' })
  })
  expect(await owner.client.team()).toMatchObject({
    collaborators: [{ userId: bob.id, spending: [{ month: '2026-11', credits: 20 }], monthlyLimit: null }],
  })
  expect((await book.history(db, owner.id, { limit: 2 })).map(({ amount, by }) => ({ amount, by }))).toEqual([
    { amount: -10, by: null },
    { amount: -20, by: 'Dana' },
  ])
})

test('lists what each person spent by month, with the present one first', async () => {
  setClock('2026-11-20T12:00:00Z')
  const owner = await lab.owner()
  const bob = await lab.joined(owner)
  const spend = (at: string, amount: number) =>
    transaction(db, async (tx) => {
      const book = ledger({ now: () => new Date(at) })
      const key = `${owner.id}:${at}`
      await book.grant(tx, { userId: owner.id, amount: credits(amount), key: `grant:${key}` })
      await book.hold(tx, { userId: owner.id, amount: credits(amount), key, actorId: bob.id })
      await book.capture(tx, { key })
    })
  await spend('2026-05-31T23:59:59Z', 10)
  await spend('2026-06-01T00:00:00Z', 20)
  await spend('2026-10-31T23:59:59Z', 30)
  const { collaborators } = await owner.client.team()
  expect(collaborators[0]?.spending).toEqual([
    { month: '2026-11', credits: 0 },
    { month: '2026-10', credits: 30 },
    { month: '2026-06', credits: 20 },
  ])
})

test('limits what a person spends a month, tells them, and only the owner can', async () => {
  const owner = await lab.owner()
  const [bob, eve] = [await lab.joined(owner), await lab.joined(owner)]
  const limited = await owner.client.setLimit({ userId: bob.id, monthlyCredits: 1 })
  expect(limited.collaborators).toMatchObject([{ monthlyLimit: 1 }, { monthlyLimit: null }])
  expect(lab.mails.at(-1)).toMatchObject({ to: bob.email, subject: 'Ada lets you spend 1 credit a month' })
  const sent = lab.mails.length
  await owner.client.setLimit({ userId: bob.id, monthlyCredits: 1 })
  expect(lab.mails.length, 'the same limit again').toBe(sent)
  await owner.client.setLimit({ userId: bob.id, monthlyCredits: null })
  expect(lab.mails.at(-1)).toMatchObject({ to: bob.email, subject: 'Ada removed your monthly limit' })
  await expect(bob.client.setLimit({ userId: eve.id, monthlyCredits: 5 })).rejects.toMatchObject({ code: 'not_found' })
})

test('a limit counts holds and what is captured in this month, up to the last credit', async () => {
  setClock('2026-10-31T23:00:00Z')
  const owner = await lab.owner()
  const bob = await lab.joined(owner)
  const book = ledger({ now: lab.deps.now })
  const member = { ownerId: owner.id, userId: bob.id }
  const left = () => creditsLeftFor(db, lab.deps, member)
  const hold = (key: string, amount: number) =>
    transaction(db, async (tx) => {
      await refuseOverLimit(tx, lab.deps, { ...member, amount })
      await book.hold(tx, { userId: owner.id, amount: credits(amount), key: `${owner.id}:${key}`, actorId: bob.id })
    })
  await transaction(db, (tx) =>
    book.grant(tx, { userId: owner.id, amount: credits(200), key: `grant:limit:${owner.id}` }),
  )
  expect(await left(), 'no limit').toBeNull()
  await owner.client.setLimit({ userId: bob.id, monthlyCredits: 30 })
  await hold('first', 20)
  expect(await left()).toBe(10)
  await expect(hold('over', 11)).rejects.toMatchObject({ code: 'forbidden', details: { limit: 30, left: 10 } })
  await hold('second', 10)
  expect(await left()).toBe(0)
  await transaction(db, (tx) => book.capture(tx, { key: `${owner.id}:first` }))
  await transaction(db, (tx) => book.release(tx, { key: `${owner.id}:second` }))
  expect(await left(), 'what was released is free again').toBe(10)
  await hold('third', 10)
  setClock('2026-11-01T00:00:00Z')
  expect(await left(), 'a new month, with a hold of the last one').toBe(20)
  await owner.client.setLimit({ userId: bob.id, monthlyCredits: 5 })
  expect(await left(), 'a limit below what is on hold').toBe(0)
})

test('takes the number of seats from the operator’s plans', async () => {
  const seats = async () => {
    const { rows } = await db.$client.query<{ plan: string; seats: number | null }>('select * from collaborator_seats')
    return Object.fromEntries(rows.map((row) => [row.plan, row.seats]))
  }
  const ours = Object.fromEntries(Object.values(PLANS).map(({ name, collaborators }) => [name, collaborators]))
  expect(await seats()).toEqual(ours)
  await assignSeats({ db, limits }, { ...PLANS, basic: { ...PLANS.basic, collaborators: 1 } })
  expect(await seats()).toEqual({ ...ours, basic: 1 })
  await assignSeats({ db, limits }, PLANS)
  expect(await seats()).toEqual(ours)
})

/** Sets the clock until the test ends. */
function setClock(at: string): void {
  const before = lab.clock.now
  lab.clock.now = Date.parse(at)
  onTestFinished(() => void (lab.clock.now = before))
}
