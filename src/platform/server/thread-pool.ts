import { Piscina } from 'piscina'
import { AppError } from '../shared/errors.ts'
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
   * Runs one task. Accounts with waiting tasks take turns.
   * @throws AppError whatever the task throws; `too_large` with `tooSlow` when it runs out of time or memory;
   * `too_many_requests` when this account, or everybody together, has too many tasks waiting
   */
  run<Input, Output>(task: ThreadTask<Input, Output>, input: Input, o: ThreadTaskOptions): Promise<Output>
  /** Ends all threads. Tasks that wait or run are rejected. */
  close(): Promise<void>
}

const DEFAULT_TIMEOUT_MS = 2_000
/** Waiting tasks of one account; an open editor has one or two. */
const MAX_WAITING_PER_ACCOUNT = 8
const MAX_WAITING = 200
const RETRY_AFTER_SECONDS = 5
/** Keeps threads warm between the edits of one session, and gives their memory back afterwards. */
const IDLE_MS = 30_000
const MAX_HEAP_MB = 512
/** Below the event loop on a busy machine: answering everybody comes before one person's large task. */
const NICENESS = 5

type PoolSize = { readonly threads?: number; readonly heapMb?: number }

type Waiting = { readonly start: () => Promise<void>; readonly reject: (error: Error) => void }

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
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  })
  // Accounts in the order of their turns: one that was served goes to the end.
  const queues = new Map<string, Waiting[]>()
  const running = new Set<string>()
  let waiting = 0
  let closed = false

  return {
    run(task, input, o) {
      return new Promise((resolve, reject) => {
        const start = () => runTask(pool, task, input, o).then(resolve, reject)
        enqueue(o.account, { start, reject })
        startNext()
      })
    },
    async close() {
      closed = true
      for (const { reject } of [...queues.values()].flat()) reject(closedError())
      queues.clear()
      await pool.destroy()
    },
  }

  function enqueue(account: string, task: Waiting): void {
    if (closed) throw closedError()
    const queue = queues.get(account) ?? []
    if (queue.length >= MAX_WAITING_PER_ACCOUNT || waiting >= MAX_WAITING) throw tooManyWaiting()
    queues.set(account, [...queue, task])
    waiting += 1
  }

  function startNext(): void {
    for (const [account, [next, ...rest]] of queues) {
      if (running.size >= threads) return
      if (next === undefined || running.has(account)) continue
      queues.delete(account)
      if (rest.length > 0) queues.set(account, rest)
      waiting -= 1
      running.add(account)
      void next.start().finally(() => {
        running.delete(account)
        startNext()
      })
    }
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

function tooManyWaiting(): AppError {
  return new AppError('too_many_requests', 'Too many large changes at once. Wait a few seconds and try again.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
}

function closedError(): AppError {
  return new AppError('unavailable', 'The server is restarting. Try again in a few seconds.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
}
