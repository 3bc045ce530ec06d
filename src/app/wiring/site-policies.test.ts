import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { webApp } from '#app/server/web-app.ts'
import type { OperatorAction } from '#features/operations/model/index.ts'
import { sentenceOf } from '#features/operations/model/index.ts'
import type { ListedPolicy, OperatorPolicy, PolicyName, PublishedPolicy } from '#features/site/model/index.ts'
import { mailsTo } from '../../../tests/support/outbox.ts'
import { testProduct } from '../../../tests/support/product.ts'

const site = await testProduct({ settings: { OPERATORS: 'olga@example.com', BILLING: 'off' } })
const { db, product } = site
const operator = site.browser()
await operator.signUp({ email: 'olga@example.com' })
await db.$client.query(`update users set email_verified = true where email = 'olga@example.com'`)
const visitor = site.browser()
const app = webApp(product, {
  publicUrl: undefined,
  built: { files: [], draw: ({ path, text }) => `<title>${path}</title>${text ?? 'the text of the build'}` },
})

test('the built-in texts stay while nothing is published, and there is no imprint', async () => {
  expect((await present('terms')).builtIn).toContain('These are the rules between you and the operator')
  expect(await present('imprint')).toMatchObject({ version: 0, markdown: null, builtIn: null })
  expect((await app.request('/imprint')).status).toBe(404)
  expect(await (await app.request('/terms')).text()).toBe('<title>/terms</title>')
  expect(await sitemap()).not.toContain('/imprint<')
  expect((await visitor.call('site/policy', { policy: 'terms' })).status).toBe(404)
})

test('a published imprint has a page, and is in the site map', async () => {
  await publish('imprint', { markdown: 'Clipfoundry Ltd  \n1 High Street', replaces: 0 })
  await shows('imprint', true)
  const answer = await app.request('/imprint')
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain('Clipfoundry Ltd')
  expect(await sitemap()).toContain('/imprint<')
})

test('a removed imprint has none, and its version stays readable', async () => {
  await publish('imprint', { markdown: null, replaces: 1 })
  await shows('imprint', false)
  expect((await app.request('/imprint')).status).toBe(404)
  expect(await readVersion('imprint', 1)).toMatchObject({ markdown: 'Clipfoundry Ltd  \n1 High Street' })
  expect((await visitor.call('site/policy', { policy: 'imprint', version: 2 })).status).toBe(404)
})

test('the text of an operator is on the page of a site that sells nothing too', async () => {
  expect(await sitemap()).not.toContain('/refund<')
  await publish('refund', { markdown: 'There is nothing to refund.', replaces: 0 })
  await shows('refund', true)
  expect(await (await app.request('/refund')).text()).toContain('There is nothing to refund.')
  expect(await sitemap()).toContain('/refund<')
})

test('the text that users agreed to until now becomes the first version', async () => {
  const { builtIn } = await present('terms')
  await publish('terms', { markdown: '## Ours\n\nBe kind.', replaces: 0 })
  await shows('terms', true)
  expect(await (await app.request('/terms')).text()).toContain('Be kind.')
  const first = await readVersion('terms', 1)
  expect(first.markdown).toBe(builtIn)
  const now = await readVersion('terms')
  expect(now).toMatchObject({ version: 2, until: null, earlier: [{ version: 1, isOwn: false }] })
  expect(first.until).toBe(now.since)
})

test('an earlier text is published again as a new version', async () => {
  await publish('terms', { markdown: 'Be very kind.', replaces: 2 })
  const { markdown } = await readVersion('terms', 2)
  await publish('terms', { markdown, replaces: 3 })
  expect(await readVersion('terms')).toMatchObject({ version: 4, markdown: '## Ours\n\nBe kind.' })
  const { output } = await operator.call('operator/policyVersions', { policy: 'terms' })
  const { versions } = output as { versions: ListedPolicy[] }
  expect(versions.map(({ version, isOwn, operator: by }) => [version, isOwn, by])).toEqual([
    [4, true, 'olga@example.com'],
    [3, true, 'olga@example.com'],
    [2, true, 'olga@example.com'],
    [1, false, 'olga@example.com'],
  ])
})

test('a version of somebody else is not overwritten, and the present text is none', async () => {
  const late = { policy: 'terms', markdown: 'Mine', replaces: 3, reason: 'I did not see it', summary: null }
  expect((await operator.call('operator/publishPolicy', late)).status).toBe(409)
  const { markdown } = await readVersion('terms')
  const same = { ...late, markdown, replaces: 4 }
  expect((await operator.call('operator/publishPolicy', same)).status).toBe(409)
  expect(await readVersion('terms')).toMatchObject({ version: 4 })
})

