import type { PlanName } from '#features/accounts/model/index.ts'
import type { Queryable } from '#platform/server/db.ts'
import { type OpenJobQueue, SYSTEM_OWNER } from '#platform/server/jobs.ts'
import {
  type Catalogue,
  framesAt,
  higherPlan,
  type Limits,
  type Plans,
  queuePriorityOf,
  type Terms,
  termsAt,
} from '../model/index.ts'
import { readTerms } from './contracts/terms-rows.ts'

/** The limits of accounts, each by what applies to the account now. */
export type PlanLimits = ReturnType<typeof planLimits>

/**
 * Reads limits by account: the only way to one.
 * @param o.catalogue its plans are read each time: operators change them
 * @param o.sells false if plans are not for sale: then no limit names one
 */
export function planLimits(o: { catalogue: Pick<Catalogue, 'plans'>; sells: boolean; now: () => Date }) {
  const { catalogue, sells, now } = o
  const termsOf = async (q: Queryable, userId: string): Promise<Terms> =>
    termsAt(await readTerms(q, userId), catalogue.plans, now().getTime())
  return {
    /** The plan and all limits of an account. @throws AppError `not_found`, 'User not found' */
    termsOf,

    /** Length and size of an upload; `plan` is null where a larger plan would not help. */
    async upload(q: Queryable, userId: string) {
      const { plan, limits, isLowered } = await termsOf(q, userId)
      const { maxDurationMs, maxBytes } = limits
      return { plan: sells && !isLowered ? plan : null, maxDurationMs, maxBytes }
    },

    /** Size and frame rate of an export. */
    async export(q: Queryable, userId: string) {
      const { exportHeight: height, exportFps: fps } = (await termsOf(q, userId)).limits
      return { height, fps, fullHdFps: framesAt({ height, fps }, 1080) }
    },

    /** The quota in bytes and how long files stay; null is unlimited. `mayUpgrade`: a larger plan has more room. */
    async storage(q: Queryable, ownerId: string) {
      const { limits, isLowered } = await termsOf(q, ownerId)
      const { storageBytes: quotaBytes, retentionMs } = limits
      return { quotaBytes, retentionMs, mayUpgrade: sells && !isLowered && hasLargerPlan(limits, catalogue.plans) }
    },

    /** Why the files of an account expire: its plan, null if none is for sale, and what other plans do. */
    async retention(q: Queryable, ownerId: string): Promise<RetentionReason> {
      const { plan, limits, isLowered } = await termsOf(q, ownerId)
      if (!sells) return { plan: null, otherPlans: 'no better' }
      return { plan, otherPlans: isLowered ? 'no better' : otherPlansThan(plan, limits, catalogue.plans) }
    },

    /** The number of queued and running exports, and likewise of caption runs. */
    jobsInLine: async (q: Queryable, ownerId: string) => (await termsOf(q, ownerId)).limits.jobsInLine,

    /** The number of jobs that run at once; one for the jobs of the product itself. */
    jobsAtOnce: async (q: Queryable, ownerId: string) =>
      ownerId.startsWith(SYSTEM_OWNER) ? 1 : (await termsOf(q, ownerId)).limits.jobsAtOnce,

    /** The default priority of a job (product §5). */
    priority: async (q: Queryable, ownerId: string) => queuePriorityOf((await termsOf(q, ownerId)).limits.queue),
  }
}

/** Why files expire. `otherPlans`: all others keep files for ever, one keeps them longer, or none does. */
export type RetentionReason = {
  readonly plan: PlanName | null
  readonly otherPlans: 'for ever' | 'longer' | 'no better'
}

function otherPlansThan(plan: PlanName, { retentionMs }: Limits, plans: Plans): RetentionReason['otherPlans'] {
  // A contract is not for sale, and nobody upgrades to a smaller plan.
  const others = Object.values(plans).filter(
    ({ name }) => name !== plan && name !== 'enterprise' && higherPlan(plan, name) === name,
  )
  if (others.length > 0 && others.every((other) => other.retentionMs === null)) return 'for ever'
  const isLonger = others.some((other) => other.retentionMs === null || other.retentionMs > (retentionMs ?? Infinity))
  return isLonger ? 'longer' : 'no better'
}

function hasLargerPlan({ storageBytes }: Limits, plans: Plans): boolean {
  if (storageBytes === null) return false
  return Object.values(plans).some(({ storage }) => storage === null || storage.bytes > storageBytes)
}

/** Orders jobs by their owner's plan (product §5), unless a job names its own priority. */
export function prioritizeByPlan(jobs: OpenJobQueue, limits: Pick<PlanLimits, 'priority'>): OpenJobQueue {
  return {
    ...jobs,
    async enqueue(tx, job, payload, o) {
      const priority = o.priority ?? (await limits.priority(tx, o.ownerId))
      return jobs.enqueue(tx, job, payload, { ...o, priority })
    },
  }
}
