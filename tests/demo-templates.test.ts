import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { demoTemplates } from '../scripts/demo-templates.ts'

test('the looks of public pages match the caption templates (scripts/demo-templates.ts)', async () => {
  expect(await readFile('src/features/site/web/demo/demo-templates.css', 'utf8')).toBe(demoTemplates())
})
