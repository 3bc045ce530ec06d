import { createHash } from 'node:crypto'
import { createDocument, SCHEMA } from '#features/captions/model/index.ts'
import { createDocumentFor } from '#features/captions/server/index.ts'
import { ownFamily } from '#features/templates/model/index.ts'
import { type Db, transaction } from '#platform/server/db.ts'
import type { FileStore } from '#platform/server/files.ts'
import { storeContent } from '../support/files.ts'
import { boldFont } from '../support/fonts.ts'
import { logoPng } from '../support/logos.ts'
import { probeOf } from '../support/exports.ts'
import { testProduct } from '../support/product.ts'
import { addReportedLook } from './abuse.ts'
import {
  CHECKOUT_ID,
  COLLABORATOR_ID,
  HOST_ID,
  INVITATION_ID,
  INVITATION_LINK,
  INVOICE_ID,
  OFFERED_ID,
  PHOTO_ID,
  FONT_ID,
  LOGO_ID,
  PROJECT_ID,
  REFERRAL_ID,
  RENDER_ID,
  SESSION_ID,
} from './table.ts'
import { SETTINGS } from './settings.ts'
import { COMMISSION_ID, JOB_ID, PAYOUT_ID, PERSON_ID, PERSONS_INVOICE_ID } from './operators.ts'
import { makeOperators } from './operator-people.ts'
import { addPasskey } from './own-passkey.ts'
import { offerVideo } from './offered-video.ts'
import { addReview } from './review-rows.ts'
import { viewOwner } from './viewing.ts'
import { SUGGESTION_ID } from './captions.ts'

/** A prepared clip with sound. */
const PROBE = probeOf()

/** The roles. All but the visitor are signed in; the last one owns the project in the tables. */
export const ROLES = [
  'visitor',
  'free',
  'basic',
  'pro',
  'premium',
  'enterprise',
  'affiliate',
  'operator',
  'support',
  'finance',
  'read-only',
  'someone else',
  'editor',
  'suggester',
  'reviewer',
  'viewer',
  'suspended',
  'viewing',
  'owner',
] as const
export type Role = (typeof ROLES)[number]

/** The collaborators of the owner who have a seat. */
const INVITED = ['editor', 'suggester', 'reviewer', 'viewer'] as const satisfies readonly Role[]

const PLANS: readonly string[] = ['basic', 'pro', 'premium', 'enterprise']

/** More than the tables need. */
const MANY = { window: 60, max: 10_000 }

/** One product with one user per role, and the owner's data. */
export async function peopleOfEveryRole() {
  const { db, product, url, browser } = await testProduct({
    settings: { ...SETTINGS, OPERATORS: emailOf('operator') },
    rateLimits: { logIn: MANY, signUp: MANY, other: MANY, mail: MANY, account: MANY },
  })
  const browsers = new Map(ROLES.map((role) => [role, browser()]))
  const signedIn = [...browsers].filter(([role]) => role !== 'visitor')
  // One after another: hashing a dozen passwords at once keeps a busy machine from answering in time.
  for (const [role, person] of signedIn) {
    const { status, text } = await person.signUp({ email: emailOf(role) })
    if (status !== 200) throw new Error(`${role} could not sign up: ${status} ${text}`)
  }
  for (const plan of PLANS) await db.$client.query('update users set plan = $1 where email = $2', [plan, emailOf(plan)])
  await makeAffiliate(db, 'affiliate', { code: 'PARTNER1', username: 'partner' })
  await makeAffiliate(db, 'owner', { code: 'PARTNER2', username: 'partner-two' })
  await makeOperators(db, emailOf)
  await insertRows(db)
  await copyRows(db)
  const [owner] = (await db.$client.query<{ id: string }>('select id from users where email = $1', [emailOf('owner')]))
    .rows
  const ownerId = owner?.id ?? ''
  await viewOwner(db, browsers.get('viewing') ?? browser(), { email: emailOf('viewing'), ownerId })
  await storeContent(product.files, `photos/${ownerId}/${PHOTO_ID}.jpg`, 'the owner’s')
  await storeContent(product.files, `fonts/${ownerId}/${FONT_ID}.ttf`, await boldFont())
  await storeContent(product.files, `logos/${ownerId}/${LOGO_ID}.png`, logoPng())
  return {
    db,
    ownerId,
    product,
    url,
    cookiesOf: (role: Role) => [...(browsers.get(role)?.cookies ?? [])].map((pair) => pair.join('=')).join('; '),
    /** Restores everything that a request of an earlier test may have ended or removed. */
    restore: () => restore(db, product.files),
  }
}

