import { type ESTree, Visitor } from 'vite'
import { parse } from '../architecture/source.ts'

/** A test that proves a statement of the specification. */
export type Proof = { readonly path: string; readonly title: string }

/** One row of docs/spec-coverage.md. */
export type Row = {
  readonly id: string
  /** The specification's exact words. */
  readonly statement: string
  /** The owning feature; `later: …` for planned work, `not shown` for statements that demand nothing. */
  readonly owner: string
  readonly proofs: readonly Proof[]
}

/** One sentence, bullet or table row of the specification, with the number of its section. */
export type Unit = { readonly section: string; readonly text: string }

/** The rows of all tables on the page whose first column is an id such as `S2.nav.07`. */
export function rowsOf(page: string): Row[] {
  return page.split('\n').flatMap((line) => {
    const [id = '', statement = '', owner = '', proofs = ''] = cellsOf(line)
    if (!/^S\d/.test(id)) return []
    return [{ id, statement, owner, proofs: proofs.split('<br>').filter(Boolean).map(toProof) }]
  })
}

/** A rule of the affiliate programme, such as `E8`, and the tests titled with it. */
export type RuleRow = { readonly rule: string; readonly proofs: readonly Proof[] }

/** The rows of the table of rules: those whose first column is `A`, or a letter from B to G and a number. */
export function rulesOf(page: string): RuleRow[] {
  return page.split('\n').flatMap((line) => {
    const [rule = '', , proofs = ''] = cellsOf(line)
    return /^(A|[B-G]\d+)$/.test(rule) ? [{ rule, proofs: proofs.split('<br>').filter(Boolean).map(toProof) }] : []
  })
}

/** The section number of a row: `2` for `S2.nav.07`. */
export function sectionOf({ id }: Row): string {
  return /^S(\d+)\./.exec(id)?.[1] ?? ''
}

/** True for a row that needs no test yet, or never. */
export function needsNoTest({ owner, statement }: Row): boolean {
  if (owner === 'not shown') return /not shown|is known|are shown/.test(statement)
  return /^later: (billing|affiliates|storage|collaborators)$/.test(owner)
}

/** The titles of the tests in one file. A title with `${…}` is returned as written. */
export function titlesIn(path: string, text: string): ReadonlySet<string> {
  const titles = new Set<string>()
  const collect = (call: ESTree.CallExpression): void => {
    const [title] = call.arguments
    if (title !== undefined && isTest(call.callee)) titles.add(textOf(title, text))
  }
  new Visitor({ CallExpression: collect }).visit(parse(path, text).program)
  return titles
}

/** The statements of the specification, line by line, without headings, empty lines and "as follows:". */
export function unitsOf(specification: string): Unit[] {
  const lines = specification.split('\n')
  let section = '1'
  return lines.flatMap((line, n) => {
    section = /^## (\d+)\./.exec(line)?.[1] ?? section
    const text = line.startsWith('|') ? cellsOf(line).join(' | ') : line.trim().replace(/^(-|\d+\.) /, '')
    const isHead = /^\|-+\|/.test(lines[n + 1] ?? '') || /^\|-+\|/.test(line)
    return text === '' || text.startsWith('#') || text.endsWith(':') || isHead ? [] : [{ section, text }]
  })
}

/** The rest of a unit, without punctuation, after removing every quotation of it in the rows. */
export function unquotedOf({ section, text }: Unit, rows: readonly Row[]): string {
  const quoted = rows.filter((row) => sectionOf(row) === section).map(({ statement }) => statement)
  // Longest first: a short quotation must not break a longer one.
  const left = quoted.toSorted((a, b) => b.length - a.length).reduce((rest, quote) => rest.replace(quote, ''), text)
  return left.replaceAll(/[\s.,;:|]/g, '')
}

/** The cells of a line of a Markdown table; `\|` is an escaped bar. */
function cellsOf(line: string): string[] {
  if (!line.startsWith('|')) return []
  const cells = line.split(/(?<!\\)\|/).slice(1, -1)
  return cells.map((cell) => cell.trim().replaceAll(String.raw`\|`, '|'))
}

function toProof(cell: string): Proof {
  const [path = '', ...title] = cell.trim().split(' :: ')
  return { path, title: title.join(' :: ') }
}

/** `test(…)`, `test.each(…)(…)` and the like, but not `test.skip` nor `test.describe`. */
function isTest(callee: ESTree.Expression): boolean {
  if (callee.type === 'Identifier') return callee.name === 'test'
  if (callee.type !== 'CallExpression' || callee.callee.type !== 'MemberExpression') return false
  const { object, property } = callee.callee
  const repeats = property.type === 'Identifier' && ['each', 'for', 'skipIf'].includes(property.name)
  return repeats && object.type === 'Identifier' && object.name === 'test'
}

function textOf(title: ESTree.Argument, source: string): string {
  if (title.type === 'Literal' && typeof title.value === 'string') return title.value
  return source.slice(title.start + 1, title.end - 1)
}
