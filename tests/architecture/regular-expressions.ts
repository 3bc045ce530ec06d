import { readFile } from 'node:fs/promises'
import { checkSync } from 'recheck'
import { Visitor } from 'vite'
import { z } from 'zod'
import { readSources, type Source } from './source.ts'

/** One regular expression of the product and its locations. */
export type FoundExpression = { readonly pattern: string; readonly flags: string; readonly places: readonly string[] }

/** Expressions that recheck cannot analyse, with texts that make them backtrack the most. */
export const UNREADABLE: readonly {
  readonly source: string
  readonly reason: string
  readonly attacks: readonly string[]
}[] = [
  {
    source: String.raw`/^[\p{RGI_Emoji}\u{E000}-\u{E003}]+$/v`,
    reason: 'recheck 4.5 does not know the flag v, which sets of joined emoji need',
    attacks: ['😀', '👨‍👩‍👧‍👦', '👨‍', '🇩🇪', '🏳️‍🌈', '1️⃣', '\u{E000}'],
  },
  {
    source: String.raw`/^\p{RGI_Emoji}$/v`,
    reason: 'recheck 4.5 does not know the flag v, which sets of joined emoji need',
    attacks: ['😀', '👨‍👩‍👧‍👦', '👨‍', '🇩🇪', '🏳️‍🌈', '1️⃣'],
  },
]

/** The list of proofs: `scripts/linear-expressions.ts` writes it, `tests/regular-expressions.test.ts` reads it. */
export const PROOFS_FILE = 'tests/architecture/linear-expressions.json'

/** The version of recheck, and the expressions that it has proved linear, as written in the code. */
const Proofs = z.object({ recheck: z.string(), linear: z.array(z.string()) })
export type Proofs = z.output<typeof Proofs>

/** The expressions that the installed version of recheck has proved linear; none after an update of recheck. */
export async function readProofs(): Promise<ReadonlySet<string>> {
  const { recheck, linear } = Proofs.parse(JSON.parse(await readFile(PROOFS_FILE, 'utf8')))
  return new Set(recheck === (await recheckVersion()) ? linear : [])
}

/** The installed version of recheck. */
export async function recheckVersion(): Promise<string> {
  const description = await readFile('node_modules/recheck/package.json', 'utf8')
  return z.object({ version: z.string() }).parse(JSON.parse(description)).version
}

/** The hand-written code of the product, without its tests. */
export async function productSources(): Promise<readonly Source[]> {
  return (await readSources()).filter(({ path }) => !/\.test\.tsx?$/.test(path))
}

/** Every literal regular expression, once each. */
export function regularExpressionsOf(sources: readonly Source[]): FoundExpression[] {
  const found = new Map<string, { pattern: string; flags: string; places: string[] }>()
  for (const source of sources) {
    new Visitor({
      Literal(node) {
        if (!('regex' in node)) return
        const { pattern, flags } = node.regex
        const key = textOf({ pattern, flags })
        const same = found.get(key) ?? { pattern, flags, places: [] }
        same.places.push(placeOf(source, node))
        found.set(key, same)
      },
    }).visit(source.program)
  }
  return [...found.values()]
}

/** An expression as written in the code. */
export function textOf({ pattern, flags }: Pick<FoundExpression, 'pattern' | 'flags'>): string {
  return `/${pattern}/${flags}`
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
  return `${places.join(', ')} ${textOf({ pattern, flags })} ${why}`
}

function placeOf({ path, text }: Source, { start }: { start: number }): string {
  return `${path}:${text.slice(0, start).split('\n').length}`
}
