import { readFile } from 'node:fs/promises'
import { z } from 'zod'

const Package = z.object({ version: z.string() })

/** The version of this release, as in package.json. */
export async function readVersion(): Promise<string> {
  const text = await readFile(new URL('../../../package.json', import.meta.url), 'utf8')
  return Package.parse(JSON.parse(text)).version
}
