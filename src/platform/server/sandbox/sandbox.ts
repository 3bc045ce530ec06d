import type { Readable, Writable } from 'node:stream'
import { AppError } from '../../shared/errors.ts'
import { cage, guarded, type MediaLimits, type MediaRun, type MediaTool, outsidePath } from './arguments.ts'
import { startProcess, type ProcessEnd, type ProcessLimits } from '../process.ts'
import { MediaUnready, UNREADY } from '../outages.ts'
import { probeFolder } from '../writable.ts'

export type { MediaLimits, MediaRun }

export type RunningMedia = {
  readonly stdin: Writable
  readonly stdout: Readable
  /** Rejects with MediaError, with the signal's reason after an abort, or with the disk's error when it is full. */
  readonly done: Promise<MediaResult>
}
export type MediaResult = { readonly stdout: string; readonly stderr: string }

/** Whether this machine can decode untrusted files safely. */
export type MediaCapability =
  | { readonly ready: true; readonly sandboxed: boolean; readonly version: string }
  | { readonly ready: false; readonly problem: string }

export type MediaRunner = {
  /** Starts one call and leaves its streams to the caller. @throws AppError `unavailable` when the machine is not ready */
  start(run: MediaRun): Promise<RunningMedia>
  /** Starts one call and waits for its end. @throws MediaError, or the signal's reason */
  run(run: MediaRun): Promise<MediaResult>
  /** Caches a working sandbox; any other result is checked again at the next call, because it may be temporary. */
  capability(): Promise<MediaCapability>
}

/** Why a call failed. `failed` means that the tool rejected its input. */
export type MediaFailure = 'failed' | 'time' | 'memory' | 'output'

/** A failed call. The message may quote the input: log it, but never show it to users. */
export class MediaError extends Error {
  override readonly name = 'MediaError'
  readonly failure: MediaFailure
  readonly stderr: string

  constructor(failure: MediaFailure, tool: string, stderr: string) {
    super(`${tool} ended (${failure}): ${stderr.trim().split('\n').slice(-3).join(' | ')}`)
    this.failure = failure
    this.stderr = stderr
  }
}

/** On top of the worker's own niceness; 19 in all is the most. About a seventh of the share of other programs. */
const BACKGROUND_NICENESS = 9
const STDOUT_LIMIT = 16 * 1_048_576
const PROBE_LIMITS: MediaLimits = { memoryMb: 2048, cpuSeconds: 10, wallMs: 20_000, outputBytes: 0 }

/**
 * The only way to run ffmpeg, ffprobe and the font sanitizer: in bubblewrap without network, with access to their inputs
 * only, resource limits, and whitelists of protocols, formats and codecs (a playlist renamed `.mp4` could read other
 * files otherwise).
 * @param o.allowUnsandboxed decodes with limits and whitelists alone where bubblewrap does not work, and warns
 */
export function createMediaRunner(o: {
  readonly ffmpegPath?: string | undefined
  readonly ffprobePath?: string | undefined
  readonly otsPath?: string | undefined
  readonly bubblewrapPath?: string | undefined
  readonly allowUnsandboxed: boolean
  readonly warn: (message: string) => void
}): MediaRunner {
  const paths: Paths = {
    ffmpeg: o.ffmpegPath ?? 'ffmpeg',
    ffprobe: o.ffprobePath ?? 'ffprobe',
    'ots-sanitize': o.otsPath ?? 'ots-sanitize',
    bubblewrap: o.bubblewrapPath ?? 'bwrap',
  }
  const capability = capabilityFinder(paths, o)
  const start = async (run: MediaRun) => {
    const found = await capability()
    if (!found.ready) {
      const cause = new MediaUnready(found.problem)
      throw new AppError('unavailable', UNREADY.sentence, {}, { cause })
    }
    return launch(run, paths, found.sandboxed)
  }
  return { capability, start, run: async (run) => (await start(run)).done }
}

type Paths = Readonly<Record<MediaTool | 'bubblewrap', string>>

function capabilityFinder(
  paths: Paths,
  o: { readonly allowUnsandboxed: boolean; readonly warn: (message: string) => void },
): () => Promise<MediaCapability> {
  let known: Promise<MediaCapability> | undefined
  let lastWarning: string | undefined
  const warn = (message: string) => {
    if (message !== lastWarning) o.warn(message)
    lastWarning = message
  }
  return () => {
    if (known !== undefined) return known
    const finding = findCapability(paths, o.allowUnsandboxed, warn)
    known = finding
    return finding.then((found) => {
      if (!found.ready || !found.sandboxed) known = undefined
      return found
    })
  }
}

async function findCapability(
  paths: Paths,
  allowUnsandboxed: boolean,
  warn: (m: string) => void,
): Promise<MediaCapability> {
  const inside = await tryTools(paths, { sandboxed: true })
  if ('version' in inside) return { ready: true, sandboxed: true, version: inside.version }
  const outside = await tryTools(paths, { sandboxed: false })
  if ('problem' in outside) return notReady(missingTool(outside), warn)
  if (!allowUnsandboxed) {
    return notReady(
      `bubblewrap does not work here (${inside.problem}), and without it videos of strangers are not decoded. Install it with: sudo apt-get install bubblewrap, and allow unprivileged user namespaces; or set ALLOW_UNSANDBOXED_MEDIA=true where every user is trusted.`,
      warn,
    )
  }
  warn(
    `ALLOW_UNSANDBOXED_MEDIA is set and bubblewrap does not work (${inside.problem}): a hostile video can read what this process can read.`,
  )
  return { ready: true, sandboxed: false, version: outside.version }
}

