import type { Duties, ReadsOf } from '#features/operations/model/index.ts'
import type { moderationContract } from './operator-contract.ts'

/** The work that each of the operator's procedures about abuse is. One without a row does not compile. */
export const MODERATION_DUTIES = {
  reports: 'read',
  report: 'read',
  decideReport: 'support',
  blockedAddresses: 'read',
  blockAddress: 'support',
  unblockAddress: 'support',
} as const satisfies Duties<typeof moderationContract>

/** The personal data of owners, reporters and others that the procedures show. */
const MODERATION_READS: ReadsOf<typeof moderationContract, typeof MODERATION_DUTIES> = {
  reports: () => ({ action: 'report.list', subject: { kind: 'reports', id: 'all' } }),
  report: ({ caseId: id }) => ({ action: 'report.view', subject: { kind: 'report', id } }),
  blockedAddresses: ({ search = '' }) => ({
    action: 'address.list',
    subject: { kind: 'addresses', id: search },
    about: search,
  }),
}

/** What `operatorsOnly` knows about each procedure. */
export const MODERATION_TABLES = { duties: MODERATION_DUTIES, reads: MODERATION_READS }
