import { authed, implementContract } from '#platform/server/rpc.ts'
import { operatorContract, viewingContract } from '../../model/index.ts'
import type { OperatorDeps } from './deps.ts'
import { OPERATOR_TABLES, operatorsOnly } from './guard.ts'
import { currentView, startView, stopView, viewCookie, type ViewDeps } from './views.ts'

/** The operator's procedure that starts a view. */
export function viewProcedures(deps: OperatorDeps) {
  const rpc = implementContract(operatorContract).use(operatorsOnly(deps, OPERATOR_TABLES))
  return {
    startView: rpc.startView.handler(async ({ context, input }) => {
      const { id, expiresAt } = await startView(deps, { operator: context.caller, ...input })
      context.answerHeaders?.append('set-cookie', viewCookie(id, deps))
      return { endsAt: expiresAt.toISOString() }
    }),
  }
}

/** Implements `viewingContract`. */
export function viewingProcedures(deps: ViewDeps) {
  const rpc = implementContract(viewingContract).use(authed)
  return {
    current: rpc.current.handler(({ context }) => currentView(deps, context.caller)),
    stop: rpc.stop.handler(async ({ context }) => {
      const userId = await stopView(deps, context.caller)
      context.answerHeaders?.append('set-cookie', viewCookie(null, deps))
      return { userId }
    }),
  }
}
