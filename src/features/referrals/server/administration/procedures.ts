import { affiliateProcedures } from './affiliate-procedures.ts'
import { applicationProcedures } from './application-procedures.ts'
import { commissionProcedures } from './commission-procedures.ts'
import type { AdministrationDeps } from './deps.ts'
import { payoutProcedures } from '../payouts/payout-procedures.ts'

/** Implements `administrationContract`. Each procedure checks the operator's role. */
export function administrationProcedures(deps: AdministrationDeps) {
  return {
    ...applicationProcedures(deps),
    ...affiliateProcedures(deps),
    ...commissionProcedures(deps),
    ...payoutProcedures(deps),
  }
}
