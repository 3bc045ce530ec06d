import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { commentsIn, linesIn, type Prose } from './architecture/prose.ts'
import { MAX_TITLE, REJECTED_FILES, REJECTED_NAMES, REJECTED_TURNS } from './architecture/rejected-language.ts'
import { filesUnder, identifiersOf, parse } from './architecture/source.ts'
import { titlesIn } from './support/spec-coverage.ts'

/** Documents that quote others: the table of the specification's statements. */
const QUOTING = new Set(['docs/spec-coverage.md'])
/** The lists of rejected words themselves. */
const LISTS = new Set(['tests/language.test.ts', 'tests/architecture/rejected-language.ts'])

test('no file or identifier has a rejected name', async () => {
  const sources = await readSources()
  expect(sources.length).toBeGreaterThan(1_000)
  expect(sources.flatMap(({ path, text }) => rejectedIn(path, text))).toEqual([])
})

test('no comment, test title or document uses a rejected word or turn', async () => {
  const sources = await readSources()
  const prose = sources.flatMap(({ path, text }) => [...commentsIn(path, text), ...titlesOf(path, text)])
  const documents = await readDocuments()
  expect(documents.length).toBeGreaterThan(40)
  expect([...prose, ...documents].flatMap(rejectedTurnsIn).join('\n')).toBe('')
})

test(`test titles have at most ${MAX_TITLE} characters`, async () => {
  const sources = await readSources()
  const titles = sources.flatMap(({ path, text }) => titlesOf(path, text))
  expect(titles.length).toBeGreaterThan(500)
  expect(titles.filter(({ text }) => text.length > MAX_TITLE).map(({ path, text }) => `${path}: ${text}`)).toEqual([])
})

test('rejects a name that was given up, in an identifier and in the name of a file', () => {
  expect(rejectedIn('src/hearing.ts', 'export type Told = { text: string }')).toEqual([
    'src/hearing.ts: name the file remote-sync',
    'src/hearing.ts: Told: use the name of the data, such as PageBootstrap',
  ])
  expect(rejectedIn('src/stream.ts', '/** Called when the stream ends. */\nexport const ended = 1')).toEqual([])
})

test('rejects a turn across the lines of a comment, and in a title', () => {
  const text = '/**\n * Starts by\n * itself.\n */\nexport const a = 1\ntest("Nothing is made anew", () => {})'
  const found = [...commentsIn('a.test.ts', text), ...titlesOf('a.test.ts', text)].flatMap(rejectedTurnsIn)
  expect(found.map((fault) => fault.split(': ')[0])).toEqual(['a.test.ts:1', 'a.test.ts:1'])
})

test('accepts code in backticks, quotations and directives of tools', () => {
  expect(linesIn('a.md', 'Call `anew()`.\n```\nanew\n```\nIt says "any more".').flatMap(rejectedTurnsIn)).toEqual([])
  expect(commentsIn('a.ts', '// oxlint-disable-next-line no-console -- told so')).toEqual([])
})

async function readSources(): Promise<readonly { readonly path: string; readonly text: string }[]> {
  const paths = (await Promise.all(['src', 'tests', 'scripts', 'bench'].map(filesUnder))).flat()
  const wanted = paths.filter((path) => /\.tsx?$/.test(path) && !LISTS.has(path))
  return Promise.all(wanted.map(async (path) => ({ path, text: await readFile(path, 'utf8') })))
}

async function readDocuments(): Promise<Prose[]> {
  const paths = [...(await filesUnder('docs')), ...['README', 'ARCHITECTURE', 'CONTRIBUTING', 'CHANGELOG'].map(asPage)]
  const wanted = paths.filter((path) => path.endsWith('.md') && !QUOTING.has(path))
  return (await Promise.all(wanted.map(async (path) => linesIn(path, await readFile(path, 'utf8'))))).flat()
}

function asPage(name: string): string {
  return `${name}.md`
}

function titlesOf(path: string, text: string): Prose[] {
  if (!/\.(test|journey)\.tsx?$/.test(path) && !path.startsWith('tests/support/')) return []
  return [...titlesIn(path, text)].map((title) => ({ path, line: 1, text: title.toLowerCase() }))
}

function rejectedTurnsIn({ path, line, text }: Prose): string[] {
  return REJECTED_TURNS.flatMap(({ turn, instead }) => {
    const found = turn.exec(text)
    return found === null ? [] : [`${path}:${line}: "${found[0]}": write ${instead}`]
  })
}

function rejectedIn(path: string, text: string): string[] {
  const file = REJECTED_FILES.get(basename(path).replace(/\..*$/, ''))
  const names = [...identifiersOf(parse(path, text))].flatMap((name) => {
    const instead = REJECTED_NAMES.get(name)
    return instead === undefined ? [] : [`${path}: ${name}: use ${instead}`]
  })
  return [...(file === undefined ? [] : [`${path}: name the file ${file}`]), ...names]
}
