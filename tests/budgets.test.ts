import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { builtPages } from '#app/server/built-pages.ts'
import routes from '#app/pages/routes.ts'
import { listedPaths } from '#app/server/seo.ts'
import { contactsAt, DEFAULT_AFFILIATE_TERMS } from '#platform/shared/contacts.ts'
import type { Manifest } from '#platform/shared/page.ts'

/**
 * Budget of a public page in kB (1,000 bytes), for everything a visitor loads without interaction. Of the total, React
 * and its DOM take 68, the router 12, the query cache 8, icons 2, the shell around every page 20, and /login, the
 * heaviest page, 16. Of the styles, 11 are the sheet of every page, 2 the captions on / and /login, and 0.4 the
 * animation on /.
 */
const BUDGET_KB = { scripts: 129.6, styles: 13.6, fonts: 40 }
const SITE_ORIGIN = 'https://wordpop.example'
const SITE = {
  origin: SITE_ORIGIN,
  contacts: contactsAt(SITE_ORIGIN, { legal: undefined, support: undefined, general: undefined }),
  links: {},
  sells: true,
  affiliates: DEFAULT_AFFILIATE_TERMS,
}
const BUILD = resolve('build')

type Asset = { readonly url: string; readonly kb: number }
type Page = {
  readonly path: string
  readonly html: string
  readonly scripts: Asset[]
  readonly styles: Asset[]
  readonly fonts: Asset[]
}

let pages: Page[] = []

beforeAll(async () => {
  if (!existsSync(`${BUILD}/server/index.js`)) throw new Error('Build the pages first: vite build --app')
  const { draw } = await builtPages(BUILD)
  const bootstrap = { site: SITE, answers: {} }
  pages = await Promise.all(
    listedPaths(routes).map(async (path) => measure(path, await draw({ path, bootstrap, withScripts: true }))),
  )
})

test('there are public pages to measure', () => {
  expect(pages.map(({ path }) => path)).toContain('/')
})

test.each(['scripts', 'styles', 'fonts'] as const)('the %s of every public page stay within budget', (kind) => {
  const budget = BUDGET_KB[kind]
  const over = pages.filter((page) => sum(page[kind]) > budget)
  expect(over.map((page) => `${page.path}: ${report(page[kind])} of ${budget} kB`)).toEqual([])
})

test('no public page loads the upload engine, the editor or a schema library', async () => {
  const heavy = (await publicScripts()).filter(({ code }) =>
    /uppy|tus-resumable|ZodError|requestVideoFrameCallback/i.test(code),
  )
  expect(heavy.map(({ url }) => url)).toEqual([])
})

