import { expect, test } from 'vitest'
import type { OperatorAction } from '#features/operations/model/index.ts'
import { testProduct } from '../../../tests/support/product.ts'

const { db, browser, product, signedUp } = await testProduct({
  settings: { OPERATORS: 'olga@example.com,otto@example.com,olive@example.com' },
})
const olga = await operator('olga@example.com')
const otto = await operator('otto@example.com')
const READS = ['user', 'userSessions', 'userExports', 'userTeam', 'creditHistory', 'payments']

test('opening a person’s page is one entry an hour for each operator, however much of it loads', async () => {
  const { id, email } = await signedUp()
  for (const procedure of READS) await olga.call(`operator/${procedure}`, { userId: id })
  await Promise.all(READS.map((procedure) => olga.call(`operator/${procedure}`, { userId: id })))
  expect(await log({ person: email })).toMatchObject([
    { action: 'user.view', operator: 'olga@example.com', about: email },
  ])
  await otto.call('operator/payments', { userId: id })
  expect((await log({ person: email })).map((one) => one.operator)).toEqual(['otto@example.com', 'olga@example.com'])
  // The next hour.
  await db.$client.query(`alter table operator_actions disable trigger operator_actions_final`)
  await db.$client.query(`update operator_actions set read_hour = read_hour - interval '1 hour' where about = $1`, [
    email,
  ])
  await db.$client.query(`alter table operator_actions enable trigger operator_actions_final`)
  await olga.call('operator/user', { userId: id })
  expect(await log({ person: email })).toHaveLength(3)
})

test('each search of users is one entry; nobody’s page and the state of the machine are none', async () => {
  const before = (await log({ kind: 'reads' })).length
  for (const search of ['ada', ' ada ', 'ada', 'bob']) await olga.call('operator/users', { search })
  await olga.call('operator/user', { userId: '0a000000-0000-4000-8000-00000000dead' })
  await olga.call('operator/health')
  await olga.call('operator/actions', {})
  const entries = await log({ kind: 'reads' })
  expect(entries.slice(0, entries.length - before).map(({ about }) => about)).toEqual(['bob', 'ada'])
})

test('finds entries by operator, person, kind, day, and part of a reason', async () => {
  const { id, email } = await signedUp()
  await otto.call('operator/addNote', { userId: id, note: 'Called about a REFÚND, friendly' })
  await olga.call('operator/decideUser', { userId: id, decision: 'suspend', reason: 'Spam' })
  const today = new Date().toISOString().slice(0, 10)
  const of = async (filter: object) => (await log({ person: email, ...filter })).map(({ action }) => action)
  expect(await of({})).toEqual(['user.suspend', 'user.note'])
  expect(await of({ operator: 'otto@example.com' })).toEqual(['user.note'])
  expect(await of({ search: 'about a refund' })).toEqual(['user.note'])
  expect(await of({ search: email.slice(3, 20) })).toEqual(['user.suspend', 'user.note'])
  expect(await of({ kind: 'reads' })).toEqual([])
  expect(await of({ kind: 'user', from: '2026-01-01', until: today.replace(/^20/u, '21') })).toHaveLength(2)
  expect(await of({ until: '2020-01-01' })).toEqual([])
  expect((await olga.call('operator/actionOperators')).output).toEqual(['olga@example.com', 'otto@example.com'])
})

test('an erased person’s entries are found by their former address, without a link', async () => {
  const { id, email } = await signedUp()
  await olga.call('operator/addNote', { userId: id, note: 'Wants to leave' })
  await olga.call('operator/eraseUser', { userId: id, reason: 'They asked', confirm: email })
  const entries = await log({ person: email })
  expect(entries.map(({ action, person }) => [action, person])).toEqual([
    ['user.erase', null],
    ['user.note', null],
  ])
})

