import { expect, test } from 'vitest'
import { AppError } from '#platform/shared/errors.ts'
import { mutatedTemplates } from '../../../../../tests/support/mutated-templates.ts'
import { PUBLISHED, TEMPLATES } from '../catalogue.ts'
import { completePatch } from '../look-fields.ts'
import { LOOK_BYTES, lookOf, type SavedLook } from './saved-look.ts'
import { surpriseLook } from './surprise-look.ts'
import { readTemplateFile, writeTemplateFile } from './template-file.ts'

const LOOK: SavedLook = { template: { id: 'karaoke', version: 1 }, patch: { font: { size: 0.06 }, stroke: null } }

test('a written look is read as the same look, from every template and with surprises', () => {
  for (const [seed, { id, version }] of PUBLISHED.entries()) {
    for (const patch of [{}, surpriseLook(seed)]) {
      const look: SavedLook = { template: { id, version }, patch }
      const read = readTemplateFile(writeTemplateFile({ name: 'Neon', look }))
      expect(read).toMatchObject({ name: 'Neon', look: { template: { id, version } } })
      expect(fieldsOf(read.look), id).toEqual(fieldsOf(look))
    }
  }
})

test('a file of an unknown template keeps its look, on the first template', () => {
  for (const template of TEMPLATES) {
    const file = JSON.stringify({ ...template, id: 'made-elsewhere' })
    const { look } = readTemplateFile(file)
    expect(look.template.id).toBe(TEMPLATES[0]?.id)
    expect(fieldsOf(look), template.id).toEqual(fieldsOf({ template, patch: {} }))
  }
})

test.each([
  ['', 'This file is not a caption template. Choose a JSON file in the format wordpop-template/2.'],
  ['[]', 'This file is not a caption template. Choose a JSON file in the format wordpop-template/2.'],
  [
    '{"format":"captiondoc/2"}',
    'This file is not a caption template. Choose a JSON file in the format wordpop-template/2.',
  ],
  [
    changed({ format: 'wordpop-template/3' }),
    'This template has the format wordpop-template/3, which is not known here yet.',
  ],
  [changed({ script: 'alert(1)' }), 'This template has a field that the format does not know: “script”.'],
  [changed({ name: ' ' }), 'This template has a fault at “name”: it must be at least 1 character long.'],
  [
    changed({ stroke: { width: 3, color: '#000000' } }),
    'This template has a fault at “stroke.width”: it must be at most 0.5.',
  ],
  [changed({ 'a\nb': 1 }), 'This template has a field that the format does not know: “a b”.'],
  [' '.repeat(LOOK_BYTES + 1), 'A template file has at most 32 kB.'],
])('refuses other files with one sentence: %.40s', (text, message) => {
  expect(() => readTemplateFile(text)).toThrow(message)
})

test('reads or refuses 1,000 changed files: no crash, no wait, one short line each', { timeout: 60_000 }, () => {
  const refusals: string[] = []
  for (const text of mutatedTemplates(1_000, 1)) {
    const before = process.threadCpuUsage()
    const outcome = attempt(text)
    expect(process.threadCpuUsage(before).user, `${text}, µs`).toBeLessThan(2_000_000)
    if (typeof outcome === 'string') refusals.push(outcome)
    // An accepted look is whole, and survives another file.
    else expect(fieldsOf(readTemplateFile(writeTemplateFile(outcome)).look)).toEqual(fieldsOf(outcome.look))
  }
  for (const refusal of refusals) expect(refusal).toMatch(/^This (template|file) [^\p{Cc}]{5,250}\.$/u)
  expect(refusals.length).toBeGreaterThan(500)
  expect(refusals.length).toBeLessThan(950)
})

/** The look, or the sentence of its refusal; any other error is a defect. */
function attempt(text: string) {
  try {
    return readTemplateFile(text)
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

/** Every field of a look: parts that are null and those that are left out are off alike. */
function fieldsOf(saved: SavedLook): unknown {
  return completePatch(lookOf(saved))
}

function changed(change: object): string {
  return JSON.stringify({ ...(JSON.parse(writeTemplateFile({ name: 'Neon', look: LOOK })) as object), ...change })
}
