import type { Duties } from '#features/operations/model/index.ts'
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
