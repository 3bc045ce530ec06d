import { z } from 'zod'
import { transaction } from '#platform/server/db.ts'
import { findRow } from '#platform/server/rows.ts'
import { type ReferralClaim, TRACK_WITHIN_MS, type Tracked } from '../model/index.ts'
import { bindReferral, type BindingDeps } from './bind-referral.ts'
import type { ReferralsDeps } from './deps.ts'

const SignUpRow = z.object({ createdAt: z.date(), isReferred: z.boolean() })

/**
 * Binds a new account to a referral that was unknown at the sign-up because its lookup failed (spec §4, the unverified
 * variants). An older account never becomes a referral.
 */
export async function track(
  deps: BindingDeps & Pick<ReferralsDeps, 'db'>,
  o: { userId: string; claim: ReferralClaim; address?: string | undefined },
): Promise<Tracked> {
  return transaction(deps.db, async (tx) => {
    const user = await findRow(
      tx,
      SignUpRow,
      `select created_at, exists (select 1 from referrals where user_id = $1) as is_referred
       from users where id = $1`,
      [o.userId],
    )
    if (user === undefined) return { success: false as const, error: 'User not found' }
    const isOld = deps.now().getTime() - user.createdAt.getTime() > TRACK_WITHIN_MS
    if (isOld && !user.isReferred) return { success: false as const, error: 'Links count for new accounts only' }
    return bindReferral(tx, deps, o)
  })
}
