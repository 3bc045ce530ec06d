import { authed, implementContract } from '#platform/server/rpc.ts'
import { operatorContract } from '../../model/index.ts'
import type { OperatorDeps } from './deps.ts'
import { findOperatorAccess } from './guard.ts'
import { machineProcedures } from './machine-procedures.ts'
import { alertProcedures } from './alert-procedures.ts'
import { mailProcedures } from './mail-procedures.ts'
import { peopleProcedures } from './people-procedures.ts'
import { roleProcedures } from './role-procedures.ts'
import { speechProcedures } from './speech-procedures.ts'
import { termsProcedures } from './terms-procedures.ts'
import { viewProcedures } from './view-procedures.ts'
import { userDecisionProcedures, userListProcedures } from './user-procedures.ts'

/** Implements `operatorContract`. Each procedure except `me` checks the operator's role. */
export function operatorProcedures(deps: OperatorDeps) {
  const rpc = implementContract(operatorContract).use(authed)
  return {
    me: rpc.me.handler(({ context }) => findOperatorAccess(deps, context.caller)),
    ...userListProcedures(deps),
    ...userDecisionProcedures(deps),
    ...termsProcedures(deps),
    ...viewProcedures(deps),
    ...peopleProcedures(deps),
    ...machineProcedures(deps),
    ...speechProcedures(deps),
    ...roleProcedures(deps),
    ...mailProcedures(deps),
    ...alertProcedures(deps),
  }
}