test('the changelog comes with the document of its page, not with the code of any', async () => {
  const [oldest = 'none'] = (await readFile('CHANGELOG.md', 'utf8')).match(/^## .*$/gm)?.slice(-1) ?? []
  expect(pages.filter(({ html }) => html.includes(oldest)).map(({ path }) => path)).toEqual(['/updates'])
  const scripts = (await publicScripts()).filter(({ code }) => code.includes(oldest))
  expect(scripts.map(({ url }) => url)).toEqual([])
})

test('the document of a video names the files of the editor', async () => {
  const manifest: Manifest = JSON.parse(await readFile(`${BUILD}/client/.vite/manifest.json`, 'utf8'))
  const { draw } = await builtPages(BUILD)
  const html = await draw({ path: '/projects/1', bootstrap: { site: SITE, answers: {} }, withScripts: true })
  const file = manifest['src/app/pages/workspace/editor-workspace.tsx']?.file ?? 'none'
  expect(html).toContain(`<link rel="modulepreload" fetchpriority="low" href="/${file}"/>`)
})

test('the editor opens with few files: each costs a slow processor 3 ms', async () => {
  const scripts = await importsOf('src/app/pages/routes/project.tsx', 'src/app/pages/workspace/editor-workspace.tsx')
  expect(scripts.length).toBeLessThanOrEqual(30)
})

test('no file of the pages waits for itself through another: one would run before what it needs', async () => {
  const manifest: Manifest = JSON.parse(await readFile(`${BUILD}/client/.vite/manifest.json`, 'utf8'))
  const waitsForItself = await Promise.all(
    Object.entries(manifest).map(async ([name, { file, imports = [] }]) =>
      (await importsOf(...imports)).includes(file) ? [name] : [],
    ),
  )
  expect(waitsForItself.flat()).toEqual([])
})

test('a review link and a shared look load no code of the editor', async () => {
  const scripts = await importsOf('src/features/review/web/open-review.tsx', 'src/app/pages/routes/look.tsx')
  expect(scripts.filter((file) => file.startsWith('assets/painter-'))).toHaveLength(1)
  expect(scripts.filter((file) => /\/(editor|editor-workspace)-/.test(file))).toEqual([])
})

test('the code of the editor is compiled while it loads', async () => {
  const scripts = await importsOf('src/app/pages/browser.tsx', 'src/app/pages/workspace/editor-workspace.tsx')
  const codes = await Promise.all(scripts.map((file) => readFile(`${BUILD}/client/${file}`, 'utf8')))
  const later = codes.filter((code) => !code.startsWith('//# allFunctionsCalledOnLoad\n'))
  // Below this, the main thread compiles a file as fast.
  expect(later.filter((code) => code.length > 60_000).map((code) => code.slice(0, 80))).toEqual([])
})

test('no public page loads a widget library', async () => {
  for (const { file, mark } of WIDGET_LIBRARIES) {
    expect(await readFile(`node_modules/${file}`, 'utf8'), `${file} has no mark`).toContain(mark)
  }
  const heavy = (await publicScripts()).filter(({ code }) => WIDGET_LIBRARIES.some(({ mark }) => code.includes(mark)))
  expect(heavy.map(({ url }) => url)).toEqual([])
})

/** What a build keeps of each widget library: minifying renames neither strings nor methods. */
const WIDGET_LIBRARIES = [
  { file: '@base-ui/react/internals/useBaseUiId.mjs', mark: 'base-ui' },
  { file: '@tanstack/virtual-core/dist/esm/index.js', mark: 'getVirtualItems' },
  { file: 'react-resizable-panels/dist/react-resizable-panels.js', mark: '"data-separator"' },
]

/** The files of modules with everything that they import statically, each once. */
async function importsOf(...names: readonly string[]): Promise<string[]> {
  const manifest: Manifest = JSON.parse(await readFile(`${BUILD}/client/.vite/manifest.json`, 'utf8'))
  const files = new Map<string, string>()
  const add = (name: string) => {
    const part = manifest[name]
    if (part === undefined) throw new Error(`the build has no ${name}`)
    if (files.has(name)) return
    files.set(name, part.file)
    for (const imported of part.imports ?? []) add(imported)
  }
  for (const name of names) add(name)
  return [...files.values()]
}

/** The scripts that public pages load, each once. */
async function publicScripts(): Promise<{ url: string; code: string }[]> {
  const urls = new Set(pages.flatMap(({ scripts }) => scripts.map(({ url }) => url)))
  return Promise.all([...urls].map(async (url) => ({ url, code: await readFile(BUILD + '/client' + url, 'utf8') })))
}

/** Everything the browser fetches to show the page, compressed as transferred. */
async function measure(path: string, html: string): Promise<Page> {
  const scripts = all(html, /(?:modulepreload"[^>]*href=|<script[^>]*src=)"(\/assets\/[^"]+\.js)"/g)
  const styles = all(html, /rel="stylesheet"[^>]*href="([^"]+)"/g)
  const css = (await Promise.all(styles.map((url) => readFile(`${BUILD}/client${url}`, 'utf8')))).join('\n')
  const preloaded = all(html, /rel="preload"[^>]*href="([^"]+\.woff2)"/g)
  return {
    path,
    html,
    scripts: await weigh(scripts, (bytes) => gzipSync(bytes, { level: 9 })),
    styles: await weigh(styles, (bytes) => gzipSync(bytes, { level: 9 })),
    // Fonts are compressed already.
    fonts: await weigh([...new Set([...preloaded, ...latinFonts(css)])], (bytes) => bytes),
  }
}

/** The font files of a stylesheet that contain Latin letters, whichever the page's text needs first. */
function latinFonts(css: string): string[] {
  const faces = css.match(/@font-face\s*\{[^}]*\}/g) ?? []
  return faces
    .filter((face) => !/unicode-range/.test(face) || /unicode-range:\s*U\+(0000|0|20|0020)-/i.test(face))
    .flatMap((face) => all(face, /url\("?([^")]+\.woff2)"?\)/g))
}

async function weigh(urls: readonly string[], compress: (bytes: Buffer) => Buffer): Promise<Asset[]> {
  const assets = urls.map(async (url) => ({
    url,
    kb: compress(await readFile(`${BUILD}/client${url}`)).length / 1_000,
  }))
  return (await Promise.all(assets)).toSorted((a, b) => b.kb - a.kb)
}

function all(text: string, pattern: RegExp): string[] {
  return [...new Set(Array.from(text.matchAll(pattern), ([, found = '']) => found))]
}

function sum(assets: readonly Asset[]): number {
  return assets.reduce((total, { kb }) => total + kb, 0)
}

/** The sum, and the heaviest assets. */
function report(assets: readonly Asset[]): string {
  const heaviest = assets.slice(0, 6).map(({ url, kb }) => `${url.split('/').at(-1)} ${kb.toFixed(1)}`)
  return `${sum(assets).toFixed(1)} (${heaviest.join(', ')})`
}
