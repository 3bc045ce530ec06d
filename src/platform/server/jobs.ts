/** Background work: definitions, the queue that sends them and the worker that runs them. */
export { defineJob, type Job, type JobIo, type JobRow, type JobState } from './jobs-definition.ts'
export { JobStopped } from './jobs-attempt.ts'
export { type JobQueue, openJobQueue, type OpenJobQueue } from './jobs-queue.ts'
export { startWorker, type Worker } from './jobs-worker.ts'
