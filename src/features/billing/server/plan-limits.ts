import type { PlanName } from '#features/accounts/model/index.ts'
import type { Queryable } from '#platform/server/db.ts'
import { type OpenJobQueue, SYSTEM_OWNER } from '#platform/server/jobs.ts'
import { framesAt, jobsAtOnce, jobsInLine, type Plans, queuePriority, uploadLimitsOf } from '../model/index.ts'

/** The limits of accounts, each by the account's current plan. */
export type PlanLimits = ReturnType<typeof planLimits>

/**
 * Reads limits by account.
 * @param o.planOf reads the account's current plan
 * @param o.sells false if plans are not for sale: then no limit names one
 */
export function planLimits(o: {
  plans: Plans
  planOf: (q: Queryable, userId: string) => Promise<PlanName>
  sells: boolean
}) {
  const { plans, planOf, sells } = o
  return {
    /** Length and size of an upload. */
    async upload(q: Queryable, userId: string) {
      const limits = uploadLimitsOf(await planOf(q, userId), plans)
      return sells ? limits : { ...limits, plan: null }
    },

    /** Size and frame rate of an export. */
    async export(q: Queryable, userId: string) {
      const limit = plans[await planOf(q, userId)].export
      return { ...limit, fullHdFps: framesAt(limit, 1080) }
    },

    /** The number of queued and running exports, and likewise of caption runs. */
    jobsInLine: async (q: Queryable, ownerId: string) => jobsInLine(await planOf(q, ownerId), plans),

    /** The number of jobs that run at once; one for the jobs of the product itself. */
    jobsAtOnce: async (q: Queryable, ownerId: string) =>
      ownerId.startsWith(SYSTEM_OWNER) ? 1 : jobsAtOnce(await planOf(q, ownerId), plans),

    /** The default priority of a job (product §5). */
    priority: async (q: Queryable, ownerId: string) => queuePriority(await planOf(q, ownerId), plans),
  }
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
