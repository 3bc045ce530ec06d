/** Background work: definitions, the queue that sends them and the worker that runs them. */
export { defineJob, type Job, type JobIo, type JobRow, SYSTEM_OWNER } from './jobs/definition.ts'
export { type JobQueue, openJobQueue, type OpenJobQueue } from './jobs/queue.ts'
export {
  countFailedByKind,
  countJobs,
  countUnfinishedByKind,
  frequentFailures,
  measureJobs,
  workedMsOf,
} from './jobs/counts.ts'
export { listFailedLast, longestWaitMs } from './jobs/rows.ts'
export { startWorker } from './jobs/worker.ts'
