import { implementContract } from '#platform/server/rpc.ts'
import { listActions, operatorsOnly, PAGE_SIZE, pageOf, recordDecision } from '#features/operations/server/index.ts'
import { ADMINISTRATION_TABLES, administrationContract } from '../../model/index.ts'
import { commissionSteps, findCommission, listCommissions, lockCommission } from './commissions.ts'
import { commissionDecisions } from './decide-commission.ts'
import type { AdministrationDeps } from './deps.ts'

/** The operator's procedures for commissions. */
export function commissionProcedures(deps: AdministrationDeps) {
  const { db } = deps
  const rpc = implementContract(administrationContract).use(operatorsOnly(deps, ADMINISTRATION_TABLES))
  return {
    commissions: rpc.commissions.handler(async ({ input: { state, username, month, before } }) => {
      const found = await listCommissions(db, { state, username, month, before, limit: PAGE_SIZE + 1 })
      const { page, next } = pageOf(found)
      return { commissions: page, next }
    }),

    commission: rpc.commission.handler(async ({ input: { commissionId } }) => ({
      commission: await findCommission(db, commissionId),
      steps: await commissionSteps(db, commissionId),
      actions: await listActions(db, { subjectId: commissionId, kind: 'changes', limit: PAGE_SIZE }),
    })),

    decideCommission: rpc.decideCommission.handler(({ context, input }) => {
      const { commissionId, decision, reason, isFraud } = input
      return recordDecision(deps, {
        operator: context.caller,
        action: `commission.${decision}`,
        subject: { kind: 'commission', id: commissionId },
        reason,
        readFacts: async (tx) => {
          const { productName, referralUsername, affiliateId, ...commission } = await lockCommission(tx, commissionId)
          const { state, holds, cents } = commission
          return {
            about: `${productName}, ${referralUsername ?? 'nobody'}`,
            facts: { state, holds, cents },
            person: { id: affiliateId },
          }
        },
        work: async (tx) => {
          const decisions = commissionDecisions(deps, tx)
          if (decision === 'hold') await decisions.hold(commissionId, reason)
          if (decision === 'release') await decisions.release(commissionId)
          if (decision === 'void') await decisions.reject(commissionId, { reason, isFraud })
          return findCommission(tx, commissionId)
        },
      })
    }),
  }
}
