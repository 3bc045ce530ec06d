import { Piscina } from 'piscina'
import { AppError } from '../shared/errors.ts'
import { openPool } from './pool.ts'
import type { TaskOutcome, TaskRequest } from './thread-pool-entry.ts'

/**
 * A pure function that a thread can find: an exported constant, its module and its name. Threads import that module, so
 * it should import little. Input and output cross by structured clone: plain data, no functions, no class instances.
 */
export type ThreadTask<Input, Output> = {
  /** `new URL(import.meta.url)` of the module that exports the task. */
  readonly module: URL
  /** The name it is exported by. */
  readonly name: string
  readonly run: (input: Input) => Output
}

export type ThreadTaskOptions = {
  /** The account the work is done for: one of its tasks runs at a time. */
  readonly account: string
  /** Milliseconds the task may run, not counting its wait. Its thread is then ended. Default 2,000. */
  readonly timeoutMs?: number
  /** The sentence for the person whose task ran out of time or memory. */
  readonly tooSlow: string
}

/** Threads for pure work that would hold up the event loop. */
export type ThreadPool = {
  /**
   * Runs one task when it is its turn; accounts take turns.
   * @throws AppError whatever the task throws; `too_large` with `tooSlow` when it runs out of time or memory;
   * `too_many_requests` when this account has too many tasks, `unavailable` when everybody together has
   */
  run<Input, Output>(task: ThreadTask<Input, Output>, input: Input, o: ThreadTaskOptions): Promise<Output>
  /** Ends all threads. Tasks that wait or run are rejected. */
  close(): Promise<void>
}

const DEFAULT_TIMEOUT_MS = 2_000
/** Tasks of one account that run or wait; an open editor has one or two. */
const MAX_TASKS_PER_ACCOUNT = 8
const MAX_TASKS = 200
/** Keeps threads warm between the edits of one session, and gives their memory back afterwards. */
const IDLE_MS = 30_000
const MAX_HEAP_MB = 512
/** Short-lived objects of one thread, in MiB: more of them would only wait longer to be collected. */
const MAX_YOUNG_MB = 16
/** Below the event loop on a busy machine: answering everybody comes before one person's large task. */
const NICENESS = 10

type PoolSize = { readonly threads?: number; readonly heapMb?: number }

/**
 * Opens a pool. No thread starts before its first task.
 * @param o.threads at once; default 2
 * @param o.heapMb memory of one thread's JavaScript, in MiB; default 512
 */
export function openThreadPool({ threads = 2, heapMb = MAX_HEAP_MB }: PoolSize = {}): ThreadPool {
  const pool = new Piscina({
    filename: new URL('./thread-pool-entry.ts', import.meta.url).href,
    name: 'runTask',
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: IDLE_MS,
    niceIncrement: NICENESS,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: MAX_YOUNG_MB },
  })
  const turns = openPool(
    { places: MAX_TASKS, atOnce: threads, placesPerKey: MAX_TASKS_PER_ACCOUNT, atOncePerKey: 1 },
    {
      full: 'Too many people make large changes right now. Try again in a few seconds.',
      tooManyOfKey: 'Too many large changes at once. Wait a few seconds and try again.',
    },
  )
  const closing = new AbortController()

  return {
    async run(task, input, o) {
      const place = turns.enter(o.account)
      try {
        await place.turn(closing.signal)
        return await runTask(pool, task, input, o)
      } finally {
        place.leave()
      }
    },
    async close() {
      closing.abort(new AppError('unavailable', 'The server is restarting. Try again in a few seconds.'))
      await pool.destroy()
    },
  }
}

async function runTask<Input, Output>(
  pool: Piscina<TaskRequest, TaskOutcome>,
  { module, name }: ThreadTask<Input, Output>,
  input: Input,
  { timeoutMs = DEFAULT_TIMEOUT_MS, tooSlow }: ThreadTaskOptions,
): Promise<Output> {
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), timeoutMs)
  try {
    const outcome = await pool.run({ module: module.href, name, input }, { signal: timeout.signal })
    if (outcome.type === 'refused') throw new AppError(outcome.code, outcome.message, outcome.details)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the export of this name is the task itself
    return outcome.output as Output
  } catch (error) {
    if (timeout.signal.aborted || isOutOfMemory(error)) throw new AppError('too_large', tooSlow, {}, { cause: error })
    throw error
  } finally {
    clearTimeout(timer)
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
