import type { Db } from '#platform/server/db.ts'
import { execute } from '#platform/server/rows.ts'
import { probeOf } from './site.ts'

/** Users of the site. Each has ten videos, twenty jobs, ten exports and ten mails. */
export const USERS = 10_000

/**
 * Fills a site with {@link USERS} users named `person-1@example.com` and so on, one in ten unconfirmed, and everything
 * that operators list: videos, jobs, exports, mails, payments, reports, affiliates and their commissions, and 100,000
 * entries of the audit log.
 */
export async function fillSite(db: Db, { operator }: { operator: string }): Promise<void> {
  for (const statement of STATEMENTS) await execute(db, statement)
  await execute(
    db,
    `insert into operator_actions (operator_id, operator_email, action, subject_kind, subject_id, about, reason, person_id, at)
     select o.id, o.email, case when n % 1000 = 0 then 'site.settings' when n % 5 = 0 then 'user.note' else 'user.view' end,
       'user', u.id::text, u.email, 'reason ' || n, u.id, now() - n * interval '10 minutes'
     from generate_series(1, 100000) as n join users u on u.email = 'person-' || 1 + n % ${USERS} || '@example.com'
     join users o on o.email = $1`,
    [operator],
  )
  await execute(db, 'analyze')
}

const PERSONS = `(select row_number() over (order by created_at desc) as n, * from users where email like 'person-%') as u`

const PROBE = JSON.stringify(probeOf({ durationMs: 60_000, isSilent: false }))

const STATEMENTS: readonly string[] = [
  `insert into users (id, email, display_name, plan, email_verified, created_at, last_seen_at, suspended_at)
   select gen_random_uuid(), 'person-' || n || '@example.com', 'Person ' || md5(n::text),
     case when n % 20 = 0 then 'pro' else 'free' end, n % 10 <> 0, now() - n * interval '1 hour',
     now() - n % 400 * interval '1 day', case when n % 500 = 0 then now() end
   from generate_series(1, ${USERS}) as n`,
  `insert into projects (id, owner_id, title, stage, size_bytes, sha256, probe)
   select gen_random_uuid(), u.id::text, 'Clip', 'prepared', 1000000 * n, repeat('0', 64), '${PROBE}'
   from ${PERSONS}, generate_series(1, 10) as nth`,
  `insert into jobs (id, name, owner_id, subject_id, payload, state, problem, attempt, created_at, started_at, finished_at)
   select gen_random_uuid(), 'rendering.render', u.id::text, gen_random_uuid()::text, '{}',
     case when nth = 1 then 'failed' else 'done' end, case when nth = 1 then 'The video has no picture.' end, 1, at, at, at
   from ${PERSONS}, generate_series(1, 20) as nth, lateral (select now() - (u.n * 20 + nth) * interval '1 minute' as at) as t`,
  `insert into renders (id, project_id, owner_id, state, quality, revision, size_bytes, sha256, created_at, finished_at)
   select gen_random_uuid(), p.id, p.owner_id, 'done', 'standard', 1, 1000000, repeat('0', 64), p.created_at, p.created_at
   from projects p`,
  `insert into outbox (id, recipient, subject, state, created_at, settled_at, mail)
   select gen_random_uuid(), u.email, 'Your video is ready', case when nth = 1 then 'failed' else 'sent' end, at, at,
     case when nth = 1 then jsonb_build_object('to', u.email, 'subject', 'Your video is ready', 'paragraphs', '[]'::jsonb) end
   from ${PERSONS}, generate_series(1, 10) as nth, lateral (select now() - (u.n + nth) * interval '1 minute' as at) as t`,
  `insert into sessions (id, user_id, token, expires_at)
   select gen_random_uuid(), u.id, 'token-' || u.n || '-' || nth, now() + interval '1 day'
   from ${PERSONS}, generate_series(1, 3) as nth where u.suspended_at is null`,
  `insert into billing_customers (provider, id, user_id) select 'test', 'cus_' || u.n, u.id from ${PERSONS}`,
  `insert into billing_invoices (provider, id, customer_id, user_id, item, reason, currency, amount_paid, tax, net,
     period_start, period_end, paid_at, credits_each, months, refunded, dispute)
   select 'test', 'in_' || u.n || '_' || nth, 'cus_' || u.n, u.id, '{"kind":"pack","pack":"pack100"}', 'pack', 'usd', 800,
     0, 800, at, at + interval '1 year', at, 0, 0, case when u.n % 100 = nth then 800 else 0 end,
     case when u.n % 500 = nth then 'open' else 'none' end
   from ${PERSONS}, generate_series(1, 5) as nth, lateral (select now() - (u.n + nth) * interval '1 hour' as at) as t`,
  `insert into abuse_cases (id, kind, subject_id, link_id, owner_id, title, content_key, reports, created_at, changed_at)
   select gen_random_uuid(), 'look', gen_random_uuid(), gen_random_uuid(), u.id, 'Neon', '', 1, at, at
   from ${PERSONS}, lateral (select now() - u.n * interval '1 minute' as at) as t`,
  `insert into blocked_addresses (id, target, reason, blocked_by, blocked_at)
   select gen_random_uuid(), 'spam-' || n || '.example', 'A wave of sign-ups', 'operator@example.com', now()
   from generate_series(1, 10000) as n`,
  `insert into mail_suppressions (id, address, kind, reason, first_at, last_at)
   select gen_random_uuid(), 'gone-' || n || '@example.com', 'bounce', 'No such mailbox', now(), now()
   from generate_series(1, 10000) as n`,
  `insert into affiliates (user_id, referral_code, terms_accepted_at, created_at)
   select u.id, left(upper(replace(u.id::text, '-', '')), 8), now(), now() - u.n * interval '1 minute'
   from ${PERSONS} where u.n % 4 = 0 on conflict do nothing`,
  `insert into affiliate_usernames (username, affiliate_id) select 'partner-' || left(user_id::text, 13), user_id
   from affiliates on conflict do nothing`,
  `insert into referrals (id, user_id, affiliate_id, referral_code, referral_username, created_at, counted_at, updated_at)
   select gen_random_uuid(), u.id, a.user_id, a.referral_code, n.username, now(), now(), now()
   from ${PERSONS} join (select row_number() over (order by created_at desc) as n, * from affiliates) as a
     on a.n = 1 + u.n / 4 join affiliate_usernames n on n.affiliate_id = a.user_id where u.n % 4 <> 0`,
  `insert into commissions (id, referral_id, affiliate_id, kind, provider, invoice_id, currency, product_name, base, bps,
     amount, state, holds, purchased_at, approves_at, created_at, updated_at)
   select gen_random_uuid(), r.id, r.affiliate_id, 'sale', 'test', r.id || '-' || nth, 'usd', 'Pro, a month', 1000, 4000,
     400, case when nth = 1 then 'hold' else 'pending' end,
     case when nth = 1 then array['self_referral'] else '{}' end, at, now() + interval '1 day', at, at
   from referrals r, generate_series(1, 10) as nth, lateral (select now() - nth * interval '30 days' as at) as t`,
]
