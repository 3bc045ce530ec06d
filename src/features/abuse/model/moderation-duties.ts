import type { Duties } from '#features/operations/model/index.ts'
import type { moderationContract } from './operator-contract.ts'

/** The work that each of the operator's procedures about abuse is. One without a row does not compile. */
export const MODERATION_DUTIES = {
  reports: 'read',
  report: 'read',
  decideReport: 'support',
} as const satisfies Duties<typeof moderationContract>
