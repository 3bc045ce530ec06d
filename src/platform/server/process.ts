import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { PassThrough, type Readable, type Writable } from 'node:stream'
import { setSessionNiceness } from './niceness.ts'

/** Resource limits of one process; an absent limit is not set. */
export type ProcessLimits = {
  /** Address space in MiB. Not for Node.js or the JVM: they reserve far more than they use. */
  readonly memoryMb?: number
  /** Processor seconds over all threads; SIGXCPU, then SIGKILL two seconds later. */
  readonly cpuSeconds?: number
  /** Wall-clock milliseconds, after which the process is stopped like an aborted one. */
  readonly wallMs?: number
  /** Largest file it may write, in bytes; SIGXFSZ beyond. */
  readonly fileBytes?: number
  /** Open file descriptors. */
  readonly openFiles?: number
}

export type ProcessOptions = {
  /** A program on the fixed search path, or an absolute path. */
  readonly command: string
  readonly args: readonly string[]
  /** `open` leaves standard input to the caller; `closed` (the default) gives it an end of file at once. */
  readonly stdin?: 'open' | 'closed'
  /** `read` leaves standard output to the caller, who must read it; by default it is dropped or read as lines. */
  readonly stdout?: 'read' | 'discard'
  /** Added to an empty environment; the child inherits none of ours, so no secret leaks into it. */
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  /** Run as another user, when we are root. */
  readonly uid?: number
  readonly gid?: number
  /** Stops the whole process group: SIGTERM, and SIGKILL `graceMs` later. */
  readonly signal?: AbortSignal
  /** Milliseconds between SIGTERM and SIGKILL; default 2,000. */
  readonly graceMs?: number
  readonly limits?: ProcessLimits
  /** How far its processes and its session give way on the processor, on top of our own: 0 to 19; default 0. */
  readonly niceness?: number
  /** Lines longer than 16 MiB are truncated. */
  onStdoutLine?(line: string): void
  onStderrLine?(line: string): void
}

export type ProcessEnd = {
  /** Exit status, or null when a signal ended it. */
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** The last 8,000 characters of standard error. */
  readonly stderrTail: string
  /** Why we stopped it, or null when it ended on its own. */
  readonly stopped: 'aborted' | 'timeout' | null
}

export type RunningProcess = {
  readonly pid: number
  readonly stdin: Writable
  readonly stdout: Readable
  /** Never rejects: the value describes every kind of end. */
  readonly done: Promise<ProcessEnd>
}

const GRACE_MS = 2_000
/** The longest timeout of Node.js, almost 25 days; a longer one fires immediately. */
const LONGEST_TIMER_MS = 2 ** 31 - 1
const STDERR_TAIL = 8_000
/** Truncates lines, because a program may print untrusted text such as a video's title. */
const LONGEST_LINE = 16 * 1_048_576
const BARE_ENVIRONMENT = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/opt/homebrew/bin',
  LANG: 'C.UTF-8',
}
/**
 * Kills the child when this process dies in any way; otherwise a SIGKILLed worker leaves encoders behind. The kernel
 * signals only deaths after the request, so a child that already has another parent exits before it starts.
 */
const DEATH_SIGNAL = existsSync('/usr/bin/setpriv')
  ? [
      '/usr/bin/setpriv',
      '--pdeathsig',
      'KILL',
      '--',
      '/bin/sh',
      '-c',
      '[ "$PPID" = "$0" ] && exec "$@"',
      `${process.pid}`,
    ]
  : []

/**
 * Starts a program in its own process group and session, with limits and without our environment. A missing program
 * exits with status 127 (or throws immediately when started without a wrapper).
 * @throws the signal's reason when it is already aborted
 */
export function startProcess(options: ProcessOptions): RunningProcess {
  options.signal?.throwIfAborted()
  const [command, ...args] = commandLine(options)
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: { ...BARE_ENVIRONMENT, ...options.env },
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    ...identity(options),
  })
  const pid = startedPid(child, options.command)
  if (options.niceness !== undefined) setSessionNiceness(pid, options.niceness, () => isRunning(child))
  // A program may exit before it has read all of its input; `done` reports how it ended.
  child.stdin.on('error', ignoreBrokenPipe)
  if (options.stdin !== 'open') child.stdin.end()
  const stop = stopper(child, pid, options)
  // Node.js discards unread output when the program ends; our own stream keeps it for the caller.
  const stdout = options.stdout === 'read' ? child.stdout.pipe(new PassThrough()) : child.stdout
  return { pid, stdin: child.stdin, stdout, done: waitForEnd(child, pid, options, stop) }
}

/** Starts a Node.js module as a child process, with our cache of compiled modules, and its input and output piped. */
export function startChild(
  options: Omit<ProcessOptions, 'command' | 'stdin' | 'stdout'> & {
    /** Absolute path of the module to run. */
    readonly module: string
    readonly nodeArgs?: readonly string[]
  },
): RunningProcess {
  const { module, nodeArgs = [], args, env, ...rest } = options
  return startProcess({
    ...rest,
    env: { ...compileCache(), ...env },
    command: process.execPath,
    args: [...nodeArgs, module, ...args],
    stdin: 'open',
    stdout: rest.onStdoutLine === undefined ? 'read' : 'discard',
  })
}

/** The folder of compiled modules, if Node.js keeps one. Without it, a start takes a quarter more processor time. */
function compileCache(): Readonly<Record<string, string>> {
  // The folder of this version is in the one that was set.
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}

