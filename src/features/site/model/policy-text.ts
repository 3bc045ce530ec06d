import { type Block, parseText, slugOf } from './rich-text.ts'

/**
 * Parses the text of an operator: the Markdown of our texts, and what people also write, such as `*` before items, a
 * list right after a line, and deeper headings. The anchors of headings are unique, in any script.
 */
export function parsePolicy(markdown: string): readonly Block[] {
  const seen = new Set<string>()
  return parseText(plainer(markdown)).map((block, at) => {
    if (block.kind !== 'heading') return block
    const slug = slugOf(block.text)
    const id = slug === '' || seen.has(slug) ? `section-${at + 1}` : slug
    seen.add(id)
    return { ...block, id }
  })
}

/** The same text in the Markdown of our own texts. */
function plainer(markdown: string): string {
  const lines: string[] = []
  let list: 'bullets' | 'numbers' | undefined
  for (const line of markdown.replaceAll('\r\n', '\n').split('\n').map(withoutBlanks)) {
    const item = itemOf(line, { isInList: list !== undefined, isAfterText: (lines.at(-1) ?? '') !== '' })
    if (item !== undefined && item !== list) lines.push('')
    if (item !== undefined || line === '') list = item
    lines.push(item === undefined ? line.replace(DEEP_HEADING, '### ') : line.trimStart().replace(BULLET, '- '))
  }
  return lines.join('\n')
}

/** The list that a line belongs to. Within a paragraph, only the number 1 begins one: “3. May” is a day. */
function itemOf(line: string, o: { isInList: boolean; isAfterText: boolean }): 'bullets' | 'numbers' | undefined {
  const text = line.trimStart()
  if (BULLET.test(text)) return 'bullets'
  if (!NUMBER.test(text)) return undefined
  return o.isInList || !o.isAfterText || FIRST_NUMBER.test(text) ? 'numbers' : undefined
}

function withoutBlanks(line: string): string {
  return line.trim() === '' ? '' : line
}

const BULLET = /^[*+-] /
const NUMBER = /^\d{1,3}[.)] /
const FIRST_NUMBER = /^1[.)] /
const DEEP_HEADING = /^#{4,6} /
