import { randomUUID } from 'node:crypto'
import type { Db } from '#platform/server/db.ts'

const DAY_MS = 86_400_000

/** An affiliate with one commission of $80. @param o.isDue approved, and with a payout method */
export async function earned(db: Db, { isDue = false }: { isDue?: boolean } = {}) {
  const [affiliateId, userId, referralId, commissionId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  const username = `a${affiliateId.slice(0, 8)}`
  const code = username.slice(1).toUpperCase()
  const at = new Date(Date.now() - 31 * DAY_MS)
  const insert = (text: string, values: unknown[]) => db.$client.query(text, values)
  for (const id of [affiliateId, userId]) {
    await insert('insert into users (id, email, email_verified) values ($1, $2, true)', [id, `${id}@example.com`])
  }
  await insert('insert into affiliates (user_id, referral_code, terms_accepted_at) values ($1, $2, now())', [
    affiliateId,
    code,
  ])
  await insert('insert into affiliate_usernames (username, affiliate_id) values ($1, $2)', [username, affiliateId])
  await insert(
    `insert into referrals (id, user_id, affiliate_id, referral_code, referral_username, created_at, counted_at,
       updated_at) values ($1, $2, $3, $4, $5, $6, $6, $6)`,
    [referralId, userId, affiliateId, code, username, at],
  )
  await insert(
    `insert into commissions (id, referral_id, affiliate_id, kind, provider, invoice_id, currency, product_name, base,
       bps, amount, state, purchased_at, approves_at, approved_at, created_at, updated_at)
     values ($1, $2, $3, 'sale', 'test', $4, 'usd', 'Pro, a month', 20000, 4000, 8000, $5, $6, $6, $7, $6, $6)`,
    [commissionId, referralId, affiliateId, randomUUID(), isDue ? 'approved' : 'pending', at, isDue ? at : null],
  )
  if (isDue) {
    await insert(
      `insert into payout_settings (affiliate_id, method, country, tax_residency, threshold_cents, updated_at)
       values ($1, '{"kind":"paypal","email":"ada@example.com"}', 'DE', 'DE', 5000, $2)`,
      [affiliateId, at],
    )
  }
  return { affiliateId, username, commissionId }
}
