import {
  type OperatorAccess,
  operatorsOnly,
  pageOf,
  PAGE_SIZE,
  recordDecision,
} from '#features/operations/server/index.ts'
import type { Tx } from '#platform/server/db.ts'
import { type JobQueue, SYSTEM_OWNER } from '#platform/server/jobs.ts'
import { implementContract } from '#platform/server/rpc.ts'
import { AppError } from '#platform/shared/errors.ts'
import {
  type OperatorPolicy,
  POLICIES_CHANGED,
  POLICY_NAMES,
  POLICY_TITLES,
  policyAdministrationContract,
  type PolicyName,
  SITE_TABLES,
} from '../model/index.ts'
import { announceSettings } from './follow-settings.ts'
import { POLICY_NOTICE } from './policy-notice-job.ts'
import { addNotice, findNotice } from './policy-notice-rows.ts'
import { addPolicy, listPolicies, readPresent } from './policy-rows.ts'

/** Dependencies of the operator's procedures for policies. */
export type PolicyAdministrationDeps = OperatorAccess & {
  readonly now: () => Date
  readonly jobs: Pick<JobQueue, 'enqueue'>
  /** Reads what was just saved, so that the next page of this process shows it. */
  refreshSite(): Promise<void>
  /** The text that the product has for a page; null if it has none. */
  readonly builtIn: (policy: PolicyName) => string | null
}

type Publication = {
  readonly policy: PolicyName
  readonly markdown: string | null
  readonly replaces: number
  readonly reason: string
  readonly summary: string | null
  readonly operator: string
}

/** Implements `policyAdministrationContract`. */
export function policyAdministrationProcedures(deps: PolicyAdministrationDeps) {
  const rpc = implementContract(policyAdministrationContract).use(operatorsOnly(deps, SITE_TABLES))
  return {
    policies: rpc.policies.handler(() => Promise.all(POLICY_NAMES.map((policy) => viewOf(deps, policy)))),

    policyVersions: rpc.policyVersions.handler(async ({ input: { policy, before } }) => {
      const found = await listPolicies(deps.db, { policy, before, limit: PAGE_SIZE + 1 })
      const { page, next } = pageOf(found.map((one) => ({ ...one, id: String(one.version) })))
      return { versions: page, next: next === null ? null : Number(next) }
    }),

    publishPolicy: rpc.publishPolicy.handler(async ({ context, input }) => {
      const published = await recordDecision(deps, {
        operator: context.caller,
        action: 'site.policy',
        subject: { kind: 'policy', id: input.policy },
        reason: input.reason,
        readFacts: async (tx) => {
          const { policy } = input
          const { version, isOwn, markdown } = await readPresent(tx, policy)
          const notice = await findNotice(tx, { policy, version }, { isLocked: false })
          const facts = { version, isOwn, characters: markdown?.length ?? null, summary: notice?.summary ?? null }
          return { about: POLICY_TITLES[policy], facts }
        },
        work: (tx) => publish(tx, deps, { ...input, operator: context.caller.email }),
      })
      await deps.refreshSite()
      return published
    }),
  }
}

async function viewOf({ db, builtIn }: PolicyAdministrationDeps, policy: PolicyName): Promise<OperatorPolicy> {
  const { version, isOwn, markdown } = await readPresent(db, policy)
  const stored = await findNotice(db, { policy, version }, { isLocked: false })
  const notice = stored === undefined ? null : { summary: stored.summary, state: stored.state, mailed: stored.mailed }
  return { policy, version, markdown: isOwn ? markdown : null, builtIn: builtIn(policy), notice }
}

async function publish(tx: Tx, deps: PolicyAdministrationDeps, o: Publication): Promise<{ version: number }> {
  const { policy, markdown, summary } = o
  const builtIn = deps.builtIn(policy)
  const present = await readPresent(tx, policy)
  const isUnchanged = present.isOwn ? markdown === present.markdown : markdown === null
  if (isUnchanged) throw new AppError('conflict', 'This is the present text already.')
  // The text that users agreed to until now is an earlier version.
  const recorded = present.version === 0 && builtIn !== null ? [{ isOwn: false, markdown: builtIn, at: AT_FIRST }] : []
  const added = [...recorded, { isOwn: markdown !== null, markdown: markdown ?? builtIn, at: deps.now() }]
  for (const [at, text] of added.entries()) {
    const version = o.replaces + at + 1
    const isNew = present.version === o.replaces && (await addPolicy(tx, { ...o, ...text, version }))
    if (!isNew) throw new AppError('conflict', 'Somebody else published a version meanwhile. Load the page again.')
  }
  const version = o.replaces + added.length
  if (summary !== null) {
    await addNotice(tx, { policy, version }, summary)
    const subjectId = `${policy}-${version}`
    const ownerId = SYSTEM_OWNER + subjectId
    await deps.jobs.enqueue(tx, POLICY_NOTICE, { policy, version }, { ownerId, subjectId, priority: 0 })
  }
  await announceSettings(tx)
  return { version }
}

/** Since when the built-in texts are as they are. */
const AT_FIRST = new Date(POLICIES_CHANGED)
