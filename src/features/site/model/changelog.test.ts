import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { releasesOf } from './changelog.ts'
import { plainText } from './rich-text.ts'

test('reads each heading as a release with name and date', () => {
  const source =
    '# Changelog\n\n## Unreleased\n\n- New.\n\n## [0.2.0] - 2026-11-21\n\n- Better.\n\n## 0.1.0 (2026-10-01)\n\nFirst.\n'
  expect(releasesOf(source).map(({ id, name, date, blocks }) => ({ id, name, date, says: plainText(blocks) }))).toEqual(
    [
      { id: 'unreleased', name: 'Unreleased', date: null, says: 'New.' },
      { id: '0.2.0', name: '0.2.0', date: '2026-11-21', says: 'Better.' },
      { id: '0.1.0', name: '0.1.0', date: '2026-10-01', says: 'First.' },
    ],
  )
})

test('lists unreleased changes first, then the newest release', () => {
  const source = '## 0.1.0 (2026-10-01)\n\n## 0.3.0 (2026-12-01)\n\n## Unreleased\n\n## 0.2.0 (2026-11-01)\n'
  expect(releasesOf(source).map(({ name }) => name)).toEqual(['Unreleased', '0.3.0', '0.2.0', '0.1.0'])
})

test('separates changes for operators from changes for creators', () => {
  const source =
    '## 0.2.0 (2026-11-21)\n\n- Better.\n\nFor those who run it themselves:\n\n- `SMTP_URL`.\n\n## 0.1.0 (2026-10-01)\n\nFirst.\n\nFor those who run it themselves: one command.\n'
  expect(
    releasesOf(source).map(({ blocks, operatorBlocks }) => [plainText(blocks), plainText(operatorBlocks)]),
  ).toEqual([
    ['Better.', 'SMTP_URL.'],
    ['First.', 'For those who run it themselves: one command.'],
  ])
})

test("names no setting to creators in the product's own changelog", async () => {
  const releases = releasesOf(await readFile('CHANGELOG.md', 'utf8'))
  expect(releases.some(({ operatorBlocks }) => operatorBlocks.length > 0)).toBe(true)
  for (const { name, blocks } of releases) expect(plainText(blocks), name).not.toMatch(/\b[A-Z]+_[A-Z_]+\b|\bSMTP\b/)
})

test('finds no release in an empty changelog', () => {
  expect(releasesOf('# Changelog\n\nNothing yet.\n')).toEqual([])
})

test("parses the product's own changelog without an empty release or leftover Markdown", async () => {
  const releases = releasesOf(await readFile('CHANGELOG.md', 'utf8'))
  expect(releases.length).toBeGreaterThan(0)
  for (const { name, blocks, operatorBlocks } of releases) {
    expect(plainText(blocks), name).not.toMatch(/^$|\*\*|\]\(|^#|\n/)
    expect(plainText(operatorBlocks), name).not.toMatch(/\*\*|\]\(|^#|\n/)
  }
})
