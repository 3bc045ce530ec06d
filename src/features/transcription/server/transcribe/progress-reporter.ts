import type { TranscriptionJobDeps } from '../deps.ts'
import { type Run, updateRun } from '../run-rows.ts'
import type { SoundWork } from './sound-work.ts'

/** Minimum interval between stored progress updates, in milliseconds. */
const PROGRESS_INTERVAL_MS = 500

/** Returns what stores the progress of a run, now and then; the fraction done goes from 0 to 1. */
export function createProgressReporter(
  deps: TranscriptionJobDeps,
  run: Run,
  work: Pick<SoundWork, 'progress'>,
): (done: number) => void {
  let lastReportMs = Number.NEGATIVE_INFINITY
  return (done) => {
    work.progress(done)
    const now = deps.now().getTime()
    if (now - lastReportMs < PROGRESS_INTERVAL_MS) return
    lastReportMs = now
    updateRun(deps.db, deps.events, run, { progress: Math.min(1, done) }).catch((error: unknown) => {
      deps.log.debug({ err: error }, 'could not store the progress of a run')
    })
  }
}
