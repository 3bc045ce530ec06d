import type { Span } from '../../model/interpolate.ts'
import { alignChains, type ChainSpans, type FoundChain } from './chain-alignment.ts'
import type { GrammarWord } from './grammar.ts'
import type { Pocketsphinx } from './installation.ts'
import { dropImplausible, type FirstPassWord, overlaps } from './second-pass.ts'
import { sentencesOf, unspokenSentences } from './unspoken.ts'

/** Passages searched again; more of them make another text. */
const MOST_PASSAGES = 20
/** The longest of them: the cost grows with words and sound. */
const LONGEST = { words: 80, ms: 60_000 }

/** Words in a row, and the sound that they may be in. */
type Passage = { readonly words: readonly GrammarWord[]; readonly span: Span }

type Recording = {
  readonly wavPath: string
  /** The level of each 10 ms of the recording, in decibels. */
  readonly levels: Float32Array
  readonly signal: AbortSignal
}

/**
 * Aligns passages without the sentences that nobody says.
 * @returns what was found of each passage; null where no sentence is unspoken, or a word is missing that may be said
 */
export async function leaveOutSentences(
  sphinx: Pocketsphinx,
  o: Recording & { readonly passages: readonly Passage[]; readonly search: 'narrow' | 'careful' },
): Promise<(FoundChain | null)[]> {
  const chains = o.passages.map((passage) => ({ ...passage, following: 'skipping' as const, unknownSound: true }))
  const found = await alignChains(sphinx, { wavPath: o.wavPath, chains, signal: o.signal, search: o.search })
  return o.passages.map(({ words, span }, at) => {
    const each = found[at] ?? null
    if (each === null) return null
    const placed = wordsOf(words, each)
    const spans = dropImplausible(placed)
    const unspoken = unspokenSentences(placed, { between: each.between, sound: span, levels: o.levels })
    const countUnspoken = unspoken.reduce((sum, { from, until }) => sum + until - from, 0)
    const isExplained = countUnspoken > 0 && spans.filter((word) => word === null).length === countUnspoken
    return isExplained ? { spans, between: each.between } : null
  })
}

/**
 * Searches again where neighbouring sentences were not found at all: one that nobody says beside a poorly recorded one
 * takes its sound, so that a search that may leave out any words leaves out both.
 */
export async function searchBesideUnspoken(
  sphinx: Pocketsphinx,
  o: Recording & { readonly words: readonly GrammarWord[]; readonly found: FoundChain; readonly sound: Span },
): Promise<FoundChain> {
  const ranges = missingSentences(wordsOf(o.words, o.found)).filter(({ from, until }) => until - from <= LONGEST.words)
  if (ranges.length > MOST_PASSAGES) return o.found
  const passages = ranges
    .map(({ from, until }) => ({
      from,
      words: o.words.slice(from, until),
      span: soundBetween(o.found.spans, { from, until }, o.sound),
    }))
    .filter(({ span }) => span.endMs - span.startMs <= LONGEST.ms)
  const results = await leaveOutSentences(sphinx, { ...o, passages, search: 'careful' })
  const spans = [...o.found.spans]
  let { between } = o.found
  for (const [at, again] of results.entries()) {
    const passage = passages[at]
    if (again === null || passage === undefined) continue
    spans.splice(passage.from, again.spans.length, ...again.spans)
    const others = between.filter((each) => !overlaps(each, passage.span))
    between = [...others, ...again.between]
  }
  return { spans, between }
}

/** The words of a text with their spans. */
export function wordsOf(words: readonly GrammarWord[], { spans }: Pick<FoundChain, 'spans'>): FirstPassWord[] {
  return words.map((sound, at) => ({ sound, span: spans[at] ?? null }))
}

/** Ranges of at least two sentences in a row of which no word is found. */
function missingSentences(words: readonly FirstPassWord[]): { from: number; until: number }[] {
  const ranges: { from: number; until: number; sentences: number }[] = []
  for (const { from, until } of sentencesOf(words)) {
    if (words.slice(from, until).some(({ span }) => span !== null)) continue
    const open = ranges.at(-1)
    if (open?.until === from) Object.assign(open, { until, sentences: open.sentences + 1 })
    else ranges.push({ from, until, sentences: 1 })
  }
  return ranges.filter(({ sentences }) => sentences > 1)
}

/** The sound from the found word before a range to the next one after it. */
function soundBetween(spans: ChainSpans, { from, until }: { from: number; until: number }, sound: Span): Span {
  const startMs = spans.slice(0, from).findLast((span) => span !== null)?.endMs ?? sound.startMs
  const endMs = spans.slice(until).find((span) => span !== null)?.startMs ?? sound.endMs
  return { startMs, endMs: Math.max(startMs, endMs) }
}