function emailOf(role: string): string {
  return `${role.replace(' ', '-')}@example.com`
}

async function restore(db: Db, files: FileStore): Promise<void> {
  // A request of the last test may still hold rows: `transaction` repeats one of two that deadlock.
  await transaction(db, async (tx) => void (await tx.$client.query('call restore_rows()')))
  for (const [key, content] of [
    [`projects/${PROJECT_ID}/preview.mp4`, 'the owner’s'],
    [`projects/${PROJECT_ID}/filmstrip/0.jpg`, 'the owner’s'],
    [`projects/${PROJECT_ID}/source`, new Uint8Array(1_000)],
  ] as const)
    if ((await files.stat(key)) === undefined) await storeContent(files, key, content)
}

/** Tables to restore, each after those it references. */
const RESTORED_TABLES = [
  'users',
  'sessions',
  'projects',
  'project_transfers',
  'caption_documents',
  'caption_suggestions',
  'renders',
  'review_links',
  'review_threads',
  'review_comments',
  'transcriptions',
  'jobs',
  'brand_fonts',
  'brand_logos',
  'own_looks',
  'abuse_cases',
  'billing_customers',
  'billing_test_customers',
  'billing_checkouts',
  'billing_invoices',
  'affiliates',
  'affiliate_usernames',
  'affiliate_applications',
  'referrals',
  'payouts',
  'commissions',
  'collaborators',
  'collaboration_invitations',
  'collaboration_links',
]

/**
 * Copies every row and creates the procedure that restores them all in one request, planned once. It forgets how often
 * unknown links were tried, since each test tries some.
 */
async function copyRows(db: Db): Promise<void> {
  const { rows } = await db.$client.query<{ name: string; columns: string }>(
    `select table_name as name, string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
     where table_schema = 'public' and table_name = any ($1) and is_generated = 'NEVER' group by 1
     order by array_position($1, table_name::text)`,
    [RESTORED_TABLES],
  )
  for (const { name } of rows) await db.$client.query(`create table kept_${name} as table ${name}`)
  const inserts = rows.map(
    ({ name, columns }) =>
      `insert into ${name} (${columns}) overriding system value
       select ${columns} from kept_${name} on conflict do nothing;`,
  )
  await db.$client.query(
    `create procedure restore_rows() language plpgsql as $$ begin
       delete from projects where id in ('${PROJECT_ID}', '${OFFERED_ID}');
       delete from collaboration_invitations;
       delete from own_looks;
       delete from abuse_cases;
       delete from auth_rate_limits;
       update operator_views set ended_at = null where operator_email = '${emailOf('viewing')}';
       ${inserts.join('\n')}
       update users set plan = kept.plan from kept_users kept
         where users.id = kept.id and kept.email = '${emailOf('owner')}';
     end $$`,
  )
}

async function insertRows(db: Db): Promise<void> {
  await db.$client.query(
    `insert into sessions (id, user_id, token, expires_at) select $1, id, 'another device', now() + interval '1 day'
     from users where email = $2`,
    [SESSION_ID, emailOf('owner')],
  )
  await addPasskey(db, emailOf('owner'))
  await db.$client.query(
    `insert into projects (id, owner_id, title, stage, size_bytes, sha256, probe, assets, asset_bytes)
     select $1, id, 'Clip', 'prepared', 1000, repeat('0', 64), $2, '{preview}', '{"filmstrip/0.jpg": null}' from users where email = $3`,
    [PROJECT_ID, JSON.stringify(PROBE), emailOf('owner')],
  )
  const word = { text: 'hello', startMs: 100, endMs: 500, confidence: 0.9, timing: 'asr' as const }
  const spoken = { words: [word], lang: 'en', provenance: { engine: 'test', model: 'test' } }
  await transaction(db, (tx) => createDocumentFor(tx, { id: PROJECT_ID, probe: PROBE }, spoken, { create: inOwnFont }))
  await db.$client.query(
    `insert into brand_fonts (id, owner_id, sha256, family, style, weight_min, weight_max, is_italic, size_bytes, coverage, created_at)
     select $1, id, repeat('0', 64), 'Acme', 'Bold', 700, 700, false, 11, '20-7e', now() from users where email = $2`,
    [FONT_ID, emailOf('owner')],
  )
  await db.$client.query(
    `insert into brand_logos (id, owner_id, sha256, name, width, height, size_bytes, created_at)
     select $1, id, repeat('0', 64), 'Acme', 40, 20, 11, now() from users where email = $2`,
    [LOGO_ID, emailOf('owner')],
  )
  await db.$client.query(
    `insert into site_policies (policy, version, is_own, markdown, operator_email, reason, at)
     values ('terms', 1, true, 'Be kind.', 'olga@example.org', 'As agreed', now())`,
  )
  await addReportedLook(db, emailOf('owner'))
  await db.$client.query(
    `insert into renders (id, project_id, owner_id, quality, captions, revision)
     select $1, $2, id, 'standard', '{}'::bytea, 1 from users where email = $3`,
    [RENDER_ID, PROJECT_ID, emailOf('owner')],
  )
  await db.$client.query(
    `insert into transcriptions (id, project_id, job_id, asked_language, source_kind, engine_label, credits, state, finished_at)
     select id, id, id, 'auto', 'speech', 'test', 0, 'cancelled', now() from projects where id = $1`,
    [PROJECT_ID],
  )
  await addSuggestion(db)
  await addReview(db, emailOf('owner'))
  await addPayments(db)
  await addReferral(db)
  await addForOperators(db)
  await addCollaborators(db)
}

