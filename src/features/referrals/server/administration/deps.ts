import type { OperatorAccess } from '#features/operations/server/index.ts'
import type { ReferralsDeps } from '../deps.ts'

/** The dependencies of the operator's administration. */
export type AdministrationDeps = ReferralsDeps & OperatorAccess
