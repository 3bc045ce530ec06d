import { type Claim, JobStopped, type Workshop } from './attempt.ts'
import type { Job } from './definition.ts'
import { createWakeup } from '../wake-queue.ts'

/** A job that this worker holds until it is settled. */
export type RunningJob = {
  readonly claim: Claim
  /** Never rejects. */
  readonly ended: Promise<void>
  /** Monotonic time of the last confirmed heartbeat, in milliseconds. */
  aliveAt: number
}

/** Runs a limited number of jobs at once. */
export type Lane = { wake(): void; stop(): Promise<void> }

/** A job may become ready without an event: its retry is due, or its owner's slot opens in another worker. */
const POLL_INTERVAL_MS = 1_000

/**
 * Opens a lane that claims jobs on its own.
 * @param o.size maximum number of concurrent jobs
 * @param o.claim claims a job that may run beside those running here; undefined when there is none
 * @param o.attempt runs one attempt at a job; never rejects
 */
export function openLane(o: {
  log: Workshop['log']
  running: Set<RunningJob>
  size: number
  claim: (beside: readonly Job[]) => Promise<Claim | undefined>
  attempt: (claim: Claim) => Promise<void>
}): Lane {
  const wakeup = createWakeup()
  const busy = new Set<Claim>()
  let stopping = false
  let isFailing = false
  const working = work()

  return {
    wake: wakeup.wake,
    async stop() {
      stopping = true
      wakeup.wake()
      await working
    },
  }

  async function work(): Promise<void> {
    while (!stopping) {
      const claim = busy.size < o.size ? await claimOrWait() : undefined
      if (claim === undefined) await wakeup.wait(POLL_INTERVAL_MS)
      else start(claim)
    }
  }

  async function claimOrWait(): Promise<Claim | undefined> {
    try {
      const claim = await o.claim([...busy].map(({ job }) => job))
      if (isFailing) o.log.info('jobs are found again')
      isFailing = false
      return claim
    } catch (error) {
      // Log it once: during a database outage every lane of every worker gets here each second.
      if (!isFailing) o.log.warn({ err: error }, 'could not look for jobs; trying again until it works')
      isFailing = true
      return undefined
    }
  }

  function start(claim: Claim): void {
    busy.add(claim)
    const ended = endedBefore(claim)
      .then(() => o.attempt(claim))
      .finally(() => {
        o.running.delete(running)
        busy.delete(claim)
        wakeup.wake()
      })
    const running: RunningJob = { claim, ended, aliveAt: performance.now() }
    o.running.add(running)
  }

  /** A worker that missed its heartbeats, as after a laptop sleeps, may reclaim a job that it still runs. */
  async function endedBefore({ started: { id } }: Claim): Promise<void> {
    const earlier = [...o.running].filter(({ claim }) => claim.started.id === id)
    for (const { claim } of earlier) claim.abort.abort(new JobStopped('lost'))
    await Promise.all(earlier.map(({ ended }) => ended))
  }
}
