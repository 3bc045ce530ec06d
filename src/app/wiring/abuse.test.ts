import { createHash, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { CaseDetails, ReportCase, Takedown } from '#features/abuse/model/index.ts'
import { probeOf } from '../../../tests/support/exports.ts'
import { mailsTo } from '../../../tests/support/outbox.ts'
import { testProduct } from '../../../tests/support/product.ts'
import { listen } from '../server/listen.ts'
import { webApp } from '../server/web-app.ts'

const site = await testProduct({ settings: { OPERATORS: 'olga@example.com' } })
const { db, product, browser } = site
const operator = browser()
await operator.signUp({ email: 'olga@example.com' })
await db.$client.query(`update users set email_verified = true where email = 'olga@example.com'`)

test('a visitor reports a shared look, and the case keeps what it was after the look is gone', async () => {
  const { dana, id: ownerId } = await site.signedUp({ name: 'Dana' })
  const look = await sharedLook(dana, ownerId, 'Free pills')
  expect((await report('look', look.token, { text: 'It sells pills', email: 'reader@example.org' })).status).toBe(200)
  const [found] = await cases({ ownerId })
  expect(found).toMatchObject({
    kind: 'look',
    title: 'Free pills',
    state: 'open',
    reports: 1,
    owner: { id: ownerId, name: 'Dana', isSuspended: false },
  })
  expect(await details(found?.id)).toMatchObject({
    path: `/look/${look.token}`,
    newest: [{ reason: 'spam', text: 'It sells pills', email: 'reader@example.org' }],
    reason: null,
  })
  await dana.call('templates/removeLook', { id: look.id })
  expect(await details(found?.id)).toMatchObject({ title: 'Free pills', path: null, owner: { id: ownerId } })
  expect((await report('look', look.token)).status).toBe(404)
})

test('reports of one thing are one case, also under several links', async () => {
  const { dana, id: ownerId } = await site.signedUp()
  const projectId = await addVideo(ownerId, 'a')
  const [first, second] = [await reviewLink(projectId), await reviewLink(projectId)]
  for (const token of [first, second, first]) await report('review', token)
  expect(await cases({ ownerId })).toMatchObject([{ kind: 'review', title: 'Clip', reports: 3, state: 'open' }])
  expect(dana).toBeDefined()
})

test('a takedown closes every link at once, and no new one is made, also of a copy', async () => {
  const [{ dana, email, id: ownerId }, { dana: ben }] = [await site.signedUp(), await site.signedUp()]
  const [projectId, copyId] = [await addVideo(ownerId, 'b'), await addVideo(ownerId, 'b')]
  const token = await reviewLink(projectId)
  const copyToken = await reviewLink(copyId)
  expect([await reviewState(token), await reviewState(copyToken)]).toEqual(['open', 'open'])
  await report('review', token, { email: 'Reader@Example.org' })
  const caseId = await onlyCase(ownerId)
  expect((await decide(caseId, 'take-down', 'Not your film')).output).toEqual({ state: 'down' })
  expect([await reviewState(token), await reviewState(copyToken)]).toEqual(['revoked', 'revoked'])
  expect((await browser().send(`/api/review/${token}/preview.mp4`)).status).toBe(403)
  expect((await ben.send(`/api/review/${token}`)).json()).toMatchObject({ state: 'revoked' })
  expect((await operator.send(`/api/review/${token}`)).json(), 'operators decide').toMatchObject({ state: 'open' })
  for (const id of [projectId, copyId]) {
    const refused = await dana.call('review/createLink', { projectId: id, password: null, days: null })
    expect(refused.status).toBe(403)
    expect(refused.text).toContain('We took this video down')
  }
  expect((await report('review', token)).status, 'nothing is left to report').toBe(404)
  const [mail] = await mailsTo(db, email, 'We took down “Clip”')
  expect(mail?.paragraphs).toContain('The reason: Not your film')
  expect(await mailsTo(db, 'reader@example.org', 'We took down what you reported')).toHaveLength(1)
  expect(await log(caseId)).toMatchObject([
    {
      action: 'report.take-down',
      before: { state: 'open' },
      after: { state: 'down' },
      reason: 'Not your film',
      operator: 'olga@example.com',
    },
  ])
})

test('a look that was taken down is neither read, taken, shared again nor shared as a copy', async () => {
  const [{ dana, id: ownerId }, { dana: ben }] = await Promise.all([site.signedUp(), site.signedUp()])
  const look = await sharedLook(dana, ownerId, 'Neon')
  await report('look', look.token)
  await decide(await onlyCase(ownerId), 'take-down')
  expect((await browser().call('templates/linkedLook', { token: look.token })).status).toBe(404)
  expect((await ben.call('templates/linkedLook', { token: look.token })).status).toBe(404)
  expect((await ben.call('templates/takeLook', { token: look.token })).status).toBe(404)
  expect((await operator.call('templates/linkedLook', { token: look.token })).output).toMatchObject({ name: 'Neon' })
  expect((await operator.call('templates/takeLook', { token: look.token })).status).toBe(404)
  await dana.call('templates/revokeLookLink', { id: look.id })
  expect((await dana.call('templates/createLookLink', { id: look.id })).status).toBe(403)
  const copy = (await dana.call('templates/duplicateLook', { id: look.id })).output as { id: string }
  expect((await dana.call('templates/createLookLink', { id: copy.id })).status).toBe(403)
  const other = await sharedLook(dana, ownerId, 'Other', { font: { size: 0.05 } })
  expect((await browser().call('templates/linkedLook', { token: other.token })).status).toBe(200)
})

test('the owner objects once by the mailed link; a restoration is mailed to both sides', async () => {
  const { dana, email, id: ownerId } = await site.signedUp()
  const look = await sharedLook(dana, ownerId, 'Poem')
  await report('look', look.token, { email: 'critic@example.org' })
  const caseId = await onlyCase(ownerId)
  await decide(caseId, 'take-down', 'Looks like an advert')
  const token = await takedownToken(email)
  const visitor = browser()
  expect(await takedown(visitor, token)).toMatchObject({
    title: 'Poem',
    state: 'down',
    reason: 'Looks like an advert',
    objection: null,
  })
  expect((await visitor.call('abuse/object', { token, text: 'It is a poem.' })).output).toMatchObject({
    state: 'objected',
    objection: 'It is a poem.',
  })
  expect((await visitor.call('abuse/object', { token, text: 'Really.' })).status).toBe(409)
  expect((await cases({ state: 'open' })).map(({ id }) => id)).toContain(caseId)
  expect((await decide(caseId, 'restore', 'It is a poem')).output).toEqual({ state: 'restored' })
  expect((await browser().call('templates/linkedLook', { token: look.token })).status).toBe(200)
  expect(await mailsTo(db, email, '“Poem” is public again')).toHaveLength(1)
  expect(await mailsTo(db, 'critic@example.org', 'What you reported is public again')).toHaveLength(1)
  expect((await visitor.call('abuse/object', { token, text: 'Again' })).status).toBe(409)
  expect((await decide(caseId, 'restore')).status, 'decided already').toBe(409)
})

test('upheld stays down, and no second objection is read', async () => {
  const { dana, email, id: ownerId } = await site.signedUp()
  const look = await sharedLook(dana, ownerId, 'Advert')
  await report('look', look.token)
  const caseId = await onlyCase(ownerId)
  await decide(caseId, 'take-down')
  const token = await takedownToken(email)
  await browser().call('abuse/object', { token, text: 'Why?' })
  expect((await decide(caseId, 'uphold', 'It is an advert')).output).toEqual({ state: 'upheld' })
  expect((await browser().call('abuse/object', { token, text: 'No' })).status).toBe(409)
  expect((await browser().call('templates/linkedLook', { token: look.token })).status).toBe(404)
  expect(await mailsTo(db, email, '“Advert” stays down')).toHaveLength(1)
})

test('a dismissed case opens again with the next report; the owner is notified of neither', async () => {
  const { dana, email, id: ownerId } = await site.signedUp()
  const look = await sharedLook(dana, ownerId, 'Fine')
  await report('look', look.token, { email: 'often@example.org' })
  const caseId = await onlyCase(ownerId)
  expect((await decide(caseId, 'dismiss', 'Nothing wrong')).output).toEqual({ state: 'dismissed' })
  expect((await browser().call('templates/linkedLook', { token: look.token })).status).toBe(200)
  expect(await mailsTo(db, 'often@example.org', 'We looked at your report')).toHaveLength(1)
  await report('look', look.token)
  expect(await cases({ ownerId })).toMatchObject([{ state: 'open', reports: 2 }])
  expect((await mailsTo(db, email)).filter(({ subject }) => /down|report/.test(subject))).toEqual([])
})

test('of two operators who decide at once, one is refused, and one mail is sent', async () => {
  const { dana, email, id: ownerId } = await site.signedUp()
  const look = await sharedLook(dana, ownerId, 'Race')
  await report('look', look.token)
  const caseId = await onlyCase(ownerId)
  const answers = await Promise.all([decide(caseId, 'take-down'), decide(caseId, 'take-down')])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await mailsTo(db, email, 'We took down')).toHaveLength(1)
  expect(await log(caseId)).toHaveLength(1)
})

