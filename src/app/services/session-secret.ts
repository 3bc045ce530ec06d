import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The secret that signs the cookies: the operator's, or one made at the first start and stored in the data directory,
 * readable by its owner only. Concurrent starts agree on one secret: a hard link creates the file whole, and only if
 * none exists.
 */
export async function sessionSecret(o: Secrets): Promise<string> {
  const found = await findSessionSecret(o)
  if (found !== undefined) return found

  const path = pathOf(o)
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

/** Like `sessionSecret`, and makes none: undefined before the first start. */
export async function findSessionSecret(o: Secrets): Promise<string | undefined> {
  return o.given ?? readIfPresent(pathOf(o))
}

type Secrets = { readonly given: string | undefined; readonly dataDir: string }

function pathOf({ dataDir }: Secrets): string {
  return join(dataDir, 'session-secret')
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
