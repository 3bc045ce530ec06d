import { checkSync } from 'recheck'
import { Visitor } from 'vite'
import type { Source } from './source.ts'

/** One regular expression of the product and its locations. */
export type FoundExpression = { readonly pattern: string; readonly flags: string; readonly places: readonly string[] }

/** Every literal regular expression, once each. */
export function regularExpressionsOf(sources: readonly Source[]): FoundExpression[] {
  const found = new Map<string, { pattern: string; flags: string; places: string[] }>()
  for (const source of sources) {
    new Visitor({
      Literal(node) {
        if (!('regex' in node)) return
        const { pattern, flags } = node.regex
        const key = `/${pattern}/${flags}`
        const same = found.get(key) ?? { pattern, flags, places: [] }
        same.places.push(placeOf(source, node))
        found.set(key, same)
      },
    }).visit(source.program)
  }
  return [...found.values()]
}

/** The files that build regular expressions at run time. */
export function filesWithBuiltExpressions(sources: readonly Source[]): string[] {
  const files = new Set<string>()
  for (const { path, program } of sources) {
    const note = ({ callee }: { callee: { type: string; name?: unknown } }) => {
      if (callee.type === 'Identifier' && callee.name === 'RegExp') files.add(path)
    }
    new Visitor({ NewExpression: note, CallExpression: note }).visit(program)
  }
  return [...files]
}

/**
 * The fault of an expression, with its locations and an attack text; undefined if its time grows linearly with the
 * text. Deterministic: no time limit, one seed.
 */
export function backtrackingOf({ pattern, flags, places }: FoundExpression): string | undefined {
  const result = checkSync(pattern, flags, { timeout: null, randomSeed: 1 })
  if (result.status === 'safe') return undefined
  const why =
    result.status === 'vulnerable'
      ? `${result.complexity.summary}, for example ${result.attack.pattern}`
      : `cannot be checked: ${JSON.stringify(result.error)}`
  return `${places.join(', ')} /${pattern}/${flags} ${why}`
}

function placeOf({ path, text }: Source, { start }: { start: number }): string {
  return `${path}:${text.slice(0, start).split('\n').length}`
}
