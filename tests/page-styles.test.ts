import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Visitor } from 'vite'
import { expect, test } from 'vitest'
import routes from '#app/pages/routes.ts'
import type { Manifest } from '#platform/shared/page.ts'
import { parse } from './architecture/source.ts'

const CLIENT = resolve('build/client')
/** Names of classes that code also uses as CSS values, one of an event, and one that is a common password. */
const OTHER_WORDS = new Set(['inline', 'italic', 'visible', 'shadow', 'filter', 'blur'])

test('every page loads the styles of all classes in its code', async () => {
  if (!existsSync(CLIENT)) throw new Error('Build the pages first: vite build --app')
  const manifest: Manifest = JSON.parse(await readFile(`${CLIENT}/.vite/manifest.json`, 'utf8'))
  const routeFiles = new Set(routes.map(({ file }) => `src/app/pages/${file}`))
  const known = await classesOf(
    Object.values(manifest).flatMap(({ css = [] }) => css.filter((file) => file.includes('/application-'))),
  )
  expect(known.size).toBeGreaterThan(500)
  const missing: string[] = []
  for (const file of routeFiles) {
    const loaded = chunksOf(
      manifest,
      ['src/app/pages/browser.tsx', file],
      new Set([...routeFiles].filter((other) => other !== file)),
    )
    const own = await classesOf(loaded.flatMap(({ css = [] }) => css))
    const used = await Promise.all(loaded.map(async (each) => classesUsed(await textsOf(each.file), known)))
    for (const word of new Set(used.flat())) {
      if (!own.has(word) && !OTHER_WORDS.has(word)) missing.push(`${file}: ${word}`)
    }
  }
  expect(missing).toEqual([])
})

test('reads lists of classes in code, and no sentences', () => {
  const known = new Set(['flex', 'gap-2', 'outline', 'blur'])
  const code = 'a="flex gap-2";b=`flex ${c} group`;d="blur";e="Thin lines have an outline, and no blur any longer."'
  expect(new Set(classesUsed(stringsIn('a.js', code), known))).toEqual(new Set(['flex', 'gap-2', 'blur']))
})

test('reads no text that a page only shows, such as the changelog', async () => {
  const manifest: Manifest = JSON.parse(await readFile(`${CLIENT}/.vite/manifest.json`, 'utf8'))
  const changelog = Object.entries(manifest).find(([name]) => name.includes('CHANGELOG.md'))
  expect(changelog).toBeDefined()
  const read = chunksOf(manifest, ['src/app/pages/routes/updates.tsx'], new Set())
  expect(read.length).toBeGreaterThan(1)
  expect(read.map(({ file }) => file)).not.toContain(changelog?.[1].file)
})

test('every variable of a style sheet is set by a sheet or by code', async () => {
  const files = await readdir(`${CLIENT}/assets`)
  const read = async (end: string) =>
    (
      await Promise.all(
        files.filter((file) => file.endsWith(end)).map((file) => readFile(`${CLIENT}/assets/${file}`, 'utf8')),
      )
    ).join('\n')
  const [styles, code] = [await read('.css'), await read('.js')]
  const namesIn = (text: string, pattern: RegExp) => Array.from(text.matchAll(pattern), ([, name = '']) => name)
  const set = new Set([...namesIn(styles, /(--[\w-]+)\s*:/g), ...namesIn(code, /["'`](--[\w-]+)["'`]/g)])
  // A use with a fallback needs no value; Tailwind registers its own (`--tw-`) with initial values.
  const used = new Set(namesIn(styles, /var\((--(?!tw-)[\w-]+)\)/g))
  expect(used.size).toBeGreaterThan(30)
  expect([...used].filter((name) => !set.has(name))).toEqual([])
})

/** These chunks, the ones they load later, and the imports of all, without the code of other pages. */
function chunksOf(manifest: Manifest, names: readonly string[], otherPages: ReadonlySet<string>): Manifest[string][] {
  const found = new Map<string, Manifest[string]>()
  const add = (name: string) => {
    const chunk = manifest[name]
    if (chunk === undefined || found.has(name) || otherPages.has(name) || isText(name)) return
    found.set(name, chunk)
    chunk.imports?.forEach(add)
  }
  names.forEach(add)
  const later = [...found.values()].flatMap(({ dynamicImports = [] }) => dynamicImports)
  later.forEach(add)
  return [...found.values()]
}

/** A text that a page only shows, such as the changelog: its words are no classes. */
function isText(name: string): boolean {
  return name.endsWith('?raw')
}

/** The strings of a built file, parsed once for all pages. */
async function textsOf(file: string): Promise<readonly string[]> {
  const known = texts.get(file)
  if (known !== undefined) return known
  const read = stringsIn(file, await readFile(`${CLIENT}/${file}`, 'utf8'))
  texts.set(file, read)
  return read
}

const texts = new Map<string, readonly string[]>()

/** The strings in code, and the fixed parts of its templates. */
function stringsIn(file: string, code: string): string[] {
  const found: string[] = []
  new Visitor({
    Literal: ({ value }) => typeof value === 'string' && found.push(value),
    TemplateElement: ({ value }) => found.push(value.cooked ?? ''),
  }).visit(parse(file, code).program)
  return found
}

/** The known classes in lists of classes: strings of which at least half of the words are such. Others are sentences. */
function classesUsed(strings: readonly string[], known: ReadonlySet<string>): string[] {
  return strings.flatMap((text) => {
    const words = text.split(/\s+/).filter((word) => word !== '')
    const classes = words.filter((word) => known.has(word))
    return classes.length * 2 >= words.length ? classes : []
  })
}

/** The class names in the selectors of style sheets. */
async function classesOf(files: readonly string[]): Promise<Set<string>> {
  const sheets = await Promise.all([...new Set(files)].map((file) => readFile(`${CLIENT}/${file}`, 'utf8')))
  const selectors = sheets.join('\n').match(/[^{}]+(?=\{)/g) ?? []
  return new Set(
    selectors.flatMap((selector) =>
      Array.from(selector.matchAll(/\.((?:\\.|[a-z_-])(?:\\.|[\w-])*)/gi), ([, name = '']) =>
        name.replaceAll('\\', ''),
      ),
    ),
  )
}
