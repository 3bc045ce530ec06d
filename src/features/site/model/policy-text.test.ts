import { expect, test } from 'vitest'
import { parsePolicy } from './policy-text.ts'
import { plainText } from './rich-text.ts'

const kindsOf = (markdown: string) => parsePolicy(markdown).map(({ kind }) => kind)

test.each([
  { what: 'a list right after a line', markdown: 'We store:\n- names\n- videos', kinds: ['paragraph', 'list'] },
  { what: 'other bullets', markdown: '* one\n+ two', kinds: ['list'] },
  {
    what: 'a numbered list after a line',
    markdown: 'You agree:\n1. to pay\n2. to behave',
    kinds: ['paragraph', 'list'],
  },
  { what: 'numbers after bullets', markdown: '- one\n1. two', kinds: ['list', 'list'] },
  { what: 'a day that begins a line', markdown: 'The law is of\n3. May 2026.', kinds: ['paragraph'] },
  { what: 'a line of blanks between paragraphs', markdown: 'One\n   \nTwo', kinds: ['paragraph', 'paragraph'] },
  { what: 'deep headings', markdown: '#### Deep\ntext', kinds: ['heading', 'paragraph'] },
])('reads $what', ({ markdown, kinds }) => {
  expect(kindsOf(markdown)).toEqual(kinds)
})

test('a numbered list begins with its number', () => {
  expect(parsePolicy('4. Four\n5. Five')).toMatchObject([{ kind: 'list', start: 4, items: [{}, {}] }])
})

test('keeps the breaks of an address, and joins other lines', () => {
  expect(plainText(parsePolicy('Clipfoundry Ltd  \n1 High Street\\\nLondon\nUK'))).toBe(
    'Clipfoundry Ltd\n1 High Street\nLondon UK',
  )
})

test('gives headings of any script, and equal ones, anchors of their own', () => {
  const ids = parsePolicy('## Условия\n\na\n\n## Право\n\nb\n\n## Law\n\nc\n\n## Law\n\nd').flatMap((block) =>
    block.kind === 'heading' ? [block.id] : [],
  )
  expect(new Set(ids).size).toBe(4)
  expect(ids).not.toContain('')
})

test.each(['[x](javascript:alert(1))', '[x](//evil.example)', '[x](data:text/html,x)', '<script>alert(1)</script>'])(
  'shows %s as text',
  (markdown) => {
    expect(parsePolicy(markdown)).toEqual([{ kind: 'paragraph', line: [{ kind: 'text', text: markdown }] }])
  },
)
