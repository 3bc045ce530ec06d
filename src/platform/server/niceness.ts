import { writeFileSync } from 'node:fs'

/** Without privileges, the kernel accepts one change every 100 ms, from all processes together. */
const RETRY_MS = 110
const ATTEMPTS = 30

/**
 * Lets a session give way on the processor to others. Linux may share processors among sessions first
 * (autogroup in sched(7)); the niceness of a process then counts within its session only. Other systems are left alone.
 * @param niceness 0 to 19
 * @param isRunning false once the session's leader has ended, and its id may be another's
 */
export function setSessionNiceness(pid: number, niceness: number, isRunning: () => boolean): void {
  attempt(ATTEMPTS)

  function attempt(left: number): void {
    if (!isRunning()) return
    try {
      writeFileSync(`/proc/${pid}/autogroup`, String(niceness))
    } catch (error) {
      const isBusy = error instanceof Error && 'code' in error && error.code === 'EAGAIN'
      if (isBusy && left > 1) setTimeout(() => attempt(left - 1), RETRY_MS).unref()
    }
  }
}
