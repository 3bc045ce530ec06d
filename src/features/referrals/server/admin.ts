import type { Tx } from '#platform/server/db.ts'
import { type AdminApplication, monthOf } from '../model/index.ts'
import { applicationDecisions } from './decide-application.ts'
import { commissionDecisions } from './decide-commission.ts'
import type { ReferralsDeps } from './deps.ts'
import { decideAffiliate, listAffiliates, lockAffiliate, renameAffiliate } from './admin-affiliates.ts'
import { commissionSteps, findCommission, listCommissions, lockCommission } from './admin-commissions.ts'
import { closedBalances, adminStatement, listBatches, lockPayouts, payoutsOfPeriod } from './admin-payouts.ts'
import { payouts } from './payouts.ts'

/** The operator's administration of the affiliate programme; users have no access. */
export function affiliateAdmin(deps: ReferralsDeps) {
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
    statement: adminStatement,
    async applications(): Promise<AdminApplication[]> {
      const waiting = await applicationDecisions(deps).applications()
      return waiting.map(({ appliedAt, ...one }) => ({ ...one, appliedAt: appliedAt.toISOString() }))
    },
    applicationsIn: (tx: Tx) => applicationDecisions(deps, tx),
    /** The month of the current batch. */
    period: (): string => monthOf(deps.now()),
    commissionsIn: (tx: Tx) => commissionDecisions(deps, tx),
    payoutsIn: (tx: Tx) => payouts(deps, tx),
    exportCsv: () => payouts(deps).exportCsv(),
  }
}
