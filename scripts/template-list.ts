/**
 * Writes the list of template files, and the hashes of new versions: run it after adding a file to `templates/`:
 * `node scripts/template-list.ts`. The catalogue's test compares both with the files.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { CatalogueEntry } from '../src/features/templates/model/catalogue-entry.ts'
import { Template } from '../src/features/templates/model/template.ts'

const MODEL = new URL('../src/features/templates/model/', import.meta.url)
const FOLDER = new URL('templates/', MODEL)

/** A file of `templates/`. The first file of a template also has its entry in the catalogue. */
type TemplateFile = {
  /** Its path in `templates/`. */
  readonly path: string
  readonly entry: CatalogueEntry | undefined
  readonly template: Template
}

/**
 * Every template file, by path and version.
 * @throws ZodError for a file outside of the format; Error if it is in the place of another, or without an entry
 */
export async function readTemplateFiles(): Promise<readonly TemplateFile[]> {
  const paths = (await readdir(FOLDER, { recursive: true })).filter((path) => path.endsWith('.json'))
  const files = await Promise.all(
    paths.map(async (path): Promise<TemplateFile> => {
      const { catalogue, ...json } = z.looseObject({}).parse(JSON.parse(await readFile(new URL(path, FOLDER), 'utf8')))
      const template = Template.parse(json)
      if (path !== `${template.id}/${template.version}.json`) throw new Error(`${path} has another id or version`)
      const isFirst = template.version === 1
      if (isFirst !== (catalogue !== undefined))
        throw new Error(`${path}: the first version has an entry, others have none`)
      return { path, template, entry: isFirst ? CatalogueEntry.parse(catalogue) : undefined }
    }),
  )
  return files.toSorted((a, b) => compare(a.template.id, b.template.id) || a.template.version - b.template.version)
}

/** The content of catalogue-files.ts. @throws Error if two templates have the same place */
export function templateList(files: readonly TemplateFile[]): string {
  const imports = files.map(
    ({ path, template }) => `import ${nameOf(template)} from './templates/${path}' with { type: 'json' }`,
  )
  const firsts = files.flatMap(({ entry, template }) => (entry === undefined ? [] : [{ ...entry, id: template.id }]))
  const inOrder = firsts.toSorted((a, b) => a.place - b.place)
  const twice = inOrder.find(({ place }, at) => place === inOrder[at + 1]?.place)
  if (twice !== undefined) throw new Error(`${twice.id} has the place ${twice.place} of another template`)
  const lists = inOrder.map(({ id }) => {
    const versions = files.filter(({ template }) => template.id === id)
    return `  [${versions.map(({ template }) => nameOf(template)).join(', ')}],`
  })
  return [
    '// Written by scripts/template-list.ts.',
    ...imports,
    "import type { Template } from './template.ts'",
    '',
    '/** The files of each template from old to new, templates in display order. */',
    "export const TEMPLATE_FILES: readonly (readonly Pick<Template, 'id' | 'version'>[])[] = [",
    ...lists,
    ']',
    '',
  ].join('\n')
}

/** The hash of every version, by `id@version` in alphabetical order. */
export function hashesOf(published: readonly Template[]): Readonly<Record<string, string>> {
  const hashes = published.map((template) => [`${template.id}@${template.version}`, hashOf(template)] as const)
  return Object.fromEntries(hashes.toSorted(([a], [b]) => compare(a, b)))
}

/** SHA-256 of the JSON without whitespace, with the fields of every object in alphabetical order. */
export function hashOf(json: object): string {
  const canonical = JSON.stringify(json, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => compare(a, b)))
      : value,
  )
  return createHash('sha256').update(canonical).digest('hex')
}

/**
 * The hashes with those of new versions.
 * @throws Error when a published version changed or went
 */
export function withNewHashes(
  published: Readonly<Record<string, string>>,
  hashes: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const changed = Object.keys(published).filter((version) => hashes[version] !== published[version])
  if (changed.length === 0) return hashes
  throw new Error(
    `Restore ${changed.join(', ')}: published versions never change. Add the change as a new version. If it was never released, delete its line in published.json and run this again.`,
  )
}

/** In JavaScript: `big-stack/3.json` is `bigStack3`. */
function nameOf({ id, version }: Template): string {
  return `${id.replaceAll(/-(.)/gu, (_, letter: string) => letter.toUpperCase())}${version}`
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

if (import.meta.main) {
  const [listPath, hashPath] = [new URL('catalogue-files.ts', MODEL), new URL('published.json', MODEL)]
  const earlier = await readFile(listPath)
  await writeFile(listPath, templateList(await readTemplateFiles()))
  try {
    // Reads the list that was just written.
    const { PUBLISHED } = await import('../src/features/templates/model/catalogue.ts')
    const published = z.record(z.string(), z.string()).parse(JSON.parse(await readFile(hashPath, 'utf8')))
    await writeFile(hashPath, `${JSON.stringify(withNewHashes(published, hashesOf(PUBLISHED)), null, 2)}\n`)
  } catch (error) {
    // A refusal leaves both files as they were.
    await writeFile(listPath, earlier)
    throw error
  }
}