/** Debian's package holds both tools. */
function missingTool({ tool, problem }: { tool: MediaRun['tool']; problem: string }): string {
  return `${tool} does not run here (${problem}). Install it with: sudo apt-get install ffmpeg, or set ${tool.toUpperCase()}_PATH to where it is.`
}

type Tried = { readonly version: string } | { readonly tool: MediaRun['tool']; readonly problem: string }

/** Whether both tools run: with ffprobe alone, uploads pass that ffmpeg cannot prepare. */
async function tryTools(paths: Paths, { sandboxed }: { sandboxed: boolean }): Promise<Tried> {
  let version = ''
  const trial = (tool: MediaRun['tool']) =>
    attempt(() => launch({ tool, args: ['-version'], inputs: [], limits: PROBE_LIMITS }, paths, sandboxed))
  const outputs = { ffprobe: trial('ffprobe'), ffmpeg: trial('ffmpeg') }
  for (const tool of ['ffprobe', 'ffmpeg'] as const) {
    const output = await outputs[tool]
    if (typeof output === 'string') return { tool, problem: output }
    version = versionOf(output)
  }
  return { version }
}

function notReady(problem: string, warn: (m: string) => void): MediaCapability {
  warn(problem)
  return { ready: false, problem }
}

/** The output of a call, or the reason for its failure as a string. */
async function attempt(start: () => RunningMedia): Promise<MediaResult | string> {
  try {
    return await start().done
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function versionOf({ stdout }: MediaResult): string {
  return /version (\S+)/.exec(stdout)?.[1] ?? 'unknown'
}

function launch(run: MediaRun, paths: Paths, sandboxed: boolean): RunningMedia {
  const tool = paths[run.tool]
  const args = guarded(run)
  const command = sandboxed
    ? [paths.bubblewrap, ...cage(run, tool), ...args]
    : [tool, ...args.map((arg) => outsidePath(arg, run))]
  const [first = tool, ...rest] = command
  const collected = new Collected(run)
  const child = startProcess({
    command: first,
    args: rest,
    ...(run.outputDir !== undefined && !sandboxed ? { cwd: run.outputDir } : {}),
    ...(run.stdin === undefined ? {} : { stdin: run.stdin }),
    ...(run.stdout === 'read' ? { stdout: 'read' } : { onStdoutLine: (line) => collected.take(line) }),
    ...(run.signal === undefined ? {} : { signal: run.signal }),
    limits: kernelLimits(run.limits),
    ...(run.inBackground && { niceness: BACKGROUND_NICENESS }),
  })
  const done = child.done.then(async (end) => {
    if (end.code === 0 && end.stopped === null) {
      if (collected.isCut) throw new MediaError('output', run.tool, end.stderrTail)
      return { stdout: collected.text(), stderr: end.stderrTail }
    }
    if (end.stopped === 'aborted') throw run.signal?.reason
    const failure = failureOf(end)
    // Test the disk directly: a hostile file could forge the tool's message about a full or read-only disk.
    if (failure === 'failed' && run.outputDir !== undefined) await probeFolder(run.outputDir)
    throw new MediaError(failure, run.tool, end.stderrTail)
  })
  // A streaming caller awaits `done` last; until then its rejection must not count as unhandled.
  done.catch(() => {})
  return { stdin: child.stdin, stdout: child.stdout, done }
}

function kernelLimits({ memoryMb, cpuSeconds, wallMs, outputBytes }: MediaLimits): ProcessLimits {
  return { memoryMb, cpuSeconds, wallMs, fileBytes: outputBytes, openFiles: 64 }
}

const SIGKILL = 9
const SIGXCPU = 24
const SIGXFSZ = 25

/** bubblewrap reports a child killed by a signal as 128 + the signal number. */
function failureOf({ code, signal, stopped, stderrTail }: ProcessEnd): MediaFailure {
  if (stopped === 'timeout' || signal === 'SIGXCPU' || code === 128 + SIGXCPU) return 'time'
  if (signal === 'SIGXFSZ' || code === 128 + SIGXFSZ || /File too large/.test(stderrTail)) return 'output'
  if (/Cannot allocate memory|failed to map segment|std::bad_alloc/i.test(stderrTail)) return 'memory'
  // ffmpeg catches SIGXCPU and exits with 255; nobody else sends it a signal, except to stop it.
  if (code === 255 && !stderrTail.includes('Operation not permitted')) return 'time'
  if (signal === 'SIGKILL' || code === 128 + SIGKILL) return 'time'
  return 'failed'
}

/** Collects standard output: parses ffmpeg's progress blocks and keeps the rest up to a limit. */
class Collected {
  readonly #run: MediaRun
  readonly #lines: string[] = []
  #length = 0
  #timeMs = 0
  #frame = 0

  constructor(run: MediaRun) {
    this.#run = run
  }

  take(line: string): void {
    if (this.#run.onProgress !== undefined) this.#progress(line)
    else if (this.#run.onStdoutLine !== undefined) this.#run.onStdoutLine(line)
    else if ((this.#length += line.length + 1) <= STDOUT_LIMIT) this.#lines.push(line)
  }

  /** Whether output was cut at the limit. */
  get isCut(): boolean {
    return this.#length > STDOUT_LIMIT
  }

  text(): string {
    return this.#lines.join('\n')
  }

  #progress(line: string): void {
    const [key, value = ''] = line.split('=')
    const number = Number.parseInt(value, 10)
    if (key === 'out_time_us' && number >= 0) this.#timeMs = Math.round(number / 1_000)
    else if (key === 'frame' && number >= 0) this.#frame = number
    else if (key === 'progress') this.#run.onProgress?.({ timeMs: this.#timeMs, frame: this.#frame })
  }
}
