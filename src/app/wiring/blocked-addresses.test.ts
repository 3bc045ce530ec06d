import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Answer, Block } from '#features/abuse/model/index.ts'
import { PASSWORD } from '../../../tests/support/browser.ts'
import { mailsTo, tokenTo } from '../../../tests/support/outbox.ts'
import { testProduct } from '../../../tests/support/product.ts'

const MANY = { window: 60, max: 10_000 }
const site = await testProduct({
  settings: { OPERATORS: 'olga@example.com', DISPOSABLE_ADDRESSES: 'refuse' },
  rateLimits: { signUp: { window: 600, max: 40 }, logIn: MANY, other: MANY },
})
const { db, browser } = site
const operator = browser('127.0.0.2')
await operator.signUp({ email: 'olga@example.com' })
await db.$client.query(`update users set email_verified = true where email = 'olga@example.com'`)

const BLOCKED = 'This address can’t be used here. Use another one, or contact us if you think that is a mistake.'
const CONFIRM = 'Confirm your new e-mail address'

test('a blocked domain refuses its addresses and those of its sub-domains, in any spelling', async () => {
  await block('@Spam.Example', 'A wave of sign-ups')
  await block('bücher.example', 'Another one')
  for (const email of ['ada@spam.example', 'Ada@SPAM.example', 'a+b@mail.deep.spam.example', 'a@xn--bcher-kva.example'])
    expect(await refusalOf(email), email).toMatchObject({
      code: 'unprocessable',
      message: BLOCKED,
      details: { field: 'email' },
    })
  expect(await refusalOf('ada@notspam.example')).toBeUndefined()
  expect(await refusalOf('ada@spam.example.org')).toBeUndefined()
})

test('a blocked address refuses its other spellings, and nobody else at the domain', async () => {
  await block('bad.person+1@gmail.com', 'Fraud')
  for (const email of ['badperson@gmail.com', 'b.adperson+x@googlemail.com', 'BAD.person@gmail.com'])
    expect(await refusalOf(email), email).toMatchObject({ message: BLOCKED })
  expect(await refusalOf('badperson@gmx.net')).toBeUndefined()
})

test('the refusal is the same whether or not the address has an account', async () => {
  const email = `${randomUUID()}@old.example`
  await browser().signUp({ email })
  await block('old.example', 'A wave of sign-ups')
  const [known, unknown] = [await browser().signUp({ email }), await browser().signUp({ email: 'new@old.example' })]
  expect([known.status, known.text]).toEqual([unknown.status, unknown.text])
})

test('accounts with a blocked address stay, confirm it, log in and move away', async () => {
  const email = `${randomUUID()}@kept.example`
  const dana = browser()
  await dana.signUp({ email })
  await block('kept.example', 'A wave of sign-ups')
  const token = await tokenTo(db, email, 'Confirm your e-mail address')
  expect((await browser().send('/api/auth/verify-email', { json: { token } })).status).toBe(200)
  expect((await browser().logIn({ email })).status).toBe(200)
  expect((await changeAddress(dana, `${randomUUID()}@example.com`)).status).toBe(200)
})

test('nobody changes to a blocked address, and no mail goes there', async () => {
  await block('late.example', 'A wave of sign-ups')
  const { dana, email } = await site.signedUp()
  const newEmail = `${randomUUID()}@mail.late.example`
  const refused = await changeAddress(dana, newEmail)
  expect(refused.status).toBe(422)
  expect(refused.json()).toMatchObject({ error: { message: BLOCKED, details: { field: 'newEmail' } } })
  expect(await mailsTo(db, newEmail)).toEqual([])
  expect((await dana.call('accounts/me')).output).toMatchObject({ email })
})

test('a block that begins while a change is open refuses it; the account keeps its address', async () => {
  const { dana, email } = await site.signedUp()
  const newEmail = `${randomUUID()}@open.example`
  await changeAddress(dana, newEmail)
  const token = await tokenTo(db, newEmail, CONFIRM)
  const { id } = await block('open.example', 'A wave of sign-ups')
  const confirm = () => browser().send('/api/auth/confirm-email', { json: { token } })
  const refused = await confirm()
  expect(refused.status).toBe(422)
  expect(refused.json()).toMatchObject({ error: { message: BLOCKED } })
  expect((await dana.call('accounts/me')).output).toMatchObject({ email })
  await operator.call('operator/unblockAddress', { id, reason: 'A mistake' })
  expect((await confirm()).status, 'the link works once the block is gone').toBe(200)
})

test('addresses of throw-away providers are refused, also at their sub-domains', async () => {
  for (const email of ['ada@mailinator.com', 'ada@eu.mailinator.com'])
    expect(await refusalOf(email), email).toMatchObject({ message: expect.stringContaining('throw-away') })
  const { dana } = await site.signedUp()
  expect((await changeAddress(dana, 'ada@yopmail.com')).status).toBe(422)
})

