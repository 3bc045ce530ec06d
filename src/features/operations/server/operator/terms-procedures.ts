import type { Tx } from '#platform/server/db.ts'
import type { Caller } from '#platform/server/http.ts'
import { implementContract } from '#platform/server/rpc.ts'
import { operatorContract } from '../../model/index.ts'
import { recordDecision } from './actions.ts'
import type { OperatorDeps } from './deps.ts'
import { OPERATOR_TABLES, operatorsOnly } from './guard.ts'

/** The operator's procedures for plan, contract and limits of a user; each decision is recorded with its reason. */
export function termsProcedures(deps: OperatorDeps) {
  const { db, terms } = deps
  const rpc = implementContract(operatorContract).use(operatorsOnly(deps, OPERATOR_TABLES))
  return {
    userTerms: rpc.userTerms.handler(({ input: { userId } }) => terms.readTerms(db, userId)),
    saveContract: rpc.saveContract.handler(async ({ context: { caller }, input: { reason, ...input } }) => {
      const action = input.contractId === null ? 'agree-contract' : 'change-contract'
      await decide(deps, { operator: caller, userId: input.userId, action, reason }, (tx) =>
        terms.saveContract(tx, input),
      )
      return terms.readTerms(db, input.userId)
    }),
    revokeContract: rpc.revokeContract.handler(async ({ context: { caller }, input: { userId, reason } }) => {
      await decide(deps, { operator: caller, userId, action: 'revoke-contract', reason }, (tx) =>
        terms.revokeContract(tx, userId),
      )
      return terms.readTerms(db, userId)
    }),
    lowerLimits: rpc.lowerLimits.handler(async ({ context: { caller }, input: { userId, limits, reason } }) => {
      const action = limits === null ? 'lift-limits' : 'lower-limits'
      await decide(deps, { operator: caller, userId, action, reason }, (tx) =>
        terms.lowerLimits(tx, { userId, limits }),
      )
      return terms.readTerms(db, userId)
    }),
  }
}

type TermsAction = 'agree-contract' | 'change-contract' | 'revoke-contract' | 'lower-limits' | 'lift-limits'

function decide(
  deps: OperatorDeps,
  o: { operator: Caller; userId: string; action: TermsAction; reason: string },
  work: (tx: Tx) => Promise<void>,
): Promise<void> {
  const { accounts, terms } = deps
  return recordDecision(deps, {
    operator: o.operator,
    action: `user.${o.action}`,
    subject: { kind: 'user', id: o.userId },
    reason: o.reason,
    // Locks the account first.
    readFacts: async (tx) => {
      const { email: about } = await accounts.lockFacts(tx, o.userId)
      return { about, facts: await terms.factsOf(tx, o.userId) }
    },
    work,
  })
}