test('mails each active user once, and nobody who is suspended, was erased or came later', async () => {
  for (const name of ['ada', 'suspended', 'erased']) await site.browser().signUp({ email: `${name}@example.com` })
  await db.$client.query(`update users set suspended_at = now() where email = 'suspended@example.com'`)
  await db.$client.query(
    `update users set email = 'deleted-' || id || '@deleted.invalid', display_name = '', deleted_at = now()
     where email = 'erased@example.com'`,
  )
  await publish('privacy', { markdown: 'We keep less.', replaces: 0, summary: 'We keep logs for a week only.' })
  await site.browser().signUp({ email: 'later@example.com' })
  await mailUsers('privacy', 2)
  await mailUsers('privacy', 2)
  const subject = 'A new version of the Privacy Policy of Wordpop'
  const mailed = async (name: string) =>
    (await mailsTo(db, `${name}@example.com`)).filter((mail) => mail.subject === subject)
  expect(await mailed('ada')).toMatchObject([
    {
      paragraphs: ['We keep logs for a week only.', expect.stringContaining('Earlier versions stay readable')],
      action: { label: 'Read the Privacy Policy', url: expect.stringMatching(/\/privacy$/u) },
    },
  ])
  for (const name of ['suspended', 'erased', 'later']) expect(await mailed(name), name).toEqual([])
  expect((await present('privacy')).notice).toEqual({
    summary: 'We keep logs for a week only.',
    state: 'done',
    mailed: 2,
  })
})

test('goes on behind the last batch after a stop, and mails nobody twice', async () => {
  await db.$client.query(
    `insert into users (id, email)
     select gen_random_uuid(), 'reader-' || n || '@example.com' from generate_series(1, 450) n`,
  )
  await publish('terms', { markdown: 'Be the kindest.', replaces: 4, summary: 'Kindness comes first.' })
  await expect(mailUsers('terms', 5, { isStopped: true })).rejects.toThrow()
  const mailed = async () => {
    const { rows } = await db.$client.query(
      `select count(*)::int as mails, count(distinct recipient)::int as users from outbox where key like 'policy:terms:5:%'`,
    )
    return rows[0]
  }
  expect(await mailed()).toEqual({ mails: 200, users: 200 })
  expect((await present('terms')).notice).toMatchObject({ state: 'running', mailed: 200 })
  await mailUsers('terms', 5)
  // The readers, Olga, Ada and the one who came later.
  expect(await mailed()).toEqual({ mails: 453, users: 453 })
  expect((await present('terms')).notice).toMatchObject({ state: 'done', mailed: 453 })
})

test('the log of actions says what was published and mailed', async () => {
  const { output } = await operator.call('operator/actions', { subjectId: 'privacy' })
  const [entry] = (output as { actions: OperatorAction[] }).actions
  expect(entry && sentenceOf(entry)).toBe(
    'olga@example.com published version 2 of the Privacy Policy, and mailed users: “We keep logs for a week only.”.',
  )
})

test.each([
  { given: { markdown: 'x'.repeat(60_001) }, problem: 'at most 60,000' },
  { given: { markdown: '  ' }, problem: 'Write the text first' },
  { given: { summary: 'Short' }, problem: 'Say in a sentence' },
  { given: { policy: 'cookies' }, problem: 'policy' },
])('refuses a text with $problem', async ({ given, problem }) => {
  const input = { policy: 'terms', markdown: 'Text', replaces: 5, reason: 'A try', summary: null, ...given }
  const answer = await operator.call('operator/publishPolicy', input)
  expect(answer.status).toBe(422)
  expect(JSON.stringify(answer)).toContain(problem)
})

async function publish(
  policy: PolicyName,
  o: { markdown: string | null; replaces: number; summary?: string },
): Promise<void> {
  const answer = await operator.call('operator/publishPolicy', { policy, reason: 'As agreed', summary: null, ...o })
  expect(answer, JSON.stringify(answer)).toMatchObject({ status: 200 })
}

async function present(policy: PolicyName): Promise<OperatorPolicy> {
  const { output } = await operator.call('operator/policies')
  const found = (output as OperatorPolicy[]).find((one) => one.policy === policy)
  if (found === undefined) throw new Error(`no ${policy}`)
  return found
}

async function readVersion(policy: PolicyName, version?: number): Promise<PublishedPolicy> {
  const answer = await visitor.call('site/policy', { policy, ...(version !== undefined && { version }) })
  expect(answer, JSON.stringify(answer)).toMatchObject({ status: 200 })
  return answer.output as PublishedPolicy
}

async function shows(policy: PolicyName, is: boolean): Promise<void> {
  const has = () => product.currentSite().policies?.includes(policy) === true
  await expect.poll(has, { timeout: 20_000 }).toBe(is)
}

/** Sends the mails in this process, as the worker does. */
async function mailUsers(policy: PolicyName, version: number, o: { isStopped?: boolean } = {}): Promise<void> {
  const job = product.work.find(({ name }) => name === 'site.policy-notice')
  const signal = o.isStopped === true ? AbortSignal.abort() : new AbortController().signal
  await job?.run({ policy, version }, { jobId: randomUUID(), signal, progress() {} })
}

async function sitemap(): Promise<string> {
  return (await app.request('/sitemap.xml')).text()
}
