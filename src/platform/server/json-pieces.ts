/** Items of a list in one piece, which take about a millisecond to write. */
const ITEMS_PER_PIECE = 500
/** Objects and lists nested deeper than this are written in one piece. */
const DEEPEST = 4

/** Writes plain JSON as `JSON.stringify` does, in pieces that each take little time: long lists are cut. */
export function* jsonPieces(value: unknown, depth = 0): Generator<string> {
  if (depth > DEEPEST || typeof value !== 'object' || value === null) yield JSON.stringify(value)
  else if (Array.isArray(value)) yield* listPieces(value, depth)
  else yield* objectPieces(value, depth)
}

function* listPieces(list: readonly unknown[], depth: number): Generator<string> {
  yield '['
  if (list.length <= ITEMS_PER_PIECE)
    for (const [at, item] of list.entries()) {
      if (at > 0) yield ','
      yield* jsonPieces(item, depth + 1)
    }
  else
    for (let from = 0; from < list.length; from += ITEMS_PER_PIECE) {
      const items = JSON.stringify(list.slice(from, from + ITEMS_PER_PIECE)).slice(1, -1)
      yield from > 0 ? `,${items}` : items
    }
  yield ']'
}

function* objectPieces(object: object, depth: number): Generator<string> {
  yield '{'
  const present = Object.entries(object).filter(([, value]) => value !== undefined)
  for (const [at, [key, value]] of present.entries()) {
    yield `${at > 0 ? ',' : ''}${JSON.stringify(key)}:`
    yield* jsonPieces(value, depth + 1)
  }
  yield '}'
}
