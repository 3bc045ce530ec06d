import { implementContract } from '#platform/server/rpc.ts'
import { operatorContract } from '../../model/index.ts'
import { recordDecision, listActions } from './actions.ts'
import type { OperatorDeps } from './deps.ts'
import { operatorsOnly } from './guard.ts'
import { PAGE, pageOf } from './page-of.ts'
import { addressOf, applicationFacts } from './people.ts'

/** The operator's procedures for affiliates and commissions. */
export function affiliateProcedures(deps: OperatorDeps) {
  const { db, referrals } = deps
  const rpc = implementContract(operatorContract).use(operatorsOnly(deps))
  return {
    affiliates: rpc.affiliates.handler(async ({ input: { search, state, before } }) => {
      const found = await referrals.listAffiliates(db, { search, state, before, limit: PAGE + 1 })
      const { page, next } = pageOf(found)
      return { affiliates: page, next }
    }),

    applications: rpc.applications.handler(() => referrals.applications()),

    decideApplication: rpc.decideApplication.handler(async ({ context, input: { userId, decision, reason } }) => {
      const desk = { by: context.caller.email, reason }
      await recordDecision(deps, {
        operator: context.caller,
        action: `application.${decision}`,
        subject: { kind: 'application', id: userId },
        reason,
        readFacts: async (tx) => ({ about: await addressOf(tx, userId), facts: await applicationFacts(tx, userId) }),
        work: async (tx) => {
          if (decision === 'accept') await referrals.applicationsIn(tx).accept(userId, desk.by)
          else await referrals.applicationsIn(tx).refuse(userId, desk)
        },
      })
      return { isAffiliate: decision === 'accept' }
    }),

    ...affiliateDecisions(deps),
    ...commissionProcedures(deps),
  }
}

function affiliateDecisions(deps: OperatorDeps) {
  const { now, referrals } = deps
  const rpc = implementContract(operatorContract).use(operatorsOnly(deps))
  return {
    decideAffiliate: rpc.decideAffiliate.handler(({ context, input: { affiliateId, decision, reason } }) =>
      recordDecision(deps, {
        operator: context.caller,
        action: `affiliate.${decision}`,
        subject: { kind: 'affiliate', id: affiliateId },
        reason,
        readFacts: async (tx) => {
          const { state, username } = await referrals.lockAffiliate(tx, affiliateId)
          return { about: username, facts: { state } }
        },
        work: async (tx) => {
          await referrals.decideAffiliate(tx, { affiliateId, decision, at: now() })
          const { state } = await referrals.lockAffiliate(tx, affiliateId)
          return { state }
        },
      }),
    ),

    renameAffiliate: rpc.renameAffiliate.handler(({ context, input: { affiliateId, username, reason } }) =>
      recordDecision(deps, {
        operator: context.caller,
        action: 'affiliate.rename',
        subject: { kind: 'affiliate', id: affiliateId },
        reason,
        readFacts: async (tx) => {
          const { username: name } = await referrals.lockAffiliate(tx, affiliateId)
          return { about: name, facts: { username: name } }
        },
        work: async (tx) => {
          await referrals.renameAffiliate(tx, { affiliateId, username })
          return { referralUsername: (await referrals.lockAffiliate(tx, affiliateId)).username }
        },
      }),
    ),
  }
}

function commissionProcedures(deps: OperatorDeps) {
  const { db, referrals } = deps
  const rpc = implementContract(operatorContract).use(operatorsOnly(deps))
  return {
    commissions: rpc.commissions.handler(async ({ input: { state, username, month, before } }) => {
      const found = await referrals.listCommissions(db, { state, username, month, before, limit: PAGE + 1 })
      const { page, next } = pageOf(found)
      return { commissions: page, next }
    }),

    commission: rpc.commission.handler(async ({ input: { commissionId } }) => ({
      commission: await referrals.findCommission(db, commissionId),
      steps: await referrals.commissionSteps(db, commissionId),
      actions: await listActions(db, { subjectId: commissionId, limit: PAGE }),
    })),

    decideCommission: rpc.decideCommission.handler(({ context, input }) => {
      const { commissionId, decision, reason, isFraud } = input
      return recordDecision(deps, {
        operator: context.caller,
        action: `commission.${decision}`,
        subject: { kind: 'commission', id: commissionId },
        reason,
        readFacts: async (tx) => {
          const { productName, referralUsername, state, holds, cents } = await referrals.lockCommission(
            tx,
            commissionId,
          )
          return { about: `${productName}, ${referralUsername ?? 'nobody'}`, facts: { state, holds, cents } }
        },
        work: async (tx) => {
          const desk = referrals.commissionsIn(tx)
          if (decision === 'hold') await desk.hold(commissionId, reason)
          if (decision === 'release') await desk.release(commissionId)
          if (decision === 'void') await desk.reject(commissionId, { reason, isFraud })
          return referrals.findCommission(tx, commissionId)
        },
      })
    }),
  }
}
