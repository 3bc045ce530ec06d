import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The secret that signs the cookies: the operator's, or one made at the first start and kept in the data
 * directory, readable by its owner only. Processes that start at once agree on one: it appears by a link, whole,
 * and only where there is none.
 */
export async function sessionSecret(o: { given: string | undefined; dataDir: string }): Promise<string> {
  if (o.given !== undefined) return o.given
  const path = join(o.dataDir, 'session-secret')
  const kept = await readIfThere(path)
  if (kept !== undefined) return kept

  await mkdir(o.dataDir, { recursive: true })
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true })
  try {
    await link(draft, path)
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
  } finally {
    await rm(draft)
  }
  return readFile(path, 'utf8')
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
