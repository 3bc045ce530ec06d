import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { needsNoTest, rowsOf, rulesOf, sectionOf, titlesIn, unitsOf, unquotedOf } from './support/spec-coverage.ts'

const PAGE = 'docs/spec-coverage.md'
const SPECIFICATION = '../shared/spec.md'
const SECTIONS = ['1', '2', '3', '4', '5', '6', '7', '8', '9']

const page = await readFile(PAGE, 'utf8')
const rows = rowsOf(page)
const rules = rulesOf(page)
/** The number of rules in each part of the affiliate programme; the constants are one part. */
const RULES = { B: 8, C: 7, D: 8, E: 13, F: 6, G: 6 }

test('every statement of the specification has a test, or names the later work it belongs to', () => {
  const unproved = rows.filter((row) => row.proofs.length === 0 && !needsNoTest(row))
  expect(unproved.map(({ id, statement }) => `${id}: ${statement}`)).toEqual([])
})

test('every test named by a row exists under exactly that title', async () => {
  const ruled = rules.map(({ rule: id, proofs }) => ({ id, proofs }))
  const proofs = [...rows, ...ruled].flatMap((row) => row.proofs.map((proof) => ({ ...proof, id: row.id })))
  const paths = [...new Set(proofs.map(({ path }) => path))]
  const noTests = paths.filter((path) => !/\.(test\.tsx?|journey\.ts)$/.test(path) || !existsSync(path))
  expect(noTests).toEqual([])
  const read = async (path: string) => [path, titlesIn(path, await readFile(path, 'utf8'))] as const
  const titles = new Map(await Promise.all(paths.map(read)))
  const unknown = proofs.filter(({ path, title }) => titles.get(path)?.has(title) !== true)
  expect(unknown.map(({ id, path, title }) => `${id}: ${path} :: ${title}`)).toEqual([])
})

test('every rule of the affiliate programme has a test titled with it', () => {
  const numbered = Object.entries(RULES).flatMap(([part, count]) =>
    Array.from({ length: count }, (_, n) => `${part}${n + 1}`),
  )
  expect(rules.map(({ rule }) => rule)).toEqual(['A', ...numbered])
  const untitled = rules.filter(
    ({ rule, proofs }) =>
      proofs.length === 0 || proofs.some(({ title }) => !title.split(':')[0]?.split(', ').includes(rule)),
  )
  expect(untitled).toEqual([])
})

test('every row has a unique id, and every section of the specification has rows', () => {
  const ids = rows.map(({ id }) => id)
  expect(ids.filter((id, n) => ids.indexOf(id) !== n)).toEqual([])
  expect([...new Set(rows.map(sectionOf))]).toEqual(SECTIONS)
})

// The specification is beside the project, not in it.
test.skipIf(!existsSync(SPECIFICATION))('the table holds the whole specification, word for word', async () => {
  const units = unitsOf(await readFile(SPECIFICATION, 'utf8'))
  expect(units.length).toBeGreaterThan(150)
  const missing = units.filter((unit) => unquotedOf(unit, rows) !== '')
  expect(missing.map(({ section, text }) => `§${section} ${text}`)).toEqual([])
  const invented = rows.filter(
    (row) => !units.some(({ section, text }) => section === sectionOf(row) && text.includes(row.statement)),
  )
  expect(invented.map(({ id, statement }) => `${id}: ${statement}`)).toEqual([])
})

test('finds titles of plain and repeated tests, not of skipped tests and groups', () => {
  const code = `test("a 'quoted' one", () => {})
    test.each([1])('%s: repeated', () => {})
    for (const how of ['so']) test(\`told \${how}\`, () => {})
    test.describe('a group', () => { test('one in a group', () => {}) })
    test.skip('skipped', () => {})
    other('of another function', () => {})`
  const titles = ["a 'quoted' one", '%s: repeated', 'told ${how}', 'one in a group']
  expect([...titlesIn('example.test.ts', code)].toSorted()).toEqual(titles.toSorted())
})