test('only the owner is led from the page to its takedown, and a forged link leads nowhere', async () => {
  const [{ dana, id: ownerId }, { dana: eve }] = await Promise.all([site.signedUp(), site.signedUp()])
  const look = await sharedLook(dana, ownerId, 'Mine')
  const page = { kind: 'look', token: look.token }
  expect((await dana.call('abuse/ownTakedown', page)).output).toBeNull()
  await report('look', look.token)
  const caseId = await onlyCase(ownerId)
  expect((await dana.call('abuse/ownTakedown', page)).output, 'not for a report alone').toBeNull()
  await decide(caseId, 'take-down')
  const { path } = (await dana.call('abuse/ownTakedown', page)).output as { path: string }
  expect(await takedown(browser(), path.replace('/takedown/', ''))).toMatchObject({ title: 'Mine' })
  expect((await eve.call('abuse/ownTakedown', page)).output).toBeNull()
  expect((await browser().call('abuse/ownTakedown', page)).status).toBe(401)
  const forged = path.replace('/takedown/', '').slice(0, 36) + 'A'.repeat(22)
  expect((await browser().call('abuse/takedown', { token: forged })).status).toBe(404)
})

test('a network sends five reports an hour, whatever they are about', async () => {
  const { dana, id: ownerId } = await site.signedUp()
  const look = await sharedLook(dana, ownerId, 'Popular')
  const reader = browser('127.0.0.77')
  const send = () => reader.call('abuse/report', { kind: 'look', token: look.token, reason: 'spam', text: 'Spam' })
  const answers = []
  for (let n = 0; n < 6; n++) answers.push((await send()).status)
  expect(answers).toEqual([200, 200, 200, 200, 200, 429])
  expect(Number((await send()).headers.get('retry-after'))).toBeGreaterThan(3_000)
  expect(await cases({ ownerId })).toMatchObject([{ reports: 5 }])
})