/** Six collaborators of the owner, who has four seats; an invitation by the owner, and one to the owner. */
async function addCollaborators(db: Db): Promise<void> {
  const run = (text: string, values: unknown[] = []) => db.$client.query(text, values)
  await run(`update users set plan = 'pro' where email = $1`, [emailOf('owner')])
  for (const [id, name] of [
    [COLLABORATOR_ID, 'collaborator'],
    [HOST_ID, 'host'],
  ])
    await run(`insert into users (id, email, plan) values ($1, $2, 'pro')`, [id, `${name}@example.org`])
  await run(`insert into collaborator_own_seats (owner_id, seats) select id, $2 from users where email = $1`, [
    emailOf('owner'),
    INVITED.length,
  ])
  const joined = [...INVITED.map(emailOf), 'collaborator@example.org', emailOf('suspended')]
  for (const [place, email] of joined.entries())
    await run(
      `insert into collaborators (owner_id, user_id, role, joined_at)
       select o.id, u.id, $3, timestamptz '2026-01-01' + make_interval(days => $4) from users o, users u
       where o.email = $1 and u.email = $2`,
      [emailOf('owner'), email, INVITED[place] ?? 'editor', place],
    )
  await run(
    `insert into collaborators (owner_id, user_id, role, joined_at) select $1, id, 'viewer', now() from users
     where email = $2`,
    [HOST_ID, emailOf('owner')],
  )
  await offerVideo(db, emailOf('owner'))
  await run(
    `insert into collaboration_invitations (id, owner_id, email, role, created_at, expires_at)
     select $1::uuid, id, 'late@example.org', 'viewer', now(), now() + interval '1 day' from users where email = $2
     union all select $3::uuid, $3::uuid, $2, 'viewer', now(), now() + interval '1 day'`,
    [INVITATION_ID, emailOf('owner'), HOST_ID],
  )
  await run('insert into collaboration_links (hash, invitation_id, created_at) values ($1, $2, now())', [
    createHash('sha256').update(INVITATION_LINK).digest('hex'),
    HOST_ID,
  ])
}

async function makeAffiliate(db: Db, role: Role, o: { code: string; username: string }): Promise<void> {
  await db.$client.query(
    `insert into affiliates (user_id, referral_code, terms_accepted_at) select id, $2, now() from users where email = $1`,
    [emailOf(role), o.code],
  )
  await db.$client.query(
    `insert into affiliate_usernames (username, affiliate_id) select $2, id from users where email = $1`,
    [emailOf(role), o.username],
  )
}

/** A user the owner referred, and a payout to the owner. */
async function addReferral(db: Db): Promise<void> {
  await db.$client.query(
    `insert into referrals (id, user_id, affiliate_id, referral_code, referral_username, created_at, counted_at, updated_at)
     select $1, free.id, owner.id, 'PARTNER2', 'partner-two', now(), now(), now() from users free, users owner
     where free.email = $2 and owner.email = $3`,
    [REFERRAL_ID, emailOf('free'), emailOf('owner')],
  )
  await db.$client.query(
    `insert into payouts (id, affiliate_id, period, currency, amount, method, country, prepared_at)
     select $1, id, '2026-10', 'usd', 5000, '{"kind":"paypal","email":"owner@example.com"}', 'DE', now()
     from users where email = $2`,
    [PAYOUT_ID, emailOf('owner')],
  )
}

