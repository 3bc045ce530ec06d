import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Whether a process is alive. A zombie is not. */
export async function isRunning(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // Alive, but another user's.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  const stat = await procFile(pid, 'stat')
  // "4711 (postgres) S 1 …"; the name may itself contain parentheses.
  return stat === undefined || !/\) [ZX]/u.test(stat)
}

/** The live server process of a data directory. */
export async function livePostmaster(cluster: string): Promise<number | undefined> {
  const pid = await recordedPid(cluster)
  return pid !== undefined && (await isRunning(pid)) && (await serves(pid, cluster)) ? pid : undefined
}

/**
 * Removes the stale pid file of a killed server. PostgreSQL does so itself, except when the id now belongs to a zombie
 * or an unrelated process, as happens in containers, where few ids are in use.
 */
export async function removeStalePidFile(cluster: string, say: (sentence: string) => void): Promise<void> {
  if ((await recordedPid(cluster)) === undefined || (await livePostmaster(cluster)) !== undefined) return
  say('The database was not stopped in order last time; it recovers now.')
  await rm(pidFile(cluster), { force: true })
}

/** The port on 127.0.0.1 that a data directory's server was started with; undefined when none is recorded. */
export async function recordedPort(cluster: string): Promise<number | undefined> {
  return wholeNumber((await pidLines(cluster))[3])
}

/** The server process recorded in the data directory; it may be dead, or its id reused. */
async function recordedPid(cluster: string): Promise<number | undefined> {
  return wholeNumber((await pidLines(cluster))[0])
}

/** PostgreSQL writes process id, data directory, start time and port, one per line in this order. */
async function pidLines(cluster: string): Promise<string[]> {
  return (await readFile(pidFile(cluster), 'utf8').catch(withoutFile)).split('\n')
}

function wholeNumber(text = ''): number | undefined {
  const number = Number(text)
  return Number.isInteger(number) && number > 0 ? number : undefined
}

/** A server that is starting or stopping has no file. */
function withoutFile(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
  throw error
}

/** Without /proc the pid file is trusted, as PostgreSQL itself does. */
async function serves(pid: number, cluster: string): Promise<boolean> {
  const commandLine = await procFile(pid, 'cmdline')
  return commandLine === undefined || commandLine.split('\0').includes(cluster)
}

/** Undefined on systems without /proc, and empty when the process has just exited. */
async function procFile(pid: number, name: string): Promise<string | undefined> {
  if (!existsSync('/proc/self/stat')) return undefined
  return readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')
}

function pidFile(cluster: string): string {
  return join(cluster, 'postmaster.pid')
}
