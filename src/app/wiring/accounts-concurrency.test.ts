import { expect, test } from 'vitest'
import { transaction } from '#platform/server/db.ts'
import { interleave } from '../../../tests/support/interleave.ts'
import { countBlockedQueries } from '../../../tests/support/blocked-queries.ts'
import { mailsTo, tokenTo } from '../../../tests/support/outbox.ts'
import { PASSWORD } from '../../../tests/support/browser.ts'
import { testProduct } from '../../../tests/support/product.ts'

const { db, browser, signedUp } = await testProduct()
const NEW_PASSWORD = 'seven tall lanterns'
/** The query that checks the password of a logged-in user. */
const PASSWORD_QUERY = 'select password from identities'
/** The query of a log-in. */
const LOG_IN_QUERY = 'from "identities"'
/** The query that reads the caller's session. */
const CALLER_QUERY = 'from sessions s join users u'
/** Writes that may race a deletion; `lastRead` is the last query before the write. */
const KEEPING = [
  {
    what: 'a place in the affiliate programme',
    lastRead: CALLER_QUERY,
    ask: (dana: Person, username: string) =>
      dana.call('referrals/join', { username, channel: 'Cooking', country: 'DE', acceptsTerms: true }),
  },
  {
    what: 'a video',
    lastRead: 'left join billing_lower_limits',
    ask: (dana: Person) =>
      dana.send('/api/uploads', { method: 'POST', headers: { 'tus-resumable': '1.0.0', 'upload-length': '1000' } }),
  },
  {
    what: 'another name',
    lastRead: CALLER_QUERY,
    ask: (dana: Person) => dana.call('accounts/updateProfile', { displayName: 'Dana Ray' }),
  },
]

test('more sign-ups at once than connections all succeed', async () => {
  // A hook that took a connection beside that of its transaction would leave none for anybody.
  const signUps = Array.from({ length: db.$client.options.max + 2 }, (_, at) =>
    browser().signUp({ email: `at-once-${at}@example.com` }),
  )
  expect((await Promise.all(signUps)).map(({ status }) => status)).toEqual(signUps.map(() => 200))
})

test('a log-in during a password reset needs the new password', async () => {
  const { email, id } = await signedUp()
  const reset = await resetOf(email)
  const done = interleave(LOG_IN_QUERY, reset)
  const late = await browser().logIn({ email })
  expect((await done).status).toBe(200)
  expect(late.status).toBe(401)
  expect(late.json()).toMatchObject({ error: { details: { field: 'password' } } })
  expect((await db.$client.query('select 1 from sessions where user_id = $1', [id])).rows).toEqual([])
  expect((await browser().logIn({ email, password: NEW_PASSWORD })).status).toBe(200)
})

test('a log-in during a password change leaves no session behind', async () => {
  const { dana, email, id } = await signedUp()
  const done = interleave(LOG_IN_QUERY, () => change(dana))
  expect((await browser().logIn({ email })).status).toBe(401)
  expect((await done).status).toBe(200)
  expect((await db.$client.query('select 1 from sessions where user_id = $1', [id])).rows).toHaveLength(1)
})

test('a log-in during the deletion of the account reports that it is gone', async () => {
  const { dana, email } = await signedUp()
  const done = interleave(LOG_IN_QUERY, () =>
    dana.send('/api/auth/delete-account', { json: { password: PASSWORD, confirm: email } }),
  )
  const late = await browser().logIn({ email })
  expect((await done).status).toBe(200)
  expect(late.status).toBe(401)
  expect(late.json()).toMatchObject({ error: { message: 'This account was just deleted.' } })
})

test('refuses an address change or a deletion that a password reset overtakes', async () => {
  for (const path of ['change-email', 'delete-account']) {
    const { dana, email, id } = await signedUp()
    const reset = await resetOf(email)
    const done = interleave(PASSWORD_QUERY, reset)
    const json = { password: PASSWORD, newEmail: `new-${email}`, confirm: email }
    const late = await dana.send(`/api/auth/${path}`, { json })
    expect((await done).status).toBe(200)
    expect(late.json(), path).toMatchObject({ error: { code: 'unauthorized', message: 'No user logged in' } })
    expect(await mailsTo(db, `new-${email}`)).toEqual([])
    const { rows } = await db.$client.query('select email, deleted_at from users where id = $1', [id])
    expect(rows).toEqual([{ email, deleted_at: null }])
  }
})

test('refuses a payout method that a password reset overtakes', async () => {
  const { dana, email, id } = await signedUp()
  await db.$client.query('update users set email_verified = true where id = $1', [id])
  await dana.call('referrals/join', { username: 'dana-pays', channel: 'Cooking', country: 'DE', acceptsTerms: true })
  const reset = await resetOf(email)
  const done = interleave(PASSWORD_QUERY, reset)
  const home = { country: 'DE', taxResidency: 'DE', password: PASSWORD }
  const method = { kind: 'paypal', email: 'thief@example.com' }
  const late = await dana.call('referrals/savePayoutSettings', { ...home, method })
  expect((await done).status).toBe(200)
  expect(late.json()).toMatchObject({ json: { message: 'No user logged in' } })
  expect((await db.$client.query('select 1 from payout_settings where affiliate_id = $1', [id])).rows).toEqual([])
})

