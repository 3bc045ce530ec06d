import { once } from 'node:events'
import { join } from 'node:path'
import { type RunningProcess, startChild } from '#platform/server/process.ts'
import { quickNodeOptions } from '../support/quick-node-options.ts'

/** A Node.js process of a drill. */
export type Child = {
  readonly pid: number
  /** The first line it writes that contains a text. @throws Error with its last output when it ends before */
  line(containing?: string): Promise<string>
  readonly done: RunningProcess['done']
  /** SIGKILL, as by the kernel or a power cut; resolves when it is gone. */
  kill(): Promise<void>
  /** SIGTERM; resolves when it is gone. */
  stop(): Promise<void>
}

type Start = { env?: Record<string, string>; as?: { uid: number; gid: number } }

/** Runs a module, named from this folder. @param o.as run as another user, when we are root */
export function runChild(module: string, args: readonly string[], { env, as }: Start = {}): Child {
  const stopping = new AbortController()
  const lines: string[] = []
  let ended: string | undefined
  const child = startChild({
    module: join(import.meta.dirname, module),
    args,
    signal: stopping.signal,
    graceMs: 30_000,
    onStdoutLine: (line) => lines.push(line),
    // Its first start would fetch a speech model.
    env: { SPEECH_MODEL: 'none', NODE_OPTIONS: quickNodeOptions(), ...env },
    ...as,
  })
  const done = child.done.then((end) => {
    ended = `${module} ended (${end.signal ?? end.code}):\n${lines.join('\n')}\n${end.stderrTail}`
    return end
  })
  return {
    pid: child.pid,
    line: (containing = '') =>
      until(`${module} says "${containing}"`, async () => {
        const found = lines.find((line) => line.includes(containing))
        if (found === undefined && ended !== undefined) throw new Error(ended)
        return found
      }),
    done,
    async kill() {
      process.kill(child.pid, 'SIGKILL')
      await done
    },
    async stop() {
      stopping.abort()
      await done
    },
  }
}

/** Waits until `look` finds something, looking 40 times a second. @param withinMs default 60,000 */
export async function until<T>(what: string, look: () => Promise<T | undefined>, withinMs = 60_000): Promise<T> {
  const signal = AbortSignal.timeout(withinMs)
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (signal.aborted) throw new Error(`waited ${withinMs} ms in vain: ${what}`)
    await once(AbortSignal.timeout(25), 'abort')
  }
}