test('the form without JavaScript says when a network may send the next report', async () => {
  const pages = webApp(product, {
    publicUrl: product.publicUrl,
    built: { draw: async ({ notice }) => `<html><head></head><body>${notice ?? ''}</body></html>`, files: [] },
  })
  const server = await listen({ app: pages, host: '127.0.0.1', port: 0 })
  const send = () =>
    fetch(new URL('/report/look/unknown', server.url), {
      method: 'POST',
      headers: { origin: product.publicUrl, 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ reason: 'spam', text: 'Spam' }),
    })
  const answers: Response[] = []
  for (let n = 0; n < 6; n++) answers.push(await send())
  await server.stop()
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 429])
  const [last, before] = [answers[5], answers[4]]
  expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(3_000)
  expect(before?.headers.has('retry-after')).toBe(false)
  expect(await last?.text()).toContain('Your report was not sent.')
})

test('a bot that fills in the hidden field gets the usual answer, and nothing is stored', async () => {
  const { dana, id: ownerId } = await site.signedUp()
  const look = await sharedLook(dana, ownerId, 'Bots')
  expect((await report('look', look.token, { website: 'https://pills.example' })).status).toBe(200)
  expect(await cases({ ownerId })).toEqual([])
})

test('a case stores its first 200 reports and counts the others', async () => {
  const { dana, id: ownerId } = await site.signedUp()
  const look = await sharedLook(dana, ownerId, 'Flood')
  await report('look', look.token)
  const caseId = await onlyCase(ownerId)
  await db.$client.query('update abuse_cases set reports = 200 where id = $1', [caseId])
  await report('look', look.token)
  expect((await cases({ ownerId }))[0]?.reports).toBe(201)
  const { rows } = await db.$client.query('select 1 from abuse_reports where case_id = $1', [caseId])
  expect(rows).toHaveLength(1)
})

test('filters cases by kind and state, and lists each once over pages', async () => {
  await db.$client.query(
    `insert into abuse_cases (id, kind, subject_id, link_id, title, content_key, state, reports, created_at, changed_at,
       decided_at, reason)
     select gen_random_uuid(), 'review', gen_random_uuid(), gen_random_uuid(), 'Paged ' || n, '', 'upheld', 1, now(), now(),
       now(), 'So it is' from generate_series(1, 60) n`,
  )
  const seen: string[] = []
  for (let before: string | null | undefined; before !== null;) {
    const page = (
      await operator.call('operator/reports', { state: 'decided', kind: 'review', ...(before && { before }) })
    ).output as { cases: ReportCase[]; next: string | null }
    seen.push(...page.cases.filter(({ title }) => title.startsWith('Paged')).map(({ id }) => id))
    before = page.next
  }
  expect(seen).toHaveLength(60)
  expect(new Set(seen).size).toBe(60)
  const open = await cases({ kind: 'look' })
  expect(open.every(({ kind, state }) => kind === 'look' && ['open', 'objected'].includes(state))).toBe(true)
})

