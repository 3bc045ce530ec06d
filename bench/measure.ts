import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { BUFFER_HEAVY } from '#platform/server/http/buffer-heavy.ts'

/** One run of one contestant, including its whole process tree. */
export type Measurement = {
  readonly wallMs: number
  /**
   * Processor time of programs and kernel, which other load hardly affects. The last quarter of a second of each
   * process is missing, for every contestant.
   */
  readonly cpuMs: number
  readonly peakMb: number
}

const SAMPLE_MS = 250
/**
 * The kernel walks through all of a process's memory to sum it, 6 to 10 ms each time: at every sample that would cost
 * 3% of the processors for an export of four processes, and half of that for one ffmpeg.
 */
const SAMPLES_PER_MEMORY_READ = 12
/** Linux counts processor time in hundredths of a second on every machine. */
const TICK_MS = 10
/** The compile cache of the product's programs, as `bin/start` sets it. */
const COMPILED = { NODE_COMPILE_CACHE: resolve(import.meta.dirname, '../.cache/node') }

/**
 * Runs a command to its end.
 * @param o.printsReady the command prints a line when it is ready; only what follows is measured
 * @throws Error if it fails
 */
export async function measure(
  command: string,
  args: readonly string[],
  o: { readonly env?: Readonly<Record<string, string>>; readonly printsReady?: boolean } = {},
): Promise<Measurement> {
  const stdout = o.printsReady === true ? 'pipe' : 'ignore'
  const child = spawn(command, args, { env: { ...process.env, ...o.env }, stdio: ['ignore', stdout, 'pipe'] })
  const closed = once(child, 'close')
  let stderr = ''
  child.stderr?.on('data', (chunk: Buffer) => (stderr = (stderr + chunk.toString()).slice(-2_000)))
  const pid = child.pid ?? 0
  if (child.stdout !== null) await Promise.race([once(child.stdout, 'data'), closed])
  const [begun, ticksBefore] = [performance.now(), await ticksOf(pid)]
  const over = new AbortController()
  const watching = watchTree(pid, over.signal)
  const [code] = await closed
  const wallMs = performance.now() - begun
  over.abort()
  if (code !== 0) throw new Error(`${command} ended with ${String(code)}: ${stderr}`)
  const { cpuMs, peakMb } = await watching
  return { wallMs, cpuMs: cpuMs - ticksBefore * TICK_MS, peakMb }
}

/** One export by our own code, in a worker that has started, as workers export one video after another. */
export function measureExport(
  clip: string,
  template: string,
  seconds: number | string,
  { hasEmoji = false } = {},
): Promise<Measurement> {
  const what = [clip, template, String(seconds), ...(hasEmoji ? ['emoji'] : [])]
  const args = [...BUFFER_HEAVY.nodeArgs, 'bench/burn-in-once.ts', ...what]
  return measure(process.execPath, args, { env: { ...BUFFER_HEAVY.env, ...COMPILED }, printsReady: true })
}

/** The middle of an odd number of values, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const lower = sorted[(sorted.length - 1) >> 1] ?? Number.NaN
  const upper = sorted[sorted.length >> 1] ?? Number.NaN
  return (lower + upper) / 2
}

/**
 * The processor time of all processes seen, in ms, and the highest sum of proportional set sizes, in MB: shared memory
 * counts once. Each process is read separately: bubblewrap never waits for its child, so a parent's total would miss it.
 */
async function watchTree(pid: number, over: AbortSignal): Promise<Pick<Measurement, 'cpuMs' | 'peakMb'>> {
  let peak = 0
  const ticks = new Map<number, number>()
  for (let sample = 0; !over.aborted; sample += 1) {
    const tree = await treeOf(pid)
    if (sample % SAMPLES_PER_MEMORY_READ === 0) {
      const sizes = await Promise.all(tree.map(proportionalKb))
      peak = Math.max(peak, sizes.reduce((sum, kb) => sum + kb, 0) / 1_024)
    }
    for (const each of tree) ticks.set(each, Math.max(ticks.get(each) ?? 0, await ticksOf(each)))
    await sleep(SAMPLE_MS, undefined, { signal: over }).catch(() => undefined)
  }
  return { cpuMs: TICK_MS * ticks.values().reduce((sum, each) => sum + each, 0), peakMb: peak }
}

/** Ticks of a process so far: `utime` and `stime`, the 14th and 15th fields; its name, the 2nd, may contain spaces. */
async function ticksOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const [user = 0, system = 0] = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return user + system
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
