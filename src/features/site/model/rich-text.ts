/** An inline element: plain text, strong text, code, or a link. */
export type Inline =
  | { readonly kind: 'text' | 'strong' | 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }

/** A block of a page. `id` is its anchor: `#how-credits-work`. */
export type Block =
  | { readonly kind: 'heading'; readonly level: 2 | 3; readonly text: string; readonly id: string }
  | { readonly kind: 'paragraph'; readonly line: readonly Inline[] }
  | {
      readonly kind: 'list'
      /** The first number of a numbered list. */
      readonly start?: number
      readonly items: readonly (readonly Inline[])[]
    }
  | { readonly kind: 'table'; readonly head: readonly (readonly Inline[])[]; readonly rows: readonly TableRow[] }

/** The cells of one row; the first is its name. */
export type TableRow = readonly (readonly Inline[])[]

/** A heading and the blocks under it. */
export type Section = { readonly id: string; readonly title: string; readonly blocks: readonly Block[] }

/**
 * Parses the Markdown of our texts: `##` and `###` headings, paragraphs, `-` and `1.` lists, tables, and inline strong
 * text, code and links. Two spaces or a backslash at the end of a line keep its break. Anything else stays as it is.
 */
export function parseText(source: string): readonly Block[] {
  return source
    .replaceAll('\r\n', '\n')
    .replaceAll(/^#.*$/gm, '\n$&\n')
    .split(/\n{2,}/)
    .map((chunk) => chunk.trim())
    .filter((chunk) => chunk !== '' && !chunk.startsWith('# '))
    .map(parseBlock)
}

/** The blocks before the first heading of a level, and each such heading with the blocks under it. */
export function sectionsOf(
  blocks: readonly Block[],
  level: 2 | 3,
): { readonly opening: readonly Block[]; readonly sections: readonly Section[] } {
  const starts = blocks.flatMap((block, at) =>
    block.kind === 'heading' && block.level === level ? [{ block, at }] : [],
  )
  const sections = starts.map(({ block, at }, index) => ({
    id: block.id,
    title: block.text,
    blocks: blocks.slice(at + 1, starts[index + 1]?.at),
  }))
  return { opening: blocks.slice(0, starts[0]?.at), sections }
}

/** The plain text, with a space between blocks, for search engines. */
export function plainText(blocks: readonly Block[]): string {
  return blocks.flatMap(linesOf).join(' ')
}

/** The anchor of a heading: lower-case letters, digits and hyphens. */
export function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^a-z0-9.]+/g, '-')
    .replaceAll(/^-+|(?<!-)-+$/g, '')
}

/** Parses the inline elements of a line. Only web, mail and site addresses become links. */
export function parseLine(line: string): readonly Inline[] {
  const pieces: Inline[] = []
  let at = 0
  for (const match of line.matchAll(INLINE)) {
    if (match.index > at) pieces.push({ kind: 'text', text: typeset(line.slice(at, match.index)) })
    pieces.push(inlineOf(match.groups ?? {}))
    at = match.index + match[0].length
  }
  if (at < line.length) pieces.push({ kind: 'text', text: typeset(line.slice(at)) })
  return pieces
}

const INLINE =
  /\*\*(?<strong>[^*]+)\*\*|`(?<code>[^`]+)`|\[(?<text>[^[\]]+)\]\((?<href>(?:https?:|mailto:|\/(?!\/)|#)[^()\s]*)\)/g

function inlineOf({ strong, code, text, href }: Readonly<Record<string, string | undefined>>): Inline {
  if (strong !== undefined) return { kind: 'strong', text: typeset(strong) }
  if (code !== undefined) return { kind: 'code', text: code }
  return { kind: 'link', text: typeset(text ?? ''), href: href ?? '' }
}

function parseBlock(chunk: string): Block {
  const heading = /^(##|###) (.+)$/.exec(chunk)
  if (heading !== null) {
    const text = typeset(heading[2] ?? '')
    return { kind: 'heading', level: heading[1] === '##' ? 2 : 3, text, id: slugOf(text) }
  }
  if (chunk.startsWith('- ')) {
    const items = chunk.slice(2).split(/\n- /)
    return { kind: 'list', items: items.map((item) => parseLine(unwrapped(item))) }
  }
  const number = /^(\d{1,3})[.)] /.exec(chunk)
  if (number !== null) {
    const items = chunk.slice(number[0].length).split(/\n\d{1,3}[.)] /)
    return { kind: 'list', start: Number(number[1]), items: items.map((item) => parseLine(unwrapped(item))) }
  }
  if (chunk.startsWith('|')) return parseTable(chunk)
  return { kind: 'paragraph', line: parseLine(unwrapped(chunk)) }
}

function parseTable(chunk: string): Block {
  const [head = [], , ...rows] = chunk.split('\n').map((row) =>
    row
      .replaceAll(/^\||\|$/g, '')
      .split('|')
      .map((cell) => parseLine(cell.trim())),
  )
  return { kind: 'table', head, rows }
}

/** Replaces straight apostrophes by typographic ones. */
function typeset(text: string): string {
  return text.replaceAll("'", '’')
}

/** Removes the line breaks of the source, but those that are meant; the page wraps the text itself. */
function unwrapped(text: string): string {
  const lines = text.split('\n')
  const joined = lines.map((line, at) => {
    if (at === lines.length - 1) return line.trim()
    const isBroken = line.endsWith('  ') || line.endsWith('\\')
    return isBroken ? `${line.replace(/\\$/, '').trim()}\n` : `${line.trim()} `
  })
  return joined.join('')
}

function linesOf(block: Block): readonly string[] {
  switch (block.kind) {
    case 'heading':
      return [block.text]
    case 'paragraph':
      return [wordsOf(block.line)]
    case 'list':
      return block.items.map(wordsOf)
    case 'table':
      return block.rows.map((row) => row.map(wordsOf).join(': '))
    default:
      return block satisfies never
  }
}

function wordsOf(line: readonly Inline[]): string {
  return line.map(({ text }) => text).join('')
}
