import { afterAll, expect, test } from 'vitest'
import { transaction } from '#platform/server/db.ts'
import type { Mail } from '#platform/server/mail.ts'
import { execute } from '#platform/server/rows.ts'
import { until } from '../../../tests/drills/children.ts'
import { PASSWORD } from '../../../tests/support/browser.ts'
import { mailsTo } from '../../../tests/support/outbox.ts'
import { startReview } from '../../../tests/support/review.ts'

import { listen } from '../server/listen.ts'
import { type BuiltPages, webApp } from '../server/web-app.ts'

const lab = await startReview()
const { db, product } = lab
// The address of the page takes forms; its drawing is not asked for here.
const BUILT: BuiltPages = {
  draw: async ({ notice }) => `<html><head></head><body>${notice ?? 'the page'}</body></html>`,
  files: [],
}
const pages = webApp(product, { publicUrl: product.publicUrl, built: BUILT })
const server = await listen({ app: pages, host: '127.0.0.1', port: 0 })
afterAll(() => server.stop())
const ada = await lab.person('Ada')
const bob = await lab.person('Bob')
await lab.join(ada, bob)
const WORDS = { firstWordId: 'w1', lastWordId: 'w1' }
const ONE_CLICK = { 'List-Unsubscribe': 'One-Click' }

test('one click without a log-in turns off one kind of mails, and only a POST does', async () => {
  const path = await mentioned('Spring')
  for (const method of ['GET', 'HEAD']) expect((await fetch(new URL(path, server.url), { method })).status).toBe(200)
  expect(await switchesOf(bob)).toEqual({ comments: true, team: true, referrals: true })
  const answer = await post(path, ONE_CLICK)
  expect([answer.status, await answer.text()]).toEqual([200, 'Unsubscribed.'])
  expect(await switchesOf(bob)).toEqual({ comments: false, team: true, referrals: true })
  expect(await switchesOf(ada)).toEqual({ comments: true, team: true, referrals: true })
  const again = await post(path, {})
  expect([again.status, again.headers.get('location')]).toEqual([303, '/unsubscribed'])

  const projectId = await lab.project(ada, 'one two three', 'Unwanted')
  await ada.review.start({ projectId, ...WORDS, text: 'Look, @Bob' })
  expect(await mailsTo(db, bob.email, 'Unwanted')).toEqual([])
  expect((await bob.review.threads({ projectId, filter: 'mentions' })).threads).toHaveLength(1)
})