/** A user with one of everything that operators decide about. */
async function addForOperators(db: Db): Promise<void> {
  const insert = (text: string, values: unknown[]) => db.$client.query(text, values)
  await insert(`insert into users (id, email) values ($1, 'person@example.org')`, [PERSON_ID])
  await insert(`insert into affiliates (user_id, referral_code, terms_accepted_at) values ($1, 'PERS0N00', now())`, [
    PERSON_ID,
  ])
  await insert(`insert into affiliate_usernames (username, affiliate_id) values ('person', $1)`, [PERSON_ID])
  await insert(
    `insert into affiliate_applications (user_id, username, channel, country, terms_version, terms_accepted_at, state,
       created_at) values ($1, 'person', 'A channel', 'DE', '2026-11-20', now(), 'applied', now())`,
    [PERSON_ID],
  )
  await insert(
    `insert into commissions (id, referral_id, affiliate_id, kind, provider, invoice_id, currency, product_name, base,
       bps, amount, state, purchased_at, approves_at, created_at, updated_at)
     values ($1, $2, $3, 'sale', 'test', 'of the table', 'usd', 'Pro, a month', 1000, 4000, 400, 'pending', now(),
       now() + interval '1 day', now(), now())`,
    [COMMISSION_ID, REFERRAL_ID, PERSON_ID],
  )
  await insert(`insert into jobs (id, name, owner_id, subject_id, payload) values ($1, 'nobody.does', $2, $2, '{}')`, [
    JOB_ID,
    PERSON_ID,
  ])
  await insert(`insert into billing_customers (provider, id, user_id) values ('test', 'test_cus_person', $1)`, [
    PERSON_ID,
  ])
  await insert(
    `insert into billing_invoices (provider, id, customer_id, user_id, item, reason, currency, amount_paid, tax, net,
       period_start, period_end, paid_at, credits_each, months)
     values ('test', $1, 'test_cus_person', $2, '{"kind":"pack","pack":"pack100"}', 'pack', 'usd', 800, 0, 800,
       '2026-01-01', '2027-01-01', '2026-01-01', 0, 0)`,
    [PERSONS_INVOICE_ID, PERSON_ID],
  )
}

/** A suggestion by the owner. */
async function addSuggestion(db: Db): Promise<void> {
  const commands = [{ type: 'setTemplate', template: { id: 'karaoke', version: 1 } }]
  await db.$client.query(
    `insert into caption_suggestions (id, project_id, author_id, base_revision, builds_on, changes, json_bytes, label,
       word_ids, state, created_at)
     select $1, $2, id, 1, '{}', convert_to($3, 'UTF8'), 100, 'Change the template', '{}', 'waiting', now()
     from users where email = $4`,
    [SUGGESTION_ID, PROJECT_ID, JSON.stringify({ schema: SCHEMA, commands, inverse: [] }), emailOf('owner')],
  )
}

/** Captions in the own font of the owner. */
const inOwnFont: typeof createDocument = (input) => {
  const document = createDocument(input)
  const styles = { ...document.styles, main: { font: { family: ownFamily(FONT_ID) } } }
  return { ...document, styles, overlays: { logo: { assetId: LOGO_ID } } }
}

/** An open checkout, and an old invoice. */
async function addPayments(db: Db): Promise<void> {
  const email = emailOf('owner')
  const nothing = JSON.stringify({ paymentMethod: null, subscriptions: [], invoices: [] })
  const item = JSON.stringify({ kind: 'pack', pack: 'pack100' })
  await db.$client.query(
    `insert into billing_customers (provider, id, user_id) select 'test', 'test_cus_' || id, id from users
     where email = $1`,
    [email],
  )
  await db.$client.query(
    `insert into billing_test_customers (id, state) select 'test_cus_' || id, $2 from users
     where email = $1`,
    [email, nothing],
  )
  await db.$client.query(
    `insert into billing_checkouts (id, provider, customer_id, user_id, item, cents, created_at)
     select $2, 'test', 'test_cus_' || id, id, $3, 800, now() from users where email = $1`,
    [email, CHECKOUT_ID, item],
  )
  await db.$client.query(
    `insert into billing_invoices (provider, id, customer_id, user_id, item, reason, currency, amount_paid, tax, net,
       period_start, period_end, paid_at, credits_each, months)
     select 'test', $2, 'test_cus_' || id, id, $3, 'pack', 'usd', 800, 0, 800, '2026-01-01', '2027-01-01',
       '2026-01-01', 0, 0 from users where email = $1`,
    [email, INVOICE_ID, item],
  )
}
