import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { parseSync, type ESTree, Visitor } from 'vite'

/** One parsed file of the product. */
export type Source = {
  readonly path: string
  readonly text: string
  readonly program: ESTree.Program
  /** Without their delimiters. */
  readonly comments: readonly { readonly value: string; readonly start: number }[]
}

/** A function with a body and its number of code lines, without blank lines and comments. */
export type MeasuredFunction = { readonly path: string; readonly line: number; readonly lines: number }

/** Every hand-written TypeScript file under `src/`, tests included. */
export async function readSources(): Promise<readonly Source[]> {
  const paths = (await filesUnder('src')).filter((path) => /\.tsx?$/.test(path))
  return Promise.all(paths.map(async (path) => parse(path, await readFile(path, 'utf8'))))
}

/** Every file below a folder, sorted, as paths from the project's root. */
export async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted()
}

/** @throws Error naming the file if it does not parse */
export function parse(path: string, text: string): Source {
  const { program, comments, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  return { path, text, program, comments }
}

/** Every identifier of a file, once. */
export function identifiersOf({ program }: Source): ReadonlySet<string> {
  const names = new Set<string>()
  new Visitor({ Identifier: ({ name }) => void names.add(name) }).visit(program)
  return names
}

/**
 * Exports without a docblock, as `path: name`. A re-export is checked where it is declared. A type that shares its name
 * with a documented value (`z.output` of a schema) needs none.
 */
export function undocumentedExports(source: Source, sources: ReadonlyMap<string, Source>): string[] {
  const documented = new Set<string>()
  const bare: { name: string; path: string }[] = []
  for (const { name, path, documented: has } of exportsOf(source, sources)) {
    if (has) documented.add(name)
    else bare.push({ name, path })
  }
  return [...new Set(bare.filter(({ name }) => !documented.has(name)).map(({ name, path }) => `${path}: ${name}`))]
}

/** The functions of one file, including callbacks. */
export function measureFunctions({ path, text, program }: Source): MeasuredFunction[] {
  const found: MeasuredFunction[] = []
  const measure = (node: { start: number; end: number; body: unknown }) => {
    if (node.body === null) return
    const line = text.slice(0, node.start).split('\n').length
    found.push({ path, line, lines: codeLines(text.slice(node.start, node.end)) })
  }
  new Visitor({ FunctionDeclaration: measure, FunctionExpression: measure, ArrowFunctionExpression: measure }).visit(
    program,
  )
  return found
}

/** The value below which the fraction `share` (0 to 1) of `values` lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

type Exported = { readonly name: string; readonly path: string; readonly documented: boolean }

function exportsOf(source: Source, sources: ReadonlyMap<string, Source>): Exported[] {
  return source.program.body.flatMap((node): Exported[] => {
    if (node.type === 'ExportAllDeclaration') {
      const from = declaringFile(source, node.source.value, sources)
      return from === undefined ? [] : exportsOf(from, sources)
    }
    if (node.type !== 'ExportNamedDeclaration') return []
    if (node.declaration !== null) return declared(source, node, node.declaration)
    const from = node.source === null ? source : declaringFile(source, node.source.value, sources)
    return node.specifiers.flatMap(({ local, exported }) => reExported(from, nameOf(local), nameOf(exported), sources))
  })
}

function declared(source: Source, node: { start: number }, declaration: ESTree.Declaration): Exported[] {
  const documented = source.text.slice(0, node.start).trimEnd().endsWith('*/')
  return namesOf(declaration).map((name) => ({ name, path: source.path, documented }))
}

function reExported(
  from: Source | undefined,
  name: string,
  as: string,
  sources: ReadonlyMap<string, Source>,
): Exported[] {
  if (from === undefined) return []
  const origin = exportsOf(from, sources).filter((candidate) => candidate.name === name)
  return origin.map((candidate) => ({ ...candidate, name: as }))
}

function declaringFile(source: Source, specifier: string, sources: ReadonlyMap<string, Source>): Source | undefined {
  if (!specifier.startsWith('.')) return undefined
  return sources.get(normalize(`${dirname(source.path)}/${specifier}`))
}

function namesOf(declaration: ESTree.Declaration): string[] {
  if (declaration.type === 'VariableDeclaration') {
    return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []))
  }
  return 'id' in declaration && declaration.id?.type === 'Identifier' ? [declaration.id.name] : []
}

function nameOf(name: ESTree.ModuleExportName): string {
  return name.type === 'Literal' ? name.value : name.name
}

function codeLines(code: string): number {
  const withoutBlocks = code.replaceAll(/\/\*[\s\S]*?\*\//g, '')
  return withoutBlocks.split('\n').filter((line) => line.trim() !== '' && !line.trim().startsWith('//')).length
}
