import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { hashesOf, hashOf, readTemplateFiles, templateList, withNewHashes } from '../../../../scripts/template-list.ts'
import { nearestTemplate, newestOf, newestTemplate, PUBLISHED, tagsOf, TEMPLATES, templateByRef } from './catalogue.ts'
import { TEMPLATE_PICTURES, templatePicturePath } from './picture-path.ts'
import published from './published.json' with { type: 'json' }

test('publishes every file in its place, as the list of files says', async () => {
  const files = await readTemplateFiles()
  const list = await readFile(new URL('catalogue-files.ts', import.meta.url), 'utf8')
  expect(list, 'run: node scripts/template-list.ts').toBe(templateList(files))
  const first = files.flatMap(({ entry, template }) => (entry === undefined ? [] : [{ ...entry, id: template.id }]))
  const inOrder = first.toSorted((a, b) => a.place - b.place)
  expect(TEMPLATES.map(({ id }) => id)).toEqual(inOrder.map(({ id }) => id))
  for (const { id, tags } of first) expect(tagsOf(id), id).toEqual(tags)
  for (const { template } of files) expect(templateByRef(template)).toEqual(template)
})

test('versions without a file differ from the first one by their fit only', async () => {
  const files = new Set((await readTemplateFiles()).map(({ path }) => path))
  const derived = PUBLISHED.filter(({ id, version }) => !files.has(`${id}/${version}.json`))
  expect(files.size + derived.length).toBe(PUBLISHED.length)
  for (const { fit, ...template } of derived) {
    const { format, version } = template
    expect(fit, template.id).toBe('shorter-side')
    expect(template).toEqual({ ...templateByRef({ id: template.id, version: 1 }), format, version })
  }
})

test('never changes or removes a published version', () => {
  expect(hashesOf(PUBLISHED), 'run: node scripts/template-list.ts').toEqual(published)
})

test('detects a changed value of a published version, and ignores field order', () => {
  const boxed = templateByRef({ id: 'boxed', version: 1 })
  expect(hashOf(Object.fromEntries(Object.entries(boxed).toReversed()))).toBe(published['boxed@1'])
  expect(hashOf({ ...boxed, font: { ...boxed.font, size: 0.043 } })).not.toBe(published['boxed@1'])
})

test('adds hashes of new versions, and refuses a changed or removed one', () => {
  expect(withNewHashes({ 'a@1': '1' }, { 'a@1': '1', 'a@2': '2' })).toEqual({ 'a@1': '1', 'a@2': '2' })
  expect(() => withNewHashes({ 'a@1': '1' }, { 'a@1': '2' })).toThrow('Restore a@1: published versions never change.')
  expect(() => withNewHashes({ 'a@1': '1', 'b@1': '1' }, { 'a@1': '1' })).toThrow('Restore b@1')
})

test('refuses two templates in one place', async () => {
  const [first, ...others] = await readTemplateFiles()
  const taken = others.find(({ entry }) => entry !== undefined)
  if (first === undefined || taken === undefined) throw new Error('two templates')
  expect(() => templateList([{ ...first, entry: taken.entry }, ...others])).toThrow('of another template')
})

test('publishes versions of a template from 1 without gaps', () => {
  for (const { id } of TEMPLATES) {
    const versions = PUBLISHED.filter((template) => template.id === id).map(({ version }) => version)
    expect(versions, id).toEqual(versions.map((_, at) => at + 1))
  }
})

test('an unknown template has no tags', () => {
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

test('every published version has picture addresses of its own', () => {
  const paths = PUBLISHED.flatMap((template) => TEMPLATE_PICTURES.map((each) => templatePicturePath(template, each)))
  expect(new Set(paths).size).toBe(2 * PUBLISHED.length)
  for (const path of paths) expect(path).toMatch(/^\/template-pictures\/[a-z-]+-(still|moving)-[0-9a-f]{12}-\d+\.webp$/)
})
