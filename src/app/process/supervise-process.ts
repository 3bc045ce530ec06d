import { type RunningProcess, startChild } from '#platform/server/process.ts'
import { printLine, printLogLine } from './terminal.ts'

/** A process of the product, restarted whenever it dies. */
export type Part = {
  readonly name: string
  /** Whether it died repeatedly right after its start, as with a broken installation. */
  isHopeless(): boolean
  /** Sends SIGTERM, then SIGKILL if it does not end in time. */
  stop(): Promise<void>
}

/** Running jobs get five seconds to end and a little to requeue themselves. */
const GRACE_MS = 20_000
const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 10_000
/** A process that lives this long is healthy: its death resets the count. */
const HEALTHY_MS = 20_000
const HOPELESS_DEATHS = 3

type PartOptions = {
  readonly name: string
  readonly module: string
  readonly env: Readonly<Record<string, string>>
  readonly nodeArgs?: readonly string[]
  readonly args?: readonly string[]
}

/** Starts `module` under this Node.js and keeps it running. */
export function superviseProcess({ name, module, env, nodeArgs = [], args = [] }: PartOptions): Part {
  const stopping = new AbortController()
  let deaths = 0
  const running = keepRunning()

  return {
    name,
    isHopeless: () => deaths >= HOPELESS_DEATHS,
    async stop() {
      stopping.abort()
      await running
    },
  }

  function start(): RunningProcess {
    return startChild({
      module,
      nodeArgs,
      args,
      env,
      signal: stopping.signal,
      graceMs: GRACE_MS,
      onStdoutLine: (line) => printLogLine(name, line),
      onStderrLine: (line) => printLogLine(name, line),
    })
  }

  async function keepRunning(): Promise<void> {
    while (!stopping.signal.aborted) {
      const startedAt = performance.now()
      const how = await endOf(start)
      if (stopping.signal.aborted) return
      deaths = performance.now() - startedAt > HEALTHY_MS ? 1 : deaths + 1
      printLine(`${name} ended (${how}); starting it again.`)
      await pause(Math.min(FIRST_WAIT_MS * 2 ** (deaths - 1), LONGEST_WAIT_MS), stopping.signal)
    }
  }
}

/** How it ended, or why it could not start, as on a machine briefly out of memory or processes. */
async function endOf(start: () => RunningProcess): Promise<string> {
  try {
    const { code, signal } = await start().done
    return signal ?? `exit ${code}`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end, { once: true })
  })
}
