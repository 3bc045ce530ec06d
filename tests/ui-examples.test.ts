import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

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

async function sourcesIn(folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
  return Promise.all(files.map((file) => readFile(`${folder}/${file}`, 'utf8')))
}
