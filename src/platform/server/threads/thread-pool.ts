import { Piscina } from 'piscina'
import { AppError } from '../../shared/errors.ts'
import { openPool } from '../pool.ts'
import type { TaskOutcome, TaskRequest } from './thread-pool-entry.ts'

/**
 * A pure function that a thread can import by module and export name. Keep the imports of that module small. Input and
 * output are structured clones: plain data, no functions, no class instances.
 */
export type ThreadTask<Input, Output, Returned extends Output | Promise<Output> = Output> = {
  /** `new URL(import.meta.url)` of the module that exports the task. */
  readonly module: URL
  /** Its export name. */
  readonly name: string
  /** Also asynchronous, for a task that decodes files. */
  readonly run: (input: Input) => Returned
}

export type ThreadTaskOptions = {
  /** The account that owns the work; its tasks run one at a time. */
  readonly account: string
  /**
   * Processor time in milliseconds after which a task's thread is terminated. Neither its time in the queue counts nor
   * the start of its thread, and a busy machine refuses no honest work. Default 2,000.
   */
  readonly timeoutMs?: number
  /** The message for a user whose task runs out of time or memory. */
  readonly tooSlow: string
}

/** Threads for pure work that would block the event loop. */
export type ThreadPool = {
  /**
   * Runs one task in turn; accounts take turns.
   * @throws AppError whatever the task throws; `too_large` with `tooSlow` when it runs out of time or memory;
   * `too_many_requests` when this account has too many tasks, `unavailable` when the pool is full
   */
  run<Input, Output>(
    task: ThreadTask<Input, Output, Output | Promise<Output>>,
    input: Input,
    o: ThreadTaskOptions,
  ): Promise<Output>
  /** Terminates all threads and rejects waiting and running tasks. */
  close(): Promise<void>
}

const DEFAULT_TIMEOUT_MS = 2_000
/** Maximum number of running and waiting tasks of one account; an open editor has one or two. */
const MAX_TASKS_PER_ACCOUNT = 8
const MAX_TASKS = 200
/** Milliseconds by the clock after which a task ends whatever it spent, in case its thread sleeps. */
const MAX_CLOCK_MS = 120_000
/** Minimum time between two looks at the processor time of a thread, in milliseconds. */
const POLL_INTERVAL_MS = 20
/** Keeps threads warm between the edits of one session and frees their memory afterwards. */
const IDLE_MS = 30_000
const MAX_HEAP_MB = 512
/** Young generation of one thread in MiB; a larger one only delays collection. */
const MAX_YOUNG_MB = 16
/** Lower priority than the event loop: requests come before one user's large task. */
const NICENESS = 10

type PoolOptions = {
  readonly threads?: number
  readonly heapMb?: number
  readonly maxClockMs?: number
  readonly niceness?: number
  readonly idleMs?: number
  readonly minThreads?: number
}

/**
 * Opens a pool. No thread starts before its first task.
 * @param o.threads maximum number of threads; default 2
 * @param o.heapMb JavaScript heap of one thread, in MiB; default 512
 * @param o.maxClockMs milliseconds by the clock after which a task ends whatever it spent; default 120,000
 * @param o.niceness added to that of the process, so that the operating system prefers the event loop; default 10
 * @param o.idleMs milliseconds without work after which a thread ends and frees its memory; default 30,000
 * @param o.minThreads number of threads that stay when they have no work, from the first task on; default 0
 */
export function openThreadPool(o: PoolOptions = {}): ThreadPool {
  const { threads = 2, maxClockMs = MAX_CLOCK_MS } = o
  let pool: Piscina<TaskRequest, TaskOutcome> | undefined
  const turns = openPool(
    { places: MAX_TASKS, atOnce: threads, placesPerKey: MAX_TASKS_PER_ACCOUNT, atOncePerKey: 1 },
    {
      full: 'Too many people make large changes right now. Try again in a few seconds.',
      tooManyOfKey: 'Too many large changes at once. Wait a few seconds and try again.',
    },
  )
  const closing = new AbortController()

  return {
    async run(task, input, options) {
      const place = turns.enter(options.account)
      try {
        await place.turn(closing.signal)
        pool ??= openThreads({ ...o, threads })
        return await runTask(pool, task, input, { ...options, maxClockMs })
      } finally {
        place.leave()
      }
    },
    async close() {
      closing.abort(new AppError('unavailable', 'The server is restarting. Try again in a few seconds.'))
      await pool?.destroy()
    },
  }
}

function openThreads(o: PoolOptions & { readonly threads: number }): Piscina<TaskRequest, TaskOutcome> {
  const { threads, heapMb = MAX_HEAP_MB, niceness = NICENESS, idleMs = IDLE_MS, minThreads = 0 } = o
  return new Piscina({
    filename: new URL('./thread-pool-entry.ts', import.meta.url).href,
    name: 'runTask',
    minThreads,
    maxThreads: threads,
    idleTimeout: idleMs,
    niceIncrement: niceness,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: MAX_YOUNG_MB },
  })
}

async function runTask<Input, Output>(
  pool: Piscina<TaskRequest, TaskOutcome>,
  { module, name }: ThreadTask<Input, Output, Output | Promise<Output>>,
  input: Input,
  { timeoutMs = DEFAULT_TIMEOUT_MS, maxClockMs, tooSlow }: ThreadTaskOptions & { readonly maxClockMs: number },
): Promise<Output> {
  const timeout = new AbortController()
  const begun = new Int32Array(new SharedArrayBuffer(8))
  const stopTimer = startTimer({
    timeoutMs,
    maxClockMs,
    spentMs: () => spentMs(pool, begun),
    end: () => timeout.abort(),
  })
  try {
    const outcome = await pool.run({ module: module.href, name, input, begun }, { signal: timeout.signal })
    if (outcome.type === 'refused') throw new AppError(outcome.code, outcome.message, outcome.details)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the export of this name is the task itself
    return outcome.output as Output
  } catch (error) {
    if (timeout.signal.aborted || isOutOfMemory(error)) throw new AppError('too_large', tooSlow, {}, { cause: error })
    throw error
  } finally {
    stopTimer()
  }
}

/** Calls `end` once a task has spent its processor time, or far more time by the clock. @returns a function that stops it */
function startTimer(o: { timeoutMs: number; maxClockMs: number; spentMs(): Promise<number>; end(): void }): () => void {
  let next: NodeJS.Timeout
  const checkIn = (ms: number) => {
    next = setTimeout(() => void check(), Math.max(POLL_INTERVAL_MS, ms))
  }
  let isStopped = false
  const check = async () => {
    const leftMs = o.timeoutMs - (await o.spentMs())
    if (isStopped) return
    if (leftMs > 0) checkIn(leftMs)
    else o.end()
  }
  checkIn(o.timeoutMs)
  const last = setTimeout(o.end, o.maxClockMs)
  return () => {
    isStopped = true
    clearTimeout(next)
    clearTimeout(last)
  }
}

/** Processor time of a running task, in milliseconds; 0 until it begins. */
async function spentMs(pool: Piscina<TaskRequest, TaskOutcome>, begun: Int32Array): Promise<number> {
  const thread = pool.threads.find(({ threadId }) => threadId === Atomics.load(begun, 0))
  if (thread === undefined) return 0
  // A thread that has ended meanwhile has settled its task.
  const usage = await thread.cpuUsage().catch(() => undefined)
  return usage === undefined ? 0 : (usage.user + usage.system) / 1_000 - Atomics.load(begun, 1)
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
