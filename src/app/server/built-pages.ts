import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { listStaticFiles } from '#platform/server/http/static-files.ts'
import type { Manifest, PagesModule } from '#platform/shared/page.ts'
import type { BuiltPages } from './web-app.ts'

/** Vite's manifest of built files, inside the folder that browsers load from. */
const MANIFEST = '/.vite/manifest.json'

/** Reads the output of `vite build --app` from this folder. */
export async function builtPages(directory: string): Promise<BuiltPages> {
  const client = join(directory, 'client')
  const manifest: Manifest = JSON.parse(await readFile(client + MANIFEST, 'utf8'))
  const { pagesOf }: PagesModule = await import(pathToFileURL(join(directory, 'server', 'index.js')).href)
  const files = await listStaticFiles(client, { immutable: 'assets' })
  return { draw: pagesOf(manifest), files: files.filter(({ url }) => url !== MANIFEST) }
}
