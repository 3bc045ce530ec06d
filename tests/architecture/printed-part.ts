/** The part of a document between `<!-- name:begin -->` and `<!-- name:end -->`, with both; undefined without them. */
export function printedPart(document: string, name: string): string | undefined {
  const end = `<!-- ${name}:end -->`
  const from = document.indexOf(`<!-- ${name}:begin -->`)
  const to = document.indexOf(end, from)
  return from === -1 || to === -1 ? undefined : document.slice(from, to + end.length)
}
