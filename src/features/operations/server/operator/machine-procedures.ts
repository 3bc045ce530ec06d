import { implementContract } from '#platform/server/rpc.ts'
import { AppError } from '#platform/shared/errors.ts'
import { operatorContract } from '../../model/index.ts'
import { listActionOperators, listActions } from './action-rows.ts'
import { recordDecision } from './actions.ts'
import type { OperatorDeps } from './deps.ts'
import { OPERATOR_TABLES, operatorsOnly } from './guard.ts'
import { readHealth } from './health.ts'
import { listJobs, lockJob } from './jobs.ts'
import { readTrends } from '../trends/count-trends.ts'
import { PAGE_SIZE, pageOf } from './page-of.ts'

/** The operator's procedures for audits, trends, jobs and the action log. */
export function machineProcedures(deps: OperatorDeps) {
  const { db, now } = deps
  const rpc = implementContract(operatorContract).use(operatorsOnly(deps, OPERATOR_TABLES))
  return {
    health: rpc.health.handler(() => readHealth(db, now())),

    trends: rpc.trends.handler(({ input: { days } }) => readTrends(db, days, now())),

    jobs: rpc.jobs.handler(async ({ input: { state, kind, before } }) => {
      const { page, next } = pageOf(await listJobs(db, { state, kind, before, limit: PAGE_SIZE + 1 }))
      return { jobs: page, next }
    }),

    cancelJob: rpc.cancelJob.handler(({ context, input: { jobId, reason } }) =>
      recordDecision(deps, {
        operator: context.caller,
        action: 'job.cancel',
        subject: { kind: 'job', id: jobId },
        reason,
        readFacts: async (tx) => {
          const { name, owner, state, cancelRequested } = await lockJob(tx, jobId)
          return {
            about: `${name}, ${owner ?? 'nobody'}`,
            facts: { state, cancelRequested },
            person: { email: owner },
          }
        },
        work: async (tx) => {
          const job = await lockJob(tx, jobId)
          if (job.finishedAt !== null) throw new AppError('conflict', 'This job has already ended.')
          await deps.jobs.cancel(tx, jobId)
          return lockJob(tx, jobId)
        },
      }),
    ),

    actions: rpc.actions.handler(async ({ input }) => {
      const { page, next } = pageOf(await listActions(db, { ...input, limit: PAGE_SIZE + 1 }))
      return { actions: page, next }
    }),

    actionOperators: rpc.actionOperators.handler(() => listActionOperators(db)),
  }
}
