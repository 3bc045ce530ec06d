import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cuesOf, exportJson, importDocument, SCHEMA, upcastCommands, upcastDocument } from '../index.ts'

const FIRST = 'tests/fixtures/captiondoc-1'

test.each([1, 2])('imports JSON that was exported in version %i', (version) => {
  const text = readFileSync(`tests/fixtures/captiondoc-${version}/export.json`, 'utf8')
  const doc = importDocument(text)
  expect(doc.schema).toBe(SCHEMA)
  expect(importDocument(exportJson(doc))).toEqual(doc)
})

test('keeps the whole content of version 1', () => {
  const text = readFileSync(`${FIRST}/export.json`, 'utf8')
  const { words, template, styles, rev } = importDocument(text)
  expect({ words, template, styles, rev }).toEqual(pick(JSON.parse(text)))
})

test('drops references to missing styles from version 1', () => {
  const doc = importDocument(readFileSync(`${FIRST}/export.json`, 'utf8'))
  expect(readFileSync(`${FIRST}/export.json`, 'utf8')).toContain('"styleId": "gone"')
  expect(cuesOf(doc).flatMap(({ styleId }) => styleId ?? [])).toEqual(['loud'])
})

test.each(['captiondoc/3', 'captiondoc/99', 'captiondoc/100000'])('refuses the later version %s', (schema) => {
  const refusal = expect.objectContaining({
    code: 'unprocessable',
    message: expect.stringContaining(`made with a newer version of Wordpop (${schema})`),
  })
  expect(() => upcastDocument({ schema })).toThrow(refusal)
  expect(() => importDocument(JSON.stringify({ schema }))).toThrow(refusal)
  expect(() => upcastCommands(schema, [])).toThrow(refusal)
})

test.each([null, 7, 'captiondoc/1', [], {}, { schema: 'captiondoc/0' }, { schema: 'other/1' }])(
  'leaves what is no caption document to the schema: %j',
  (json) => {
    expect(upcastDocument(json)).toBe(json)
  },
)

function pick({ words, template, styles, rev }: Record<string, unknown>) {
  return { words, template, styles, rev }
}
