import { threadId } from 'node:worker_threads'
import { AppError, type ErrorCode, type ErrorDetails } from '../../shared/errors.ts'

/** The message from a pool to one of its threads. */
export type TaskRequest = {
  readonly module: string
  readonly name: string
  readonly input: unknown
  /** Shared: the thread's id, 0 until the task begins, and the processor time that it had used by then, in ms. */
  readonly begun: Int32Array
}

/** The result of a task. A refusal crosses as data: structured clone drops the class of an error. */
export type TaskOutcome =
  | { readonly type: 'done'; readonly output: unknown }
  | { readonly type: 'refused'; readonly code: ErrorCode; readonly message: string; readonly details: ErrorDetails }

/** Runs one task in this thread. An error other than an AppError is a defect and rejects in the caller. */
export async function runTask({ module, name, input, begun }: TaskRequest): Promise<TaskOutcome> {
  const exports: Readonly<Record<string, unknown>> = await import(module)
  const task = exports[name]
  if (!isTask(task)) throw new Error(`${module} does not export a task called "${name}"`)
  const { user, system } = process.threadCpuUsage()
  Atomics.store(begun, 1, (user + system) / 1_000)
  Atomics.store(begun, 0, threadId)
  try {
    return { type: 'done', output: await task.run(input) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { type: 'refused', code: error.code, message: error.message, details: error.details }
  }
}

function isTask(value: unknown): value is { run(input: unknown): unknown } {
  return typeof value === 'object' && value !== null && 'run' in value && typeof value.run === 'function'
}
