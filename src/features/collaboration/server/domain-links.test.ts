import { expect, test } from 'vitest'
import { readAccess } from './access.ts'
import { startCollaboration } from '../../../../tests/support/collaboration.ts'
import { testDatabase } from '../../../../tests/support/database.ts'

const { db } = await testDatabase()
const lab = startCollaboration(db)
type Owner = Awaited<ReturnType<typeof lab.owner>>

test('admits confirmed addresses at the domain, and mails the owner', async () => {
  const owner = await lab.owner()
  const link = await linkOf(owner, { domain: ' Acme.example ' })
  expect(await lab.visitor.invitation(link)).toMatchObject({ state: 'domain', domain: 'acme.example', you: 'visitor' })
  const bob = await lab.person({ email: 'bob@acme.example', name: 'Bob' })
  expect(await bob.client.invitation(link)).toMatchObject({ state: 'domain', you: 'invited', role: 'suggester' })
  expect(await bob.client.accept(link)).toMatchObject({ ownerName: 'Ada', role: 'suggester' })
  expect(await readAccess(db, owner.id, bob.id)).toBe('suggester')
  expect(lab.mails.at(-1)).toMatchObject({ to: owner.email, subject: 'Bob accepted your invitation' })
  const sent = lab.mails.length
  expect(await bob.client.accept(link), 'a second press').toMatchObject({ ownerName: 'Ada' })
  expect(lab.mails.length).toBe(sent)
  expect(await bob.client.invitation(link)).toMatchObject({ state: 'used', byYou: true })
})

test('refuses unconfirmed and other addresses, and subdomains, with the reason', async () => {
  const owner = await lab.owner()
  const link = await linkOf(owner, { domain: 'firm.example' })
  const unconfirmed = await lab.person({ email: 'new@firm.example', verified: false })
  expect(await unconfirmed.client.invitation(link)).toMatchObject({ you: 'unconfirmed' })
  await expect(unconfirmed.client.accept(link)).rejects.toMatchObject({
    code: 'forbidden',
    message: 'Confirm your e-mail address first.',
  })
  for (const email of ['eve@other.example', 'eve@sub.firm.example', 'eve@firm.example.org']) {
    const eve = await lab.person({ email })
    expect(await eve.client.invitation(link), email).toMatchObject({ you: 'other' })
    await expect(eve.client.accept(link), email).rejects.toMatchObject({ code: 'forbidden' })
  }
  await expect(owner.client.accept(link)).rejects.toMatchObject({ code: 'forbidden' })
})

test('keeps to the seats, also when two people join at once and for pending invitations', async () => {
  const owner = await lab.owner()
  const link = await linkOf(owner, { domain: 'crowd.example' })
  await lab.joined(owner)
  await owner.client.invite({ email: 'invited@elsewhere.example', role: 'viewer' })
  const people = await Promise.all(['one', 'two'].map((name) => lab.person({ email: `${name}@crowd.example` })))
  const outcomes = await Promise.allSettled(people.map(({ client }) => client.accept(link)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await owner.client.team()).toMatchObject({ seats: 3, taken: 3 })
  const late = await lab.person({ email: 'three@crowd.example' })
  expect(await late.client.invitation(link)).toMatchObject({ state: 'full' })
  await expect(late.client.accept(link)).rejects.toMatchObject({ code: 'conflict' })
})

test('a replaced or revoked link reveals nothing', async () => {
  const owner = await lab.owner()
  const first = await linkOf(owner, { domain: 'old.example' })
  const second = await linkOf(owner, { domain: 'new.example' })
  await expect(lab.visitor.invitation(first)).rejects.toMatchObject({ code: 'not_found' })
  expect((await owner.client.team()).domainLink).toMatchObject({ domain: 'new.example', role: 'suggester' })
  const { domainLink } = await owner.client.revokeDomainLink()
  expect(domainLink).toBeNull()
  const bob = await lab.person({ email: 'bob@new.example' })
  await expect(bob.client.invitation(second)).rejects.toMatchObject({ code: 'not_found' })
  await expect(bob.client.accept(second)).rejects.toMatchObject({ code: 'not_found' })
})

test('refuses public providers and plans without seats', async () => {
  const owner = await lab.owner()
  await expect(owner.client.createDomainLink({ domain: 'gmail.com', role: 'viewer' })).rejects.toThrow()
  const free = await lab.person()
  await expect(free.client.createDomainLink({ domain: 'acme.example', role: 'viewer' })).rejects.toMatchObject({
    code: 'forbidden',
  })
})

test('ends with the owner’s account', async () => {
  const owner = await lab.owner()
  const link = await linkOf(owner, { domain: 'gone.example' })
  await lab.end(owner)
  await expect(lab.visitor.invitation(link)).rejects.toMatchObject({ code: 'not_found' })
})

async function linkOf(owner: Owner, { domain }: { domain: string }): Promise<{ invitationId: string }> {
  const { url } = await owner.client.createDomainLink({ domain, role: 'suggester' })
  return { invitationId: url.split('/').at(-1) ?? '' }
}
