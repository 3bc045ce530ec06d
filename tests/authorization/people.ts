import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Probe } from '#features/media/model/index.ts'
import { createDocumentFor } from '#features/captions/server/index.ts'
import { type Db, transaction } from '#platform/server/db.ts'
import { testProduct } from '../support/product.ts'
import {
  CHECKOUT_ID,
  INVOICE_ID,
  PAYOUT_ID,
  PHOTO_ID,
  PROJECT_ID,
  REFERRAL_ID,
  RENDER_ID,
  SESSION_ID,
} from './table.ts'

/** Who asks. Each of them is signed in but the visitor; the last one owns the project of the tables. */
export const ROLES = [
  'visitor',
  'free',
  'basic',
  'pro',
  'premium',
  'enterprise',
  'affiliate',
  'someone else',
  'owner',
] as const
export type Role = (typeof ROLES)[number]

const PLANS: readonly string[] = ['basic', 'pro', 'premium', 'enterprise']

/** More than the tables ask for. */
const MANY = { window: 60, max: 10_000 }

/** One product with one person of each role, and what the owner owns. */
export async function peopleOfEveryRole() {
  const { db, product, url, browser } = await testProduct({
    settings: { GOOGLE_CLIENT_ID: 'test', GOOGLE_CLIENT_SECRET: 'test' },
    rateLimits: { logIn: MANY, signUp: MANY, other: MANY, mail: MANY, account: MANY },
  })
  const browsers = new Map(ROLES.map((role) => [role, browser()]))
  const signedIn = [...browsers].filter(([role]) => role !== 'visitor')
  await Promise.all(signedIn.map(([role, person]) => person.signUp({ email: emailOf(role) })))
  for (const plan of PLANS) await db.$client.query('update users set plan = $1 where email = $2', [plan, emailOf(plan)])
  await makeAffiliate(db, 'affiliate', { code: 'PARTNER1', username: 'partner' })
  await makeAffiliate(db, 'owner', { code: 'PARTNER2', username: 'partner-two' })
  await db.$client.query('create table kept_sessions as select * from sessions')
  const [owner] = (await db.$client.query<{ id: string }>('select id from users where email = $1', [emailOf('owner')]))
    .rows
  const ownerId = owner?.id ?? ''
  await keepFile(product.files, `photos/${ownerId}/${PHOTO_ID}.jpg`)
  return {
    db,
    ownerId,
    product,
    url,
    cookiesOf: (role: Role) => [...(browsers.get(role)?.cookies ?? [])].map((pair) => pair.join('=')).join('; '),
    /** Puts everything back that a request of an earlier test may have ended or removed. */
    restore: () => restore(db, product.files),
  }
}

type Files = { pathOf(key: string): string }

function emailOf(role: string): string {
  return `${role.replace(' ', '-')}@example.com`
}

async function restore(db: Db, files: Files): Promise<void> {
  await db.$client.query('insert into sessions select * from kept_sessions on conflict do nothing')
  await db.$client.query(
    `insert into sessions (id, user_id, token, expires_at) select $1, id, 'another device', now() + interval '1 day'
     from users where email = $2 on conflict do nothing`,
    [SESSION_ID, emailOf('owner')],
  )
  await db.$client.query('delete from projects where id = $1', [PROJECT_ID])
  await db.$client.query(
    `insert into projects (id, owner_id, title, stage, size_bytes, sha256, probe)
     select $1, id, 'Clip', 'prepared', 1000, repeat('0', 64), $2 from users where email = $3`,
    [PROJECT_ID, JSON.stringify(PROBE), emailOf('owner')],
  )
  const word = { text: 'hello', startMs: 100, endMs: 500, confidence: 0.9, timing: 'asr' as const }
  const heard = { words: [word], lang: 'en', provenance: { engine: 'test', model: 'test' } }
  await transaction(db, (tx) => createDocumentFor(tx, { id: PROJECT_ID, probe: PROBE }, heard))
  await db.$client.query(
    `insert into renders (id, project_id, owner_id, quality, document, revision)
     select $1, $2, id, 'standard', '{}', 1 from users where email = $3`,
    [RENDER_ID, PROJECT_ID, emailOf('owner')],
  )
  await db.$client.query(
    `insert into transcriptions (id, project_id, job_id, asked_language, source, engine_label, credits, state, finished_at)
     select id, id, id, 'auto', '{"kind":"speech"}', 'test', 0, 'cancelled', now() from projects where id = $1`,
    [PROJECT_ID],
  )
  await keepFile(files, `projects/${PROJECT_ID}/preview.mp4`)
  await restorePayments(db)
  await restoreReferral(db)
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

/** Somebody the owner referred, and a payout to the owner. */
async function restoreReferral(db: Db): Promise<void> {
  await db.$client.query(
    `insert into referrals (id, user_id, affiliate_id, referral_code, referral_username, created_at, counted_at, updated_at)
     select $1, free.id, owner.id, 'PARTNER2', 'partner-two', now(), now(), now() from users free, users owner
     where free.email = $2 and owner.email = $3 on conflict do nothing`,
    [REFERRAL_ID, emailOf('free'), emailOf('owner')],
  )
  await db.$client.query(
    `insert into payouts (id, affiliate_id, period, currency, amount, method, country, prepared_at)
     select $1, id, '2026-10', 'usd', 5000, '{"kind":"paypal","email":"owner@example.com"}', 'DE', now()
     from users where email = $2 on conflict do nothing`,
    [PAYOUT_ID, emailOf('owner')],
  )
}

/** A checkout that is open, and an invoice from long ago. */
async function restorePayments(db: Db): Promise<void> {
  const email = emailOf('owner')
  const nothing = JSON.stringify({ paymentMethod: null, subscriptions: [], invoices: [] })
  const item = JSON.stringify({ kind: 'pack', pack: 'pack100' })
  await db.$client.query(
    `insert into billing_customers (provider, id, user_id) select 'test', 'test_cus_' || id, id from users
     where email = $1 on conflict do nothing`,
    [email],
  )
  await db.$client.query(
    `insert into billing_test_customers (id, state) select 'test_cus_' || id, $2 from users
     where email = $1 on conflict do nothing`,
    [email, nothing],
  )
  await db.$client.query(
    `insert into billing_checkouts (id, provider, customer_id, user_id, item, cents, created_at)
     select $2, 'test', 'test_cus_' || id, id, $3, 800, now() from users where email = $1 on conflict do nothing`,
    [email, CHECKOUT_ID, item],
  )
  await db.$client.query(
    `insert into billing_invoices (provider, id, customer_id, user_id, item, reason, currency, amount_paid, tax, net,
       period_start, period_end, paid_at, credits_each, months)
     select 'test', $2, 'test_cus_' || id, id, $3, 'pack', 'usd', 800, 0, 800, '2026-01-01', '2027-01-01',
       '2026-01-01', 0, 0 from users where email = $1 on conflict do nothing`,
    [email, INVOICE_ID, item],
  )
}

async function keepFile({ pathOf }: Files, key: string): Promise<void> {
  const path = pathOf(key)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, 'the owner’s')
}

/** A prepared clip with sound. */
const PROBE: Probe = {
  container: 'mp4',
  durationMs: 10_000,
  width: 1080,
  height: 1920,
  fps: { n: 30, d: 1 },
  variableFrameRate: false,
  rotation: 0,
  videoCodec: 'h264',
  audio: { codec: 'aac', channels: 2, sampleRate: 48_000, tracks: 1, track: 0 },
  hdr: false,
}
