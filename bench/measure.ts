import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { BUFFER_HEAVY } from '#platform/server/buffer-heavy.ts'

/** One run of one contestant, its whole process tree counted. */
export type Measurement = { readonly wallMs: number; readonly peakMb: number }

const SAMPLE_MS = 250

/** Runs a command to its end. @throws Error when it fails */
export async function measure(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Measurement> {
  const begun = performance.now()
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'pipe'] })
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr = (stderr + chunk.toString()).slice(-2_000)))
  const over = new AbortController()
  const watching = watchMemory(child.pid ?? 0, over.signal)
  const [code] = await once(child, 'close')
  const wallMs = performance.now() - begun
  over.abort()
  if (code !== 0) throw new Error(`${command} ended with ${String(code)}: ${stderr}`)
  return { wallMs, peakMb: await watching }
}

/** One export by our own code, its process started as the worker is. */
export function measureExport(clip: string, template: string, seconds: number | string): Promise<Measurement> {
  const args = [...BUFFER_HEAVY.nodeArgs, 'bench/burn-in-once.ts', clip, template, String(seconds)]
  return measure(process.execPath, args, BUFFER_HEAVY.env)
}

/** The middle one of an odd number of values, or the lower of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[(sorted.length - 1) >> 1] ?? Number.NaN
}

/** Highest sum of proportional set sizes seen, in MB: memory that processes share counts once. */
async function watchMemory(pid: number, over: AbortSignal): Promise<number> {
  let peak = 0
  while (!over.aborted) {
    const sizes = await Promise.all((await treeOf(pid)).map(proportionalKb))
    peak = Math.max(peak, sizes.reduce((sum, kb) => sum + kb, 0) / 1_024)
    await sleep(SAMPLE_MS, undefined, { signal: over }).catch(() => undefined)
  }
  return peak
}

async function treeOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const children = text.trim().split(' ').filter(Boolean).map(Number)
  return [pid, ...(await Promise.all(children.map(treeOf))).flat()]
}

async function proportionalKb(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0)
}
