import { parse } from './source.ts'

/** One piece of prose: a comment, a test title or a line of a document. */
export type Prose = { readonly path: string; readonly line: number; readonly text: string }

/** The comments of a source file, unwrapped. Code in backticks is left out, as are directives of tools. */
export function commentsIn(path: string, text: string): Prose[] {
  return parse(path, text).comments.flatMap(({ value, start }) =>
    /^\s*(oxlint|v8|@vite|@ts)/.test(value)
      ? []
      : [{ path, line: lineAt(text, start), text: plain(value.replaceAll(/\n\s*\*?/g, ' ')) }],
  )
}

/** The prose of a Markdown document, line by line, without code. */
export function linesIn(path: string, text: string): Prose[] {
  let isCode = false
  return text.split('\n').flatMap((content, at) => {
    if (content.startsWith('```')) isCode = !isCode
    return isCode ? [] : [{ path, line: at + 1, text: plain(content) }]
  })
}

/** Text in lower case without code in backticks, links' addresses and quotations, which repeat words of others. */
function plain(text: string): string {
  return text
    .replaceAll(/`[^`]*`/g, '`')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .replaceAll(/"[^"]*"/g, '"')
    .replaceAll(/\s+/g, ' ')
    .toLowerCase()
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}
