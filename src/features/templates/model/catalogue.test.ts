import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { nearestTemplate, newestOf, newestTemplate, PUBLISHED, tagsOf, TEMPLATES, templateByRef } from './catalogue.ts'
import { TEMPLATE_PICTURES, templatePicturePath } from './picture-path.ts'
import published from './published.json' with { type: 'json' }
import { Template } from './template.ts'

const FOLDER = new URL('templates/', import.meta.url)

test('publishes every JSON file under its folder and version', async () => {
  const files = await readTemplates()
  // Derived versions have no file, and differ from the first one by their fit only.
  const paths = new Set(files.map(({ path }) => path))
  const derived = PUBLISHED.filter(({ id, version }) => !paths.has(`${id}/${version}.json`))
  expect(files.length + derived.length).toBe(PUBLISHED.length)
  for (const { fit, ...template } of derived) {
    const { format, version } = template
    expect(fit, template.id).toBe('shorter-side')
    expect(template).toEqual({ ...templateByRef({ id: template.id, version: 1 }), format, version })
  }
  for (const { path, json } of files) {
    const template = Template.parse(json)
    expect(path).toBe(`${template.id}/${template.version}.json`)
    expect(templateByRef(template)).toEqual(template)
  }
})

test('never changes or removes a published version', () => {
  const hashes = PUBLISHED.map((template) => [`${template.id}@${template.version}`, hashOf(template)])
  expect(
    Object.fromEntries(hashes),
    'Restore the published version and add the change as a new one with a line of its own in published.json.',
  ).toEqual(published)
})

test('detects a changed value of a published version, and ignores field order', async () => {
  const boxed = z
    .looseObject({ font: z.looseObject({}) })
    .parse((await readTemplates()).find(({ path }) => path === 'boxed/1.json')?.json)
  expect(hashOf(Object.fromEntries(Object.entries(boxed).toReversed()))).toBe(published['boxed@1'])
  expect(hashOf({ ...boxed, font: { ...boxed.font, size: 0.043 } })).not.toBe(published['boxed@1'])
})

test('publishes versions of a template from 1 without gaps', () => {
  for (const { id } of TEMPLATES) {
    const versions = PUBLISHED.filter((template) => template.id === id).map(({ version }) => version)
    expect(versions, id).toEqual(versions.map((_, at) => at + 1))
  }
})

test('tags every template at most once with each tag, and no unknown one', () => {
  for (const { id } of TEMPLATES) {
    expect(tagsOf(id).length, id).toBeGreaterThan(0)
    expect(new Set(tagsOf(id)).size, id).toBe(tagsOf(id).length)
  }
  expect(tagsOf('nope')).toEqual([])
})

test('resolves exactly the named version, even if a newer one exists', () => {
  const [first, second] = [1, 2].map((version) => ({ ...newestTemplate('karaoke'), version }))
  if (first === undefined || second === undefined) throw new Error('two versions')
  const catalogue = [first, newestTemplate('boxed'), second]
  expect(nearestTemplate({ id: 'karaoke', version: 1 }, catalogue)).toBe(first)
  expect(nearestTemplate({ id: 'karaoke', version: 2 }, catalogue)).toBe(second)
  expect(newestOf(catalogue)).toEqual([second, newestTemplate('boxed')])
})

test('rejects an unknown template and an unknown version, and says what to do', () => {
  expect(() => templateByRef({ id: 'nope', version: 1 })).toThrow('That caption template does not exist.')
  expect(() => templateByRef({ id: 'karaoke', version: 99 })).toThrow(
    'These captions use version 99 of the template Karaoke, which is not available here. Choose a template again.',
  )
})

test('shows the newest version for an unknown one, and the first template for an unknown one', () => {
  expect(nearestTemplate({ id: 'boxed', version: 99 })).toBe(newestTemplate('boxed'))
  expect(nearestTemplate({ id: 'nope', version: 1 })).toBe(TEMPLATES[0])
})

async function readTemplates(): Promise<{ path: string; json: object }[]> {
  const paths = (await readdir(FOLDER, { recursive: true })).filter((path) => path.endsWith('.json'))
  return Promise.all(
    paths.toSorted().map(async (path) => ({ path, json: JSON.parse(await readFile(new URL(path, FOLDER), 'utf8')) })),
  )
}

/** SHA-256 of the JSON without whitespace, with the fields of every object in alphabetical order. */
function hashOf(json: object): string {
  const canonical = JSON.stringify(json, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
  return createHash('sha256').update(canonical).digest('hex')
}

test('every published version has picture addresses of its own', () => {
  const paths = PUBLISHED.flatMap((template) => TEMPLATE_PICTURES.map((each) => templatePicturePath(template, each)))
  expect(new Set(paths).size).toBe(2 * PUBLISHED.length)
  for (const path of paths) expect(path).toMatch(/^\/template-pictures\/[a-z-]+-(still|moving)-[0-9a-f]{12}-\d+\.webp$/)
})
