import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Is a process alive? A zombie, which its parent has not yet buried, is not. */
export async function isRunning(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // Alive, but another user's.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  const { state } = await processStat(pid)
  return state !== 'Z' && state !== 'X'
}

/** The process that the data directory says is its server, alive or not. */
export async function postmasterPid(cluster: string): Promise<number | undefined> {
  const file = pidFile(cluster)
  if (!existsSync(file)) return undefined
  const pid = Number((await readFile(file, 'utf8')).split('\n')[0])
  return Number.isInteger(pid) && pid > 0 ? pid : undefined
}

/**
 * Removes the pid file that a killed server left. PostgreSQL does so itself, but not when the id now
 * belongs to a zombie or to a stranger, as happens in containers, where few ids are in use.
 */
export async function removeStalePidFile(cluster: string, say: (sentence: string) => void): Promise<void> {
  const pid = await postmasterPid(cluster)
  if (pid === undefined) return
  const { name } = await processStat(pid)
  if ((await isRunning(pid)) && (name === undefined || name === 'postgres')) return
  say('The database was not stopped in order last time; it recovers now.')
  await rm(pidFile(cluster), { force: true })
}

function pidFile(cluster: string): string {
  return join(cluster, 'postmaster.pid')
}

/** What /proc tells; nothing on systems without it. */
async function processStat(pid: number): Promise<{ name?: string; state?: string }> {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return {}
  // "4711 (postgres) S 1 …"; the name may itself contain parentheses. The process may be gone by now.
  const text = await readFile(file, 'utf8').catch(() => '')
  const match = /^\d+ \((?<name>.*)\) (?<state>\S)/su.exec(text)
  const { name, state } = match?.groups ?? {}
  return name === undefined || state === undefined ? {} : { name, state }
}
