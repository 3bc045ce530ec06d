import type { Duties, ReadsOf } from '#features/operations/model/index.ts'
import type { administrationContract } from './administration-contract.ts'

/** The work that each of the operator's procedures about affiliates is. One without a row does not compile. */
export const ADMINISTRATION_DUTIES = {
  applications: 'read',
  decideApplication: 'finance',
  affiliates: 'read',
  decideAffiliate: 'finance',
  renameAffiliate: 'support-or-finance',
  commissions: 'read',
  commission: 'read',
  decideCommission: 'finance',
  payoutBatches: 'read',
  closedBalances: 'read',
  payouts: 'read',
  preparePayouts: 'finance',
  approvePayouts: 'finance',
  payPayouts: 'finance',
  cancelPayout: 'finance',
  exportPayouts: 'finance',
  payoutStatement: 'read',
} as const satisfies Duties<typeof administrationContract>

/** The personal data of affiliates that the procedures show. */
const ADMINISTRATION_READS: ReadsOf<typeof administrationContract, typeof ADMINISTRATION_DUTIES> = {
  applications: () => ({ action: 'application.list', subject: { kind: 'applications', id: 'all' } }),
  affiliates: () => ({ action: 'affiliate.list', subject: { kind: 'affiliates', id: 'all' } }),
  commissions: () => ({ action: 'commission.list', subject: { kind: 'commissions', id: 'all' } }),
  commission: ({ commissionId: id }) => ({ action: 'commission.view', subject: { kind: 'commission', id } }),
  // Sums of whole months.
  payoutBatches: null,
  closedBalances: () => ({ action: 'payout.list', subject: { kind: 'payouts', id: 'closed' } }),
  payouts: ({ period }) => ({ action: 'payout.list', subject: { kind: 'payouts', id: period }, about: period }),
  payoutStatement: ({ payoutId: id }) => ({ action: 'payout.view', subject: { kind: 'payout', id } }),
}

/** What `operatorsOnly` knows about each procedure. */
export const ADMINISTRATION_TABLES = { duties: ADMINISTRATION_DUTIES, reads: ADMINISTRATION_READS }
