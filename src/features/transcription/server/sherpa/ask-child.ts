import type { z } from 'zod'
import { type RunningProcess, startChild } from '#platform/server/process.ts'
import { OUT_OF_MEMORY_STATUS } from './protocol.ts'

/** Native code does not stop on its own. */
const GRACE_MS = 200

/** One request to a process of its own. */
export type ChildJob<Answer> = {
  /** Absolute path of the module, which reads one line of JSON and answers with lines of JSON. */
  readonly module: string
  readonly request: object
  readonly answers: z.ZodType<Answer>
  /** Called for each answer; other lines, which native code may write too, are dropped. */
  onAnswer(answer: Answer): void
  /** Stops it; default: nothing does. */
  readonly signal?: AbortSignal
  /** Wall-clock milliseconds after which it is stopped: a process that hangs ends some time. */
  readonly mostMs: number
  /** Makes the error for the log. */
  failure(why: string, options?: ErrorOptions): Error
}

/**
 * Sends a request to a module that calls native code, in a process that a bad model may abort.
 * @throws the reason of the signal if it is aborted; otherwise the error of `failure` if the process cannot start or fails
 */
export async function askChild<Answer>(job: ChildJob<Answer>): Promise<void> {
  const child = start(job)
  child.stdin.end(`${JSON.stringify(job.request)}\n`)
  const end = await child.done
  job.signal?.throwIfAborted()
  if (end.code === 0) return
  const why =
    end.code === OUT_OF_MEMORY_STATUS ? 'it needed too much memory' : `it ended with ${end.code ?? end.signal}`
  throw job.failure(`${why}: ${end.stderrTail.slice(-400)}`)
}

function start<Answer>({ module, answers, onAnswer, signal, mostMs, failure }: ChildJob<Answer>): RunningProcess {
  try {
    return startChild({
      module,
      nodeArgs: ['--disable-warning=ExperimentalWarning'],
      args: [],
      ...(signal && { signal }),
      graceMs: GRACE_MS,
      limits: { wallMs: mostMs },
      onStdoutLine: (line) => {
        const answer = answers.safeParse(jsonIn(line))
        if (answer.success) onAnswer(answer.data)
      },
    })
  } catch (cause) {
    signal?.throwIfAborted()
    throw failure('it could not start', { cause })
  }
}

/** Undefined if the line is not JSON. */
function jsonIn(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