test('a reset during a password change waits for it, then finds its link invalid', async () => {
  const { dana, email, id } = await signedUp()
  const reset = await resetOf(email)
  let changed: ReturnType<typeof change> | undefined
  let late: ReturnType<typeof reset> | undefined
  await transaction(db, async (tx) => {
    await tx.$client.query('select 1 from identities where user_id = $1 for update', [id])
    changed = change(dana)
    await expect.poll(() => countBlockedQueries(db)).toBe(1)
    late = reset()
    await expect.poll(() => countBlockedQueries(db)).toBe(2)
  })
  expect((await changed)?.status).toBe(200)
  expect((await late)?.status).toBe(404)
})

test('keeps one of two address changes requested at once', async () => {
  const { dana, email, id } = await signedUp()
  const ask = (newEmail: string) => dana.send('/api/auth/change-email', { json: { newEmail, password: PASSWORD } })
  let both: ReturnType<typeof ask>[] = []
  await transaction(db, async (tx) => {
    await tx.$client.query('select 1 from users where id = $1 for update', [id])
    both = [ask(`one-${email}`), ask(`two-${email}`)]
    await expect.poll(() => countBlockedQueries(db)).toBe(2)
  })
  expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200])
  const { rows } = await db.$client.query(
    `select 1 from account_tokens where user_id = $1 and purpose = 'change_email'`,
    [id],
  )
  expect(rows).toHaveLength(1)
})

test.each(KEEPING)('does not store $what once the account is deleted', async ({ lastRead, ask }) => {
  const { dana, email, id } = await signedUp()
  const gone = interleave(lastRead, () => remove(dana, email))
  const late = await ask(dana, `a${id.slice(0, 8)}`)
  expect((await gone).status).toBe(200)
  expect(late.status).toBe(404)
  expect(late.text).toContain('User not found')
  expect(await remainingRows(id)).toEqual([])
})

test.each(KEEPING)('does not store $what while the account is being deleted', async ({ ask }) => {
  const { dana, email, id } = await signedUp()
  let gone: ReturnType<typeof remove> | undefined
  let late: ReturnType<typeof ask> | undefined
  await transaction(db, async (tx) => {
    await tx.$client.query('select 1 from sessions where user_id = $1 for update', [id])
    gone = remove(dana, email)
    await expect.poll(() => countBlockedQueries(db)).toBe(1)
    late = ask(dana, `a${id.slice(0, 8)}`)
    await expect.poll(() => countBlockedQueries(db)).toBe(2)
  })
  expect((await gone)?.status).toBe(200)
  expect((await late)?.status).toBe(404)
  expect(await remainingRows(id)).toEqual([])
})

test('deletes an affiliate’s payout method with the account, also one being saved', async () => {
  const { dana, email, id } = await signedUp()
  await db.$client.query('update users set email_verified = true where id = $1', [id])
  const username = `a${id.slice(0, 8)}`
  await dana.call('referrals/join', { username, channel: 'Cooking', country: 'DE', acceptsTerms: true })
  const home = { country: 'DE', taxResidency: 'DE', password: PASSWORD }
  const save = () => dana.call('referrals/savePayoutSettings', { ...home, method: { kind: 'paypal', email } })
  let saved: ReturnType<typeof save> | undefined
  let gone: ReturnType<typeof remove> | undefined
  await transaction(db, async (tx) => {
    await tx.$client.query('select 1 from affiliates where user_id = $1 for update', [id])
    saved = save()
    await expect.poll(() => countBlockedQueries(db)).toBe(1)
    gone = remove(dana, email)
    await expect.poll(() => countBlockedQueries(db)).toBe(2)
  })
  expect([(await saved)?.status, (await gone)?.status]).toEqual([200, 200])
  expect(await remainingRows(id)).toEqual([])
})

/** Requests a password reset link. @returns follows the link */
async function resetOf(email: string) {
  await browser().send('/api/auth/request-password-reset', { json: { email } })
  const token = await tokenTo(db, email, 'Set a new password')
  return () => browser().send('/api/auth/reset-password', { json: { token, newPassword: NEW_PASSWORD } })
}

function change(person: ReturnType<typeof browser>) {
  const json = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
  return person.send('/api/auth/change-password', { json })
}

function remove(person: Person, email: string) {
  return person.send('/api/auth/delete-account', { json: { password: PASSWORD, confirm: email } })
}

/** What a deleted account still has in the database. */
async function remainingRows(id: string): Promise<string[]> {
  const { rows } = await db.$client.query<{ found: string }>(
    `select 'application' as found from affiliate_applications where user_id = $1
     union all select state || ' affiliate' from affiliates where user_id = $1 and state <> 'closed'
     union all select 'payout settings' from payout_settings where affiliate_id = $1
     union all select 'project' from projects where owner_id = $1::text
     union all select 'name' from users where id = $1 and display_name <> ''`,
    [id],
  )
  return rows.map(({ found }) => found)
}

type Person = ReturnType<typeof browser>