export type DaemonOptions = {
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  /** Run as another user, when we are root. */
  readonly uid?: number
  readonly gid?: number
  /** Receives standard output and error, appended. */
  readonly logFile: string
}

/** Starts a program that outlives this process. @throws Error when it cannot be started */
export function startDaemon({ command, args, env, cwd, uid, gid, logFile }: DaemonOptions): { readonly pid: number } {
  const log = openSync(logFile, 'a', 0o600)
  const stdio: StdioOptions = ['ignore', log, log]
  try {
    const child = spawn(command, args, {
      cwd,
      env: { ...BARE_ENVIRONMENT, ...env },
      detached: true,
      stdio,
      ...identity({ uid, gid }),
    })
    const pid = startedPid(child, command)
    child.unref()
    return { pid }
  } finally {
    closeSync(log)
  }
}

function identity({ uid, gid }: { uid?: number | undefined; gid?: number | undefined }): {
  uid?: number
  gid?: number
} {
  return { ...(uid === undefined ? {} : { uid }), ...(gid === undefined ? {} : { gid }) }
}

function commandLine({ command, args, limits, niceness }: ProcessOptions): [string, ...string[]] {
  const priority = niceness === undefined ? [] : ['nice', '-n', String(niceness)]
  const [first = command, ...rest] = [...DEATH_SIGNAL, ...priority, ...kernelLimits(limits), command, ...args]
  return [first, ...rest]
}

function kernelLimits({ memoryMb, cpuSeconds, fileBytes, openFiles }: ProcessLimits = {}): string[] {
  const flags = [
    ...(memoryMb === undefined ? [] : [`--as=${Math.ceil(memoryMb * 1_048_576)}`]),
    ...(cpuSeconds === undefined ? [] : [`--cpu=${Math.ceil(cpuSeconds)}:${Math.ceil(cpuSeconds) + 2}`]),
    ...(fileBytes === undefined ? [] : [`--fsize=${Math.ceil(fileBytes)}`]),
    ...(openFiles === undefined ? [] : [`--nofile=${openFiles}`]),
  ]
  return flags.length === 0 ? [] : ['prlimit', '--core=0', ...flags, '--']
}

function startedPid(child: ChildProcess, command: string): number {
  // Without a listener, a failed start becomes an uncaught exception later; throw here instead.
  child.on('error', () => {})
  if (child.pid === undefined) throw new Error(`${command} could not be started; is it installed?`)
  return child.pid
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null
}

type Stopper = { reason(): ProcessEnd['stopped']; release(): void }

/** Stops the process group on abort or timeout: SIGTERM first, SIGKILL after the grace period. */
function stopper(child: ChildProcess, pid: number, { signal, limits, graceMs = GRACE_MS }: ProcessOptions): Stopper {
  let reason: ProcessEnd['stopped'] = null
  let kill: NodeJS.Timeout | undefined
  const stop = (why: 'aborted' | 'timeout') => {
    if (reason !== null || !isRunning(child)) return
    reason = why
    signalGroup(pid, 'SIGTERM')
    kill = setTimeout(() => signalGroup(pid, 'SIGKILL'), graceMs)
  }
  const onAbort = () => stop('aborted')
  signal?.addEventListener('abort', onAbort, { once: true })
  const wallMs = limits?.wallMs === undefined ? undefined : Math.min(limits.wallMs, LONGEST_TIMER_MS)
  const wall = wallMs === undefined ? undefined : setTimeout(() => stop('timeout'), wallMs)
  return {
    reason: () => reason,
    release() {
      clearTimeout(wall)
      clearTimeout(kill)
      signal?.removeEventListener('abort', onAbort)
    },
  }
}

async function waitForEnd(
  child: ChildProcess & { stdout: Readable; stderr: Readable },
  pid: number,
  { stdout, onStdoutLine, onStderrLine }: ProcessOptions,
  stop: Stopper,
): Promise<ProcessEnd> {
  let stderrTail = ''
  // Do not wait for the end of standard output: a caller that reads it may be slower than the program.
  const output = stdout === 'read' ? undefined : lines(child.stdout, onStdoutLine)
  const errors = lines(child.stderr, (line) => {
    stderrTail = `${stderrTail}${line}\n`.slice(-STDERR_TAIL)
    onStderrLine?.(line)
  })
  const exit = await new Promise<Pick<ProcessEnd, 'code' | 'signal'>>((resolve) =>
    child.once('exit', (code, signal) => resolve({ code, signal })),
  )
  // Processes left in its group would hold the pipes open forever.
  signalGroup(pid, 'SIGKILL')
  stop.release()
  await Promise.all([output, errors])
  return { ...exit, stderrTail, stopped: stop.reason() }
}

async function lines(stream: Readable, onLine?: (line: string) => void): Promise<void> {
  if (onLine === undefined) {
    stream.resume()
    return new Promise((resolve) => stream.once('close', resolve))
  }
  let line = ''
  const emitLine = () => onLine(line.endsWith('\r') ? line.slice(0, -1) : line)
  for await (const chunk of stream.setEncoding('utf8')) {
    const [first = '', ...more] = String(chunk).split('\n')
    if (line.length <= LONGEST_LINE) line += first
    for (const next of more) {
      emitLine()
      line = next
    }
  }
  if (line !== '') emitLine()
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch (error) {
    // The group is already gone.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

function ignoreBrokenPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE' && error.code !== 'ECONNRESET' && error.code !== 'ERR_STREAM_DESTROYED') throw error
}
