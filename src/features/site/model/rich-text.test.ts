import { expect, test } from 'vitest'
import { parseLine, parseText, plainText, sectionsOf, slugOf } from './rich-text.ts'

test('distinguishes headings, paragraphs, lists and tables, wherever lines break', () => {
  expect(
    parseText(
      "# Title\n\n## How it's done\nFirst line\nsecond line.\n\n- one\n  more\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
    ),
  ).toEqual([
    { kind: 'heading', level: 2, text: 'How it’s done', id: 'how-its-done' },
    { kind: 'paragraph', line: [{ kind: 'text', text: 'First line second line.' }] },
    { kind: 'list', items: [[{ kind: 'text', text: 'one more' }], [{ kind: 'text', text: 'two' }]] },
    {
      kind: 'table',
      head: [[{ kind: 'text', text: 'a' }], [{ kind: 'text', text: 'b' }]],
      rows: [[[{ kind: 'text', text: '1' }], [{ kind: 'text', text: '2' }]]],
    },
  ])
})

test('parses strong text, code and links in a line', () => {
  expect(parseLine('Write to **us** at [mail](mailto:a@b.example) or `/contact`.')).toEqual([
    { kind: 'text', text: 'Write to ' },
    { kind: 'strong', text: 'us' },
    { kind: 'text', text: ' at ' },
    { kind: 'link', text: 'mail', href: 'mailto:a@b.example' },
    { kind: 'text', text: ' or ' },
    { kind: 'code', text: '/contact' },
    { kind: 'text', text: '.' },
  ])
})

test('keeps an unsafe address as plain text', () => {
  expect(parseLine('[x](javascript:alert)')).toEqual([{ kind: 'text', text: '[x](javascript:alert)' }])
})

test('ends a section before the next heading', () => {
  const { opening, sections } = sectionsOf(parseText('Hello.\n\n## One\n\n### Deeper\n\nText.\n\n## Two\n'), 2)
  expect(plainText(opening)).toBe('Hello.')
  expect(sections.map(({ id, blocks }) => [id, plainText(blocks)])).toEqual([
    ['one', 'Deeper Text.'],
    ['two', ''],
  ])
})

test.each([
  { title: '1.2.0 (2026-11-21)', slug: '1.2.0-2026-11-21' },
  { title: 'What’s a credit?', slug: 'whats-a-credit' },
  { title: '  Who is responsible  ', slug: 'who-is-responsible' },
])('links $title as #$slug', ({ title, slug }) => {
  expect(slugOf(title)).toBe(slug)
})
