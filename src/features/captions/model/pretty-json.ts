/** Items of a list that are written in one piece. */
const ITEMS_PER_PIECE = 200

/** Writes `JSON.stringify(value, null, 2)` in pieces. The value is plain JSON, and its long lists hold short items. */
export function* prettyJson(value: unknown, indent = ''): Generator<string> {
  if (!hasItems(value)) yield JSON.stringify(value)
  else if (Array.isArray(value)) yield* prettyList(value, indent)
  else {
    let before = `{\n${indent}  `
    for (const [name, part] of Object.entries(value)) {
      if (part === undefined) continue
      yield `${before}${JSON.stringify(name)}: `
      yield* prettyJson(part, `${indent}  `)
      before = `,\n${indent}  `
    }
    yield `\n${indent}}`
  }
}

function* prettyList(list: readonly unknown[], indent: string): Generator<string> {
  const isLong = list.length > ITEMS_PER_PIECE
  let before = `[\n${indent}  `
  for (let at = 0; at < list.length; at += isLong ? ITEMS_PER_PIECE : 1) {
    yield before
    if (isLong) yield withoutBrackets(list.slice(at, at + ITEMS_PER_PIECE)).replaceAll('\n', `\n${indent}`)
    else yield* prettyJson(list[at], `${indent}  `)
    before = `,\n${indent}  `
  }
  yield `\n${indent}]`
}

/** The items as lines of a list that is not indented; JSON has line breaks only between its tokens. */
function withoutBrackets(items: readonly unknown[]): string {
  return JSON.stringify(items, null, 2).slice('[\n  '.length, -'\n]'.length)
}

function hasItems(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.values(value).some((part) => part !== undefined)
}