test('a request of a mail program from another site counts, since the token alone decides', async () => {
  const path = await mentioned('Harvest', { on: true })
  const headers = { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' }
  expect((await post(path, ONE_CLICK, headers)).status).toBe(200)
  expect(await switchesOf(bob)).toMatchObject({ comments: false })
})

test('a changed token turns off nothing, and guesses are limited', async () => {
  const path = await mentioned('Autumn', { on: true })
  const token = path.split('/').at(-1) ?? ''
  const forged = [
    token.replace('comments', 'team'),
    token.slice(0, -1),
    `${token}A`,
    'comments-',
    'team',
    'x'.repeat(64),
  ]
  for (const wrong of forged) {
    const answer = await post(`/unsubscribe/${wrong}`, ONE_CLICK)
    expect(answer.status, wrong).toBe(404)
    expect(await answer.text()).toContain('This link does not work.')
  }
  expect(await switchesOf(bob)).toEqual({ comments: true, team: true, referrals: true })
  const guesses = await Promise.all(Array.from({ length: 20 }, () => post('/unsubscribe/team-guess', ONE_CLICK)))
  const refused = guesses.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(6)
  const waits = refused.map(({ headers }) => Number(headers.get('retry-after')))
  expect(Math.min(...waits)).toBeGreaterThan(500)
  expect(Math.max(...waits)).toBeLessThanOrEqual(600)
  expect(await refused[0]?.text()).toMatch(/Too many attempts\. Try again in (?:9|10) minutes\./u)
  // A mail provider sends the clicks of many people from one address.
  expect((await post(path, ONE_CLICK)).status).toBe(200)
})

test('the answer to too many uses of a link names the rest of the hour', async () => {
  const path = await mentioned('Crowd', { on: true })
  const answers = await Promise.all(Array.from({ length: 61 }, () => post(path, {})))
  const refused = answers.find(({ status }) => status === 429)
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(3_000)
  expect(await refused?.text()).toMatch(/Try again in \d\d minutes\./u)
})

test('an unreadable body unsubscribes too, and is answered as a form is', async () => {
  const zoe = await lab.person('Zoe')
  const answer = await fetch(new URL(await linkFor(zoe), server.url), {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: 'no part at all',
    redirect: 'manual',
  })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/unsubscribed'])
  expect(await switchesOf(zoe)).toMatchObject({ team: false })
})

test('an account that is deleted meanwhile leaves no choice of mails behind', async () => {
  const zoe = await lab.person('Zoe')
  const path = await linkFor(zoe)
  const { asked } = await transaction(db, async (tx) => {
    await execute(tx, 'select 1 from users where id = $1 for update', [zoe.id])
    const asked = post(path, ONE_CLICK)
    await until('the request waits for the account', async () => {
      const { rowCount } = await db.$client.query(
        `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'insert into mail_opt_outs%'
           and datname = current_database()`,
      )
      return rowCount === 0 ? undefined : true
    })
    await execute(
      tx,
      `update users set deleted_at = now(), email = 'deleted-' || id || '@deleted.invalid', display_name = '',
         photo = null where id = $1`,
      [zoe.id],
    )
    return { asked }
  })
  expect((await asked).status).toBe(200)
  expect((await db.$client.query('select 1 from mail_opt_outs where user_id = $1', [zoe.id])).rows).toEqual([])
})

test('nothing is changed during maintenance', async () => {
  const zoe = await lab.person('Zoe')
  const path = await linkFor(zoe)
  const closed = webApp(product, { publicUrl: product.publicUrl, built: BUILT, maintenance: true })
  for (const address of [path, '/report/look/unknown']) {
    const answer = await closed.request(address, { method: 'POST', body: new URLSearchParams(ONE_CLICK) })
    expect(answer.status, address).toBe(503)
    expect(answer.headers.get('retry-after'), address).toBe('300')
  }
  expect(await switchesOf(zoe)).toMatchObject({ team: true })
})

test('mails about access keep coming and offer no way out; those about the team do', async () => {
  const zoe = await lab.person('Zoe')
  const yan = await lab.person('Yan')
  await lab.join(zoe, yan)
  const owner = { client: (name: string, input: object) => zoe.browser.call(`collaboration/${name}`, input) }
  await owner.client('changeRole', { userId: yan.id, role: 'viewer' })
  const [role] = await mailsTo(db, yan.email, 'made you a viewer')
  expect(role?.unsubscribe).toBeUndefined()
  expect((await yan.browser.call('collaboration/leave', { ownerId: zoe.id })).status).toBe(200)
  const [left] = await mailsTo(db, zoe.email, 'no longer works on your videos')
  expect(left?.unsubscribe?.about).toBe('your team')
})

test('the data export has what was turned off, and a deleted account leaves nothing', async () => {
  const zoe = await lab.person('Zoe')
  await switchOff(zoe)
  const exported = await zoe.browser.send('/api/account/export.json')
  expect(exported.json()).toMatchObject({ mailsTurnedOff: [{ kind: 'comments', since: expect.any(String) }] })
  const json = { password: PASSWORD, confirm: zoe.email }
  expect((await zoe.browser.send('/api/auth/delete-account', { json })).status).toBe(200)
  expect((await db.$client.query('select 1 from mail_opt_outs where user_id = $1', [zoe.id])).rows).toEqual([])
})

type Person = typeof ada

/** Mentions Bob in a comment. @returns the path in the mail's link */
async function mentioned(title: string, { on = false } = {}): Promise<string> {
  if (on) await bob.browser.call('accounts/switchMails', { kind: 'comments', isOn: true })
  const projectId = await lab.project(ada, 'one two three', title)
  await ada.review.start({ projectId, ...WORDS, text: 'Look, @Bob' })
  const [mail] = await mailsTo(db, bob.email, title)
  return pathIn(mail)
}

/** The path of a link for mails about the team. */
async function linkFor(owner: Person): Promise<string> {
  const member = await lab.person('Yan')
  await lab.join(owner, member)
  await member.browser.call('collaboration/leave', { ownerId: owner.id })
  const [left] = await mailsTo(db, owner.email, 'no longer works on your videos')
  return pathIn(left)
}

function pathIn(mail: Mail | undefined): string {
  if (mail?.unsubscribe === undefined) throw new Error('the mail has no way to unsubscribe')
  return new URL(mail.unsubscribe.url).pathname
}

async function switchOff(who: Person): Promise<void> {
  expect((await who.browser.call('accounts/switchMails', { kind: 'comments', isOn: false })).status).toBe(200)
}

async function switchesOf(who: Person) {
  const { output } = await who.browser.call('accounts/mails')
  return Object.fromEntries((output as { kind: string; isOn: boolean }[]).map(({ kind, isOn }) => [kind, isOn]))
}

async function post(path: string, form: Record<string, string>, headers: Record<string, string> = {}) {
  const body = new URLSearchParams(form)
  return fetch(new URL(path, server.url), { method: 'POST', body, headers, redirect: 'manual' })
}