test('a domain of many people needs a confirmation, on top of the reason', async () => {
  for (const target of ['gmail.com', 'co.uk', 'zip']) {
    const refused = await operator.call('operator/blockAddress', { target, reason: 'Spam' })
    expect(refused.status, target).toBe(422)
    expect(refused.text).toContain('"field":"isShared"')
  }
  await block('zip', 'Nobody writes to us from there', { isShared: true })
  expect(await refusalOf('ada@holiday.zip')).toMatchObject({ message: BLOCKED })
  expect(await refusalOf('ada@zip.example')).toBeUndefined()
})

test('what is neither a domain nor an address is refused, and so is a second block', async () => {
  for (const target of ['', 'http://spam.example/', 'ada@', '127.0.0.1'])
    expect((await operator.call('operator/blockAddress', { target, reason: 'Spam' })).status, target).toBe(422)
  expect((await operator.call('operator/blockAddress', { target: 'twice.example', reason: 'x' })).status).toBe(422)
  await block('twice.example', 'Spam')
  expect((await operator.call('operator/blockAddress', { target: '*.TWICE.example', reason: 'Spam' })).status).toBe(409)
})

test('two operators who block or unblock at once do it once', async () => {
  const blocks = await Promise.all(
    [1, 2].map(() => operator.call('operator/blockAddress', { target: 'race.example', reason: 'Spam' })),
  )
  expect(blocks.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
  const [found] = (await listed({ search: 'race.example' })).blocks
  const removals = await Promise.all(
    [1, 2].map(() => operator.call('operator/unblockAddress', { id: found?.id, reason: 'A mistake' })),
  )
  expect(removals.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
  expect((await log('race.example')).map(({ action }) => action)).toEqual(['address.unblock', 'address.block'])
})

test('the list says what, who, when and why, and answers about a searched address', async () => {
  const { id } = await block('why.example', 'Sells pills')
  const { blocks, answer, refusesDisposable } = await listed({ search: 'sells PILLS' })
  expect(blocks).toMatchObject([
    { id, target: 'why.example', reason: 'Sells pills', blockedBy: 'olga@example.com', blockedAt: expect.any(String) },
  ])
  expect([answer, refusesDisposable]).toEqual([null, true])
  expect((await listed({ search: 'Ada@mail.why.example' })).answer).toEqual({
    target: 'ada@mail.why.example',
    blockedBy: 'why.example',
    isDisposable: false,
  })
  expect((await listed({ search: 'mailinator.com' })).answer).toMatchObject({ blockedBy: null, isDisposable: true })
})

test('the log has each block with its reason, and an address with its person', async () => {
  const { email, id: userId } = await site.signedUp()
  await block(email, 'Threats')
  expect(await log(email)).toMatchObject([
    {
      action: 'address.block',
      operator: 'olga@example.com',
      reason: 'Threats',
      before: { isBlocked: false },
      after: { isBlocked: true },
      person: { id: userId },
    },
  ])
})

test('refused sign-ups count towards the limit of a caller', async () => {
  await block('flood.example', 'Spam')
  const caller = browser('127.0.0.3')
  const statuses: number[] = []
  for (let n = 0; n <= 40; n += 1) statuses.push((await caller.signUp({ email: `a${n}@flood.example` })).status)
  expect(statuses.slice(0, 40).every((status) => status === 422)).toBe(true)
  expect(statuses.at(-1)).toBe(429)
})

async function block(target: string, reason: string, more: object = {}): Promise<Block> {
  const answer = await operator.call('operator/blockAddress', { target, reason, ...more })
  expect(answer.status, answer.text).toBe(200)
  return answer.output as Block
}

/** The refusal of a sign-up; undefined if it made an account. */
async function refusalOf(email: string): Promise<unknown> {
  const answer = await browser().signUp({ email })
  const body = answer.json() as { error?: unknown }
  const { rows } = await db.$client.query('select 1 from users where email = lower($1)', [email])
  expect(rows, email).toHaveLength(answer.status === 200 ? 1 : 0)
  return body.error
}

function changeAddress(person: ReturnType<typeof browser>, newEmail: string) {
  return person.send('/api/auth/change-email', { json: { newEmail, password: PASSWORD } })
}

async function listed(input: object) {
  const { output } = await operator.call('operator/blockedAddresses', input)
  return output as { blocks: Block[]; answer: Answer | null; refusesDisposable: boolean }
}

async function log(subjectId: string): Promise<{ action: string }[]> {
  const { output } = await operator.call('operator/actions', { subjectId, kind: 'changes' })
  return (output as { actions: { action: string }[] }).actions
}
