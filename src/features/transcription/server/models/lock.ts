import { readFile, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'

/**
 * Keeps other processes from the same work while `work` runs; a lock whose process is gone is taken over.
 * @returns undefined at once when somebody else has it
 */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T | undefined> {
  if (!(await take(path))) return undefined
  try {
    return await work()
  } finally {
    await rm(path, { force: true })
  }
}

async function take(path: string): Promise<boolean> {
  const mine = `${hostname()} ${process.pid}`
  try {
    await writeFile(path, mine, { flag: 'wx' })
    return true
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const [host, pid] = (await readFile(path, 'utf8').catch(() => '')).split(' ')
  if (host !== hostname() || isAlive(Number(pid))) return false
  await rm(path, { force: true })
  return take(path)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
