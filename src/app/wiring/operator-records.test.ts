import { expect, test } from 'vitest'
import { z } from 'zod'
import { MODERATION_DUTIES } from '#features/abuse/model/index.ts'
import { OPERATOR_DUTIES, type OperatorAction, sentenceOf } from '#features/operations/model/index.ts'
import { ADMINISTRATION_DUTIES } from '#features/referrals/model/index.ts'
import { SITE_DUTIES } from '#features/site/model/index.ts'
import { PERSON_ID } from '../../../tests/authorization/operators.ts'
import { peopleOfEveryRole } from '../../../tests/authorization/people.ts'
import { inputOf } from '../../../tests/authorization/read-row.ts'
import { PROCEDURES } from '../../../tests/authorization/table.ts'

const { db, url, cookiesOf } = await peopleOfEveryRole()

/** Procedures with which an operator changes nothing for anybody, although not every role may call them. */
const RECORD_NOTHING: Readonly<Record<string, string>> = {
  speechTest: 'shows the caller’s own test',
  cancelSpeechTest: 'ends the caller’s own test, whose start is on record',
  checkSignInProvider: 'reads what another server publishes; saving the provider is on record',
}

/** Actions whose sentence says everything, so that nobody is asked why. */
const NEED_NO_REASON: Readonly<Record<string, string>> = {
  exportPayouts: 'the list for the bank, each time for the same purpose',
  installModel: 'brings a feature, and takes nothing from anybody',
  chooseSpeechDefault: 'a choice with both engines in its sentence',
  sendTestMail: 'a mail to the operator',
  testAlert: 'a notice to the addresses of the alerts',
}

const FAILED_MAIL = '0a000000-0000-4000-8000-000000000075'
const STOPPED_ADDRESS = '0a000000-0000-4000-8000-000000000100'
const SECOND_PAYOUT = '0a000000-0000-4000-8000-000000000101'
const BLOCKED_ADDRESS = '0a000000-0000-4000-8000-000000000102'
const CHANGED_AT = '2026-11-01T00:00:00.000Z'

/** Inputs other than those of the table of procedures: there it is enough that they are let in. */
const INPUTS: Readonly<Record<string, object>> = {
  eraseUser: { userId: PERSON_ID, reason: 'They asked', confirm: 'person@example.org' },
  revokeRole: { email: 'new@example.com', reason: 'Has left' },
  cancelPayout: { payoutId: SECOND_PAYOUT, reason: 'Wrong account' },
  unblockAddress: { id: BLOCKED_ADDRESS, reason: 'A mistake' },
  saveAlertRules: { rules: { email: 'ops@example.com' }, reason: 'So that we notice' },
  saveSignInProvider: {
    replaces: { id: 'acme.example', changedAt: CHANGED_AT },
    settings: {
      name: 'Acme Ltd',
      issuer: 'https://id.acme.example',
      clientId: 'wordpop',
      domains: ['acme.example'],
      isRequired: false,
    },
    reason: 'Their new name',
  },
}

test('every action of an operator is on record, and with its reason unless it explains itself', async () => {
  await addSubjects()
  const problems: string[] = []
  for (const name of actions()) {
    const last = await newestId()
    const answer = await call(name)
    const entries = (await listActions()).filter(({ id }) => Number(id) > last)
    if (entries.length === 0) problems.push(`${name} records nothing: ${answer}`)
    for (const entry of entries) {
      if ((entry.reason === null) !== name in NEED_NO_REASON) problems.push(`${name}: the reason is ${entry.reason}`)
      expect(sentenceOf(entry), name).toMatch(/^operator@example\.com [a-z]+ .*\.$/u)
    }
  }
  expect(problems).toEqual([])
})

/** Every procedure for some roles only; the one that erases the account the others need is the last. */
function actions(): string[] {
  const duties = { ...OPERATOR_DUTIES, ...ADMINISTRATION_DUTIES, ...MODERATION_DUTIES, ...SITE_DUTIES }
  const names = Object.entries(duties).flatMap(([name, duty]) => (duty === 'read' ? [] : [name]))
  expect(names.length).toBeGreaterThan(30)
  return [...names.filter((name) => name !== 'eraseUser' && !(name in RECORD_NOTHING)), 'eraseUser']
}

async function call(name: string): Promise<string> {
  const row = Object.entries(PROCEDURES).find(([known]) => known === `operator.${name}`)?.[1]
  if (row === undefined) throw new Error(`the table has no operator.${name}`)
  const response = await fetch(new URL(`/api/rpc/operator/${name}`, url), {
    method: 'POST',
    headers: { cookie: cookiesOf('operator'), origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ json: INPUTS[name] ?? inputOf(row) }),
  })
  return `${response.status} ${await response.text()}`
}

async function newestId(): Promise<number> {
  const { rows } = await db.$client.query('select coalesce(max(id), 0)::int as id from operator_actions')
  return z.object({ id: z.int() }).parse(rows[0]).id
}

/** The newest entries, without those of reads. */
async function listActions(): Promise<OperatorAction[]> {
  const response = await fetch(new URL('/api/rpc/operator/actions', url), {
    method: 'POST',
    headers: { cookie: cookiesOf('operator'), origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ json: { kind: 'changes' } }),
  })
  return ((await response.json()) as { json: { actions: OperatorAction[] } }).json.actions
}

/** What the actions change that the table of procedures does without. */
async function addSubjects(): Promise<void> {
  const insert = (text: string, values: unknown[]) => db.$client.query(text, values)
  await insert(
    `insert into outbox (id, recipient, subject, mail, state, settled_at)
     values ($1, 'gone@example.org', 'Hello', $2, 'failed', now())`,
    [FAILED_MAIL, { to: 'gone@example.org', subject: 'Hello', paragraphs: [] }],
  )
  await insert(
    `insert into mail_suppressions (id, address, kind, reason, first_at, last_at)
     values ($1, 'stopped@example.org', 'bounce', 'No such mailbox', now(), now())`,
    [STOPPED_ADDRESS],
  )
  await insert(
    `insert into payouts (id, affiliate_id, period, currency, amount, method, country, prepared_at)
     values ($1, $2, '2026-09', 'usd', 5000, '{"kind":"paypal","email":"person@example.org"}', 'DE', now())`,
    [SECOND_PAYOUT, PERSON_ID],
  )
  await insert(
    `insert into blocked_addresses (id, target, reason, blocked_by, blocked_at)
     values ($1, 'junk.example', 'A wave of sign-ups', 'operator@example.com', now())`,
    [BLOCKED_ADDRESS],
  )
  await insert(
    `insert into domain_providers (id, name, issuer, client_id, client_secret, is_required, changed_at)
     values ('acme.example', 'Acme', 'https://id.acme.example', 'wordpop', 'encrypted', false, $1)`,
    [CHANGED_AT],
  )
  await insert(`insert into domain_provider_domains (domain, provider_id) values ('acme.example', 'acme.example')`, [])
}
