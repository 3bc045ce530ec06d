import { implementContract } from '#platform/server/rpc.ts'
import { operatorsOnly, PAGE_SIZE, pageOf, recordDecision } from '#features/operations/server/index.ts'
import { ADMINISTRATION_TABLES, administrationContract } from '../../model/index.ts'
import { decideAffiliate, listAffiliates, lockAffiliate, renameAffiliate } from './affiliates.ts'
import type { AdministrationDeps } from './deps.ts'

/** The operator's procedures for affiliates. */
export function affiliateProcedures(deps: AdministrationDeps) {
  const { db, now } = deps
  const rpc = implementContract(administrationContract).use(operatorsOnly(deps, ADMINISTRATION_TABLES))
  return {
    affiliates: rpc.affiliates.handler(async ({ input: { search, state, before } }) => {
      const { page, next } = pageOf(await listAffiliates(db, { search, state, before, limit: PAGE_SIZE + 1 }))
      return { affiliates: page, next }
    }),

    decideAffiliate: rpc.decideAffiliate.handler(({ context, input: { affiliateId, decision, reason } }) =>
      recordDecision(deps, {
        operator: context.caller,
        action: `affiliate.${decision}`,
        subject: { kind: 'affiliate', id: affiliateId },
        reason,
        readFacts: async (tx) => {
          const { state, username } = await lockAffiliate(tx, affiliateId)
          return { about: username, facts: { state } }
        },
        work: async (tx) => {
          await decideAffiliate(tx, { affiliateId, decision, at: now() })
          const { state } = await lockAffiliate(tx, affiliateId)
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
          const { username: name } = await lockAffiliate(tx, affiliateId)
          return { about: name, facts: { username: name } }
        },
        work: async (tx) => {
          await renameAffiliate(tx, { affiliateId, username })
          return { referralUsername: (await lockAffiliate(tx, affiliateId)).username }
        },
      }),
    ),
  }
}