test('exports the filtered log as CSV that no spreadsheet computes, and records that', async () => {
  const { id, email } = await signedUp()
  await olga.call('operator/addNote', { userId: id, note: '=HYPERLINK("http://evil.example", "click")' })
  await olga.call('operator/addNote', { userId: id, note: 'Another' })
  const file = await otto.send(`/api/operator-log/export.csv?person=${email}&kind=changes&until=`)
  expect(file.status).toBe(200)
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="audit-log.csv"')
  const [header, first, second, end] = file.text.split('\r\n')
  expect(header).toBe('time,operator,entry,reason,action,person,about,before,after,number')
  expect(first).toContain(`,olga@example.com,olga@example.com left a note about ${email}.,Another,user.note,${email},`)
  expect(second).toContain(`,"'=HYPERLINK(""http://evil.example"", ""click"")",user.note,`)
  expect(end).toBe('')
  const [entry] = await log({ kind: 'log' })
  expect(entry).toMatchObject({
    action: 'log.export',
    operator: 'otto@example.com',
    after: { person: email, kind: 'changes' },
  })
})

test('the export holds every entry once, over several steps', async () => {
  const { id, email } = await signedUp()
  await db.$client.query(
    `insert into operator_actions (operator_id, operator_email, action, subject_kind, subject_id, about, person_id, at)
     select $1::uuid, 'olga@example.com', 'user.note', 'user', $1::text, $2, $1::uuid, now() from generate_series(1, 1203)`,
    [id, email],
  )
  const { text } = await otto.send(`/api/operator-log/export.csv?person=${email}`)
  const numbers = text
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',').at(-1))
  expect(new Set(numbers).size).toBe(1_203)
  expect(numbers).toHaveLength(1_203)
})

test('an operator exports ten times in ten minutes; others are not held up', async () => {
  const olive = await operator('olive@example.com')
  const statuses: number[] = []
  for (let n = 0; n < 11; n += 1)
    statuses.push((await olive.send('/api/operator-log/export.csv?from=2030-01-01')).status)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  expect((await otto.send('/api/operator-log/export.csv?from=2030-01-01')).status).toBe(200)
})

test('entries about views go after a year; changes, exports and newer views stay', async () => {
  const entry = (action: string, age: string, hour: string) =>
    db.$client.query(
      `insert into operator_actions (operator_id, operator_email, action, subject_kind, subject_id, about, at, read_hour)
       select id, email, $1, 'old', $1 || $2, '', now() - $2::interval, ${hour} from users where email = 'otto@example.com'`,
      [action, age],
    )
  await entry('user.view', '366 days', `now() - '366 days'::interval`)
  await entry('user.view', '364 days', `now() - '364 days'::interval`)
  await entry('user.suspend', '3 years', 'null')
  await entry('log.export', '2 years', 'null')
  await product.maintenance()
  const { rows } = await db.$client.query<{ id: string }>(
    `select subject_id as id from operator_actions where subject_kind = 'old' order by 1`,
  )
  expect(rows.map(({ id }) => id)).toEqual(['log.export2 years', 'user.suspend3 years', 'user.view364 days'])
  const removal = db.$client.query(`delete from operator_actions where action = 'user.suspend'`)
  await expect(removal).rejects.toThrow('never changed')
})

test('refuses an export with an unknown kind, and to others as if it did not exist', async () => {
  expect((await otto.send('/api/operator-log/export.csv?kind=secrets')).status).toBe(422)
  const { dana } = await signedUp()
  expect((await dana.send('/api/operator-log/export.csv')).status).toBe(404)
  expect((await browser().send('/api/operator-log/export.csv')).status).toBe(401)
})

async function log(filter: object): Promise<OperatorAction[]> {
  const { output } = await olga.call('operator/actions', filter)
  return (output as { actions: OperatorAction[] }).actions
}

async function operator(email: string) {
  const person = browser()
  await person.signUp({ email })
  await db.$client.query('update users set email_verified = true where email = $1', [email])
  return person
}
