import type { Span } from '../../model/interpolate.ts'
import { alignChains, type Between, type FoundChain } from './chain-alignment.ts'
import { type GrammarWord, MOST_LENIENT_WORDS } from './grammar.ts'
import type { Pocketsphinx } from './installation.ts'
import { plausible } from './plausible.ts'

/** A word to find and its span from the first pass. */
export type FirstPassWord = { readonly sound: GrammarWord; readonly span: Span | null }

/** Words realigned on each side of implausible ones: unspoken text also displaces its neighbours. */
const CONTEXT_WORDS = 80
/**
 * Repeats an implausible alignment leniently, for sentences that were never spoken and sound that is not in the text.
 * @param o.lenient true when the first pass was lenient already
 * @param o.between the sound between the words of the first pass
 * @returns the span of each word, or null when it was left out or is implausible
 */
export async function realign(
  sphinx: Pocketsphinx,
  o: {
    wavPath: string
    words: readonly FirstPassWord[]
    between: readonly Between[]
    lenient: boolean
    sound: Span
    signal: AbortSignal
  },
): Promise<FoundChain> {
  const spans = dropImplausible(o.words)
  const regions = regionsOf(spans).filter(
    // The same words in the same sound would give the same result.
    ({ from, until }) => !o.lenient || until - from < o.words.length,
  )
  const chains = regions.map(({ from, until }) => ({
    words: o.words.slice(from, until).map(({ sound }) => sound),
    // The edges of the region are plausible: its sound lies between them.
    span: {
      startMs: from === 0 ? o.sound.startMs : (spans[from]?.startMs ?? o.sound.startMs),
      endMs: until === o.words.length ? o.sound.endMs : (spans[until - 1]?.endMs ?? o.sound.endMs),
    },
    following: 'lenient' as const,
    unknownSound: true,
  }))
  const found = await alignChains(sphinx, { wavPath: o.wavPath, chains, signal: o.signal })
  let between = o.between
  for (const [index, { from, until }] of regions.entries()) {
    const again = found[index]
    const within = chains[index]?.span
    if (again === null || again === undefined || within === undefined) continue
    between = [...between.filter((each) => !overlaps(each, within)), ...again.between]
    const believed = dropImplausible(
      o.words.slice(from, until).map(({ sound }, at) => ({ sound, span: again.spans[at] ?? null })),
    )
    spans.splice(from, until - from, ...believed)
  }
  return { spans, between }
}

/** Whether two stretches of sound have a part in common. */
export function overlaps(a: Span, b: Span): boolean {
  return a.startMs < b.endMs && a.endMs > b.startMs
}

/** The plausible spans; the others become null. */
export function dropImplausible(words: readonly FirstPassWord[]): (Span | null)[] {
  const good = plausible(words.map(({ sound, span }) => (span === null ? null : { span, phones: fewestPhones(sound) })))
  return words.map(({ span }, at) => (good[at] === true ? span : null))
}

/** The phones of the shortest pronunciation. */
export function fewestPhones({ pronunciations }: GrammarWord): number {
  return Math.max(1, Math.min(...pronunciations.map((phones) => phones.split(' ').length)))
}

type Region = { readonly from: number; readonly until: number }

/** Regions of implausible words with plausible ones around them, none too long to align. */
export function regionsOf(spans: readonly (Span | null)[]): Region[] {
  const regions: { from: number; until: number }[] = []
  const edges = edgesOf(spans)
  for (const [at, span] of spans.entries()) {
    if (span !== null) continue
    const from = edges.before[Math.max(0, at - CONTEXT_WORDS)] ?? 0
    const until = (edges.after[Math.min(spans.length, at + CONTEXT_WORDS) - 1] ?? spans.length - 1) + 1
    const open = regions.at(-1)
    if (open !== undefined && from < open.until && until - open.from <= MOST_LENIENT_WORDS)
      open.until = Math.max(open.until, until)
    else if (open === undefined || from >= open.until) regions.push({ from, until })
  }
  return regions.filter(({ from, until }) => until - from <= MOST_LENIENT_WORDS)
}

/** For each index, the nearest plausible word before and after it, itself included; else the first or the last word. */
function edgesOf(spans: readonly (Span | null)[]): { before: number[]; after: number[] } {
  const last = spans.length - 1
  const before = spans.map(() => 0)
  const after = spans.map(() => last)
  for (let at = 1; at < last; at += 1) before[at] = spans[at] === null ? (before[at - 1] ?? 0) : at
  before[last] = last
  for (let at = last - 1; at > 0; at -= 1) after[at] = spans[at] === null ? (after[at + 1] ?? last) : at
  after[0] = 0
  return { before, after }
}
