import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { captionLooks } from '../scripts/caption-looks.ts'

test('the looks of public pages match the caption templates (scripts/caption-looks.ts)', async () => {
  expect(await readFile('src/features/site/web/caption-looks.css', 'utf8')).toBe(captionLooks())
})
