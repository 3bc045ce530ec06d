import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The secret that signs the cookies: the operator's, or one made at the first start and stored in the data directory,
 * readable by its owner only. Concurrent starts agree on one secret: a hard link creates the file whole, and only if
 * none exists.
 */
export async function sessionSecret(o: { given: string | undefined; dataDir: string }): Promise<string> {
  if (o.given !== undefined) return o.given
  const path = join(o.dataDir, 'session-secret')
  const stored = await readIfPresent(path)
  if (stored !== undefined) return stored

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

async function readIfPresent(path: string): Promise<string | undefined> {
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
