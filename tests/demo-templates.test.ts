import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { newestTemplate } from '#features/templates/model/index.ts'
import { demoTemplates } from '../scripts/demo-templates.ts'

test('the looks of public pages match the caption templates (scripts/demo-templates.ts)', async () => {
  expect(await readFile('src/features/site/web/demo/demo-templates.css', 'utf8')).toBe(demoTemplates())
})

test.each(['left', 'right', 'start'] as const)(
  'public pages align captions to the %s as their template does',
  (align) => {
    const boxed = newestTemplate('boxed')
    expect(demoTemplates([{ ...boxed, layout: { ...boxed.layout, align } }])).toContain(`--look-align: ${align};`)
  },
)

test('public pages show no template whose lines start together in the middle', () => {
  expect(() => demoTemplates([newestTemplate('typewriter')])).toThrow('lines that start together')
})
