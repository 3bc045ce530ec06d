import type { RenderingJobDeps } from '../deps.ts'
import { topicOf } from '../deps.ts'
import { recordProgress } from './render-rows.ts'

/** Progress of an export, in frames. */
export type FramesDone = { readonly frames: number; readonly total: number }

/** Minimum frames and ms before the time left can be estimated. */
const SETTLED = { frames: 15, ms: 1_500 }

/**
 * Estimates the ms left from the pace since this start, since a resumed export did not encode its first frames just
 * now.
 */
export function estimator(now: () => Date) {
  let begin: { readonly atMs: number; readonly frames: number } | null = null
  return ({ frames, total }: FramesDone): number | null => {
    const atMs = now().getTime()
    if (frames === 0) return null
    begin ??= { atMs, frames }
    const [made, tookMs] = [frames - begin.frames, atMs - begin.atMs]
    if (made < SETTLED.frames || tookMs < SETTLED.ms) return null
    return Math.max(0, Math.round(((total - frames) * tookMs) / made))
  }
}

/** Records and publishes progress, one write at a time. Of updates during a write, only the latest is kept. */
export function createProgressReporter(
  { db, events, log, now }: RenderingJobDeps,
  renderId: string,
  progress: (done: number) => void,
) {
  const remaining = estimator(now)
  let waiting: FramesDone | null = null
  let writing: Promise<void> | null = null

  async function write(): Promise<void> {
    while (waiting !== null) {
      const done: FramesDone = waiting
      waiting = null
      const latest = { framesDone: done.frames, framesTotal: done.total, remainingMs: remaining(done) }
      if (await recordProgress(db, renderId, latest)) await events.publish(db, topicOf(renderId))
    }
  }

  return {
    report(done: FramesDone): void {
      progress(done.total === 0 ? 0 : Math.min(1, done.frames / done.total))
      waiting = done
      writing ??= write()
        // Losing one update is harmless: the next follows in half a second.
        .catch((error: unknown) => log.warn({ err: error }, 'progress of an export could not be stored'))
        .finally(() => (writing = null))
    },
    /** Waits for the current write, so that nothing is written after the end. */
    async settle(): Promise<void> {
      await writing
    },
  }
}
