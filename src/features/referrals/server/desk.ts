import type { Tx } from '#platform/server/db.ts'
import { type DeskApplication, monthOf } from '../model/index.ts'
import { affiliateDesk } from './affiliate-desk.ts'
import { commissionDesk } from './commission-desk.ts'
import type { ReferralsDeps } from './deps.ts'
import { decideAffiliate, listAffiliates, lockAffiliate, renameAffiliate } from './desk-affiliates.ts'
import { commissionSteps, findCommission, listCommissions, lockCommission } from './desk-commissions.ts'
import { closedBalances, deskStatement, listBatches, lockPayouts, payoutsOfPeriod } from './desk-payouts.ts'
import { payouts } from './payouts.ts'

/** Everything the operator reads and decides about the affiliate programme; no user may call any of it. */
export function operatorDesk(deps: ReferralsDeps) {
  return {
    listAffiliates,
    lockAffiliate,
    decideAffiliate,
    renameAffiliate,
    listCommissions,
    findCommission,
    lockCommission,
    commissionSteps,
    listBatches,
    payoutsOfPeriod,
    closedBalances,
    lockPayouts,
    statement: deskStatement,
    async applications(): Promise<DeskApplication[]> {
      const waiting = await affiliateDesk(deps).applications()
      return waiting.map(({ appliedAt, ...one }) => ({ ...one, appliedAt: appliedAt.toISOString() }))
    },
    applicationsIn: (tx: Tx) => affiliateDesk(deps, tx),
    /** The month whose batch is prepared now. */
    period: (): string => monthOf(deps.now()),
    commissionsIn: (tx: Tx) => commissionDesk(deps, tx),
    payoutsIn: (tx: Tx) => payouts(deps, tx),
    exportCsv: () => payouts(deps).exportCsv(),
  }
}
