import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { filesUnder } from './architecture/source.ts'

test('the page of examples shows every component of the design system', async () => {
  const components = (await sourcesIn('src/ui')).flatMap((text) =>
    Array.from(text.matchAll(/^export function ([A-Z]\w*)/gm), ([, name = '']) => name),
  )
  expect(components.length).toBeGreaterThan(30)
  const examples = (await sourcesIn('src/app/pages/examples')).join('\n')
  const missing = components.filter((name) => !new RegExp(`<${name}\\b`).test(examples))
  // Label and messages of every field; never used alone.
  expect(missing).toEqual(['Field'])
})

/** The texts of the components below a folder. */
async function sourcesIn(folder: string): Promise<string[]> {
  const files = (await filesUnder(folder)).filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
  return Promise.all(files.map((file) => readFile(file, 'utf8')))
}