test('an export holds the takedowns of an account, and erasing it keeps them without its name', async () => {
  const { dana, email, id: ownerId } = await site.signedUp()
  const look = await sharedLook(dana, ownerId, 'Farewell')
  await report('look', look.token)
  const caseId = await onlyCase(ownerId)
  await decide(caseId, 'take-down', 'An advert')
  expect((await dana.send('/api/account/export.json')).json()).toMatchObject({
    takedowns: [{ title: 'Farewell', reason: 'An advert', state: 'down' }],
  })
  await operator.call('operator/eraseUser', { userId: ownerId, reason: 'They asked', confirm: email })
  expect(await details(caseId)).toMatchObject({ title: '', owner: null, state: 'down', newest: [{ text: 'Spam' }] })
})

test('the address of a reporter is erased 90 days after the decision, not before it', async () => {
  const { dana, id: ownerId } = await site.signedUp()
  const [decided, waiting] = [
    await sharedLook(dana, ownerId, 'Decided'),
    await sharedLook(dana, ownerId, 'Waiting', { font: { size: 0.05 } }),
  ]
  for (const { token } of [decided, waiting]) await report('look', token, { email: 'old@example.org' })
  const all = await cases({ ownerId })
  const idOf = (title: string) => all.find((one) => one.title === title)?.id
  await decide(idOf('Decided') ?? '', 'dismiss')
  await db.$client.query(
    `update abuse_reports set created_at = created_at - interval '91 days' where email = 'old@example.org'`,
  )
  await db.$client.query(`update abuse_cases set changed_at = changed_at - interval '91 days' where owner_id = $1`, [
    ownerId,
  ])
  await product.maintenance()
  expect(await details(idOf('Decided'))).toMatchObject({ newest: [{ text: 'Spam', email: null }] })
  expect(await details(idOf('Waiting'))).toMatchObject({ newest: [{ email: 'old@example.org' }] })
})

type Person = ReturnType<typeof browser>
let networks = 0

/** A report from a network that sent none before. */
function report(kind: string, token: string, more: object = {}) {
  networks += 1
  const from = `127.0.${1 + Math.floor(networks / 200)}.${1 + (networks % 200)}`
  return browser(from).call('abuse/report', { kind, token, reason: 'spam', text: 'Spam', ...more })
}

async function sharedLook(dana: Person, ownerId: string, name: string, patch: object = {}) {
  const id = randomUUID()
  const token = `look-${id.replaceAll('-', '')}`
  await db.$client.query(
    `insert into own_looks (id, owner_id, name, name_key, look, link_token, created_at)
     values ($1, $2, $3, lower($3), $4, $5, now())`,
    [id, ownerId, name, JSON.stringify({ template: { id: 'karaoke', version: 1 }, patch }), token],
  )
  expect((await dana.call('templates/linkedLook', { token })).status).toBe(200)
  return { id, token }
}

async function addVideo(ownerId: string, content: string): Promise<string> {
  const id = randomUUID()
  await db.$client.query(
    `insert into projects (id, owner_id, title, stage, size_bytes, sha256, probe)
     values ($1, $2, 'Clip', 'prepared', 1000, repeat($3, 64), $4)`,
    [id, ownerId, content, JSON.stringify(probeOf())],
  )
  return id
}

async function reviewLink(projectId: string): Promise<string> {
  const token = randomUUID()
  await db.$client.query(
    `insert into review_links (id, project_id, token_hash, created_at) values (gen_random_uuid(), $1, $2, now())`,
    [projectId, createHash('sha256').update(token).digest('hex')],
  )
  return token
}

async function reviewState(token: string): Promise<string> {
  return ((await browser().send(`/api/review/${token}`)).json() as { state: string }).state
}

async function cases(filter: object): Promise<ReportCase[]> {
  return ((await operator.call('operator/reports', filter)).output as { cases: ReportCase[] }).cases
}

async function onlyCase(ownerId: string): Promise<string> {
  const found = await cases({ ownerId })
  expect(found).toHaveLength(1)
  return found[0]?.id ?? ''
}

async function details(caseId: string | undefined): Promise<CaseDetails | null> {
  return (await operator.call('operator/report', { caseId })).output as CaseDetails | null
}

function decide(caseId: string, decision: string, reason = 'Our rules') {
  return operator.call('operator/decideReport', { caseId, decision, reason })
}

async function takedownToken(email: string): Promise<string> {
  const [mail] = await mailsTo(db, email, 'We took down')
  return new URL(mail?.action?.url ?? 'none:').pathname.replace('/takedown/', '')
}

async function takedown(who: Person, token: string): Promise<Takedown> {
  return (await who.call('abuse/takedown', { token })).output as Takedown
}

async function log(caseId: string): Promise<unknown[]> {
  return (
    (await operator.call('operator/actions', { subjectId: caseId, kind: 'changes' })).output as { actions: unknown[] }
  ).actions
}
