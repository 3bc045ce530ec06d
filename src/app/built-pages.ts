import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { listStaticFiles } from '#platform/server/static-files.ts'
import type { Manifest, PagesModule } from '#platform/shared/page.ts'
import type { BuiltPages } from './web-app.ts'

/** Where Vite tells what became of each source file, beneath what browsers may load. */
const MANIFEST = '/.vite/manifest.json'

/** What `vite build --app` wrote to this folder. */
export async function builtPages(directory: string): Promise<BuiltPages> {
  const client = join(directory, 'client')
  const manifest: Manifest = JSON.parse(await readFile(client + MANIFEST, 'utf8'))
  const { pagesOf }: PagesModule = await import(pathToFileURL(join(directory, 'server', 'index.js')).href)
  const files = await listStaticFiles(client, { immutable: 'assets' })
  return { draw: pagesOf(manifest), files: files.filter(({ url }) => url !== MANIFEST) }
}
