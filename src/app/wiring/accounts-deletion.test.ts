import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { linkTo, mailsTo } from '../../../tests/support/outbox.ts'
import { PASSWORD } from '../../../tests/support/browser.ts'
import { testProduct } from '../../../tests/support/product.ts'
import { runJobs } from '../../../tests/support/storage.ts'

const site = await testProduct()
const { db, browser, signedUp } = site

test('deletes personal data, sessions and projects with the account, and keeps money rows', async () => {
  const { dana, email, id } = await signedUp({ name: 'Dana Ray' })
  const phone = browser()
  await phone.logIn({ email })
  await dana.call('accounts/updatePreferences', { theme: 'dark' })
  await makeProject(id)
  const done = await dana.send('/api/auth/delete-account', {
    json: { password: PASSWORD, confirm: email.toUpperCase() },
  })
  expect(done.json()).toEqual({ done: true })

  expect(dana.cookies.size).toBe(0)
  for (const person of [dana, phone]) expect((await person.call('accounts/me')).output).toBeNull()
  const user = await db.$client.query(
    `select email, display_name, photo, preferences, email_verified, deleted_at is not null as deleted from users where id = $1`,
    [id],
  )
  expect(user.rows).toEqual([
    {
      email: `deleted-${id}@deleted.invalid`,
      display_name: '',
      photo: null,
      preferences: {},
      email_verified: false,
      deleted: true,
    },
  ])
  for (const table of ['sessions', 'identities', 'account_tokens']) {
    expect((await db.$client.query(`select 1 from ${table} where user_id = $1`, [id])).rows, table).toEqual([])
  }
  await runJobs(site, ['media.delete-all'])
  expect((await db.$client.query('select 1 from projects where owner_id = $1', [id])).rows).toEqual([])
  const money = await db.$client.query('select balance from credit_accounts where user_id = $1', [id])
  expect(money.rows).toEqual([{ balance: 30 }])
  expect(await mailsTo(db, email, 'is deleted')).toHaveLength(1)
})

test('hides all videos with the account at once, however many; one job deletes them', async () => {
  const { dana, email, id } = await signedUp()
  const videos = await Promise.all(Array.from({ length: 45 }, () => makeProject(id)))
  expect((await remove(dana, email)).status).toBe(200)
  expect(
    (await db.$client.query('select 1 from projects where owner_id = $1 and removed_at is null', [id])).rows,
  ).toEqual([])
  expect(await jobsOf(id)).toEqual([
    { name: 'accounts.erasePhotos', subject_id: id },
    { name: 'media.delete-all', subject_id: id },
  ])

  await runJobs(site, ['media.delete-all'])
  expect((await db.$client.query('select 1 from projects where owner_id = $1', [id])).rows).toEqual([])
  const erased = (await jobsOf(id)).filter(({ name }) => name === 'media.erase').map((job) => job.subject_id)
  expect(erased).toEqual(videos.toSorted())
})

test('refuses a log-in to a deleted account, and lets its address sign up again', async () => {
  const { dana, email, id } = await signedUp()
  await remove(dana, email)
  expect((await browser().logIn({ email })).status).toBe(401)
  expect((await browser().logIn({ email: `deleted-${id}@deleted.invalid` })).status).toBe(401)
  await browser().send('/api/auth/request-password-reset', { json: { email: `deleted-${id}@deleted.invalid` } })
  expect(await mailsTo(db, `deleted-${id}@deleted.invalid`)).toEqual([])

  const again = browser()
  expect((await again.signUp({ email })).status).toBe(200)
  const me = (await again.call('accounts/me')).output
  expect(me).toMatchObject({ email, displayName: '', preferences: {} })
  expect(me).not.toMatchObject({ id })
  expect((await again.call('credits/balance')).output).toMatchObject({ available: 30 })
})

test('ignores links sent before the account was deleted', async () => {
  const { dana, email } = await signedUp()
  await browser().send('/api/auth/request-password-reset', { json: { email } })
  const token = (await linkTo(db, email, 'Set a new password')).searchParams.get('token')
  await remove(dana, email)
  const late = await browser().send('/api/auth/reset-password', { json: { token, newPassword: 'seven tall lanterns' } })
  expect(late.status).toBe(404)
})

test.each([
  { missing: 'the password', form: { confirm: 'own' }, status: 403, field: 'password' },
  {
    missing: 'the right password',
    form: { confirm: 'own', password: 'not the password' },
    status: 403,
    field: 'password',
  },
  { missing: 'the address', form: { confirm: 'x@example.com', password: PASSWORD }, status: 422, field: 'confirm' },
])('deletes nothing without $missing', async ({ form, status, field }) => {
  const { dana, email } = await signedUp()
  const json = { ...form, confirm: form.confirm === 'own' ? email : form.confirm }
  const refused = await dana.send('/api/auth/delete-account', { json })
  expect(refused.status).toBe(status)
  expect(refused.json()).toMatchObject({ error: { details: { field } } })
  expect((await dana.call('accounts/me')).output).toMatchObject({ email })
})

test('deletes once when asked twenty times at once', async () => {
  const { dana, email } = await signedUp()
  const cookies = new Map(dana.cookies)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => {
      const one = browser()
      for (const [name, value] of cookies) one.cookies.set(name, value)
      return remove(one, email)
    }),
  )
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused).toHaveLength(19)
  // A late one finds either no session or no password.
  for (const { status, text } of refused) expect([401, 403], text).toContain(status)
  expect(await mailsTo(db, email, 'is deleted')).toHaveLength(1)
})

test('a log-in during the deletion gives access to no account', async () => {
  const { dana, email, id } = await signedUp()
  const others = Array.from({ length: 8 }, () => browser())
  await Promise.all([remove(dana, email), ...others.map((other) => other.logIn({ email }))])
  for (const other of others) expect((await other.call('accounts/me')).output).toBeNull()
  expect((await db.$client.query('select 1 from sessions where user_id = $1', [id])).rows).toEqual([])
})

test('rolls back the whole deletion when one part fails', async () => {
  const { dana, email, id } = await signedUp()
  // A process that dies midway commits nothing.
  await db.$client.query(
    `create function die() returns trigger language plpgsql as $$ begin raise exception 'the process is gone'; end $$`,
  )
  await db.$client.query('create trigger die before delete on identities for each row execute function die()')
  expect((await remove(dana, email)).status).toBe(500)
  await db.$client.query('drop trigger die on identities')
  expect((await dana.call('accounts/me')).output).toMatchObject({ id, email })
  expect(await mailsTo(db, email, 'is deleted')).toEqual([])
  expect((await remove(dana, email)).status).toBe(200)
})

function remove(person: ReturnType<typeof browser>, email: string) {
  return person.send('/api/auth/delete-account', { json: { password: PASSWORD, confirm: email } })
}

async function jobsOf(ownerId: string): Promise<{ name: string; subject_id: string }[]> {
  const { rows } = await db.$client.query<{ name: string; subject_id: string }>(
    'select name, subject_id from jobs where owner_id = $1 order by name, subject_id',
    [ownerId],
  )
  return rows
}

async function makeProject(ownerId: string): Promise<string> {
  const id = randomUUID()
  await db.$client.query(
    `insert into projects (id, owner_id, title, stage, size_bytes, sha256) values ($1, $2, 'Clip', 'checking', 1000, repeat('0', 64))`,
    [id, ownerId],
  )
  return id
}
