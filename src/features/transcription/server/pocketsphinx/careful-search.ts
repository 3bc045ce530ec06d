import type { Span } from '../../model/interpolate.ts'
import { alignChains, type FoundChain } from './chain-alignment.ts'
import type { GrammarWord } from './grammar.ts'
import type { Pocketsphinx } from './installation.ts'
import { overlaps } from './second-pass.ts'

/** Minimum sound between two words that is not in the text, in milliseconds. */
const LONG_MS = 900
/** Words searched again on each side of it: whole sentences of at least these, as far as they are within the most. */
const AROUND = { least: 12, most: 40 }

/**
 * Searches again around long sound that is not in the text: the beams that find a text at little cost may drop the right
 * place of a sentence while that sound lasts, and put the sentence into it.
 * @param found the span of every word
 */
export async function searchCarefully(
  sphinx: Pocketsphinx,
  o: {
    wavPath: string
    words: readonly GrammarWord[]
    found: FoundChain
    sound: Span
    signal: AbortSignal
  },
): Promise<FoundChain> {
  const regions = regionsAround(placesOfLongSound(o.found), o.words)
  const spans = [...o.found.spans]
  const chains = regions.map(({ from, until }) => ({
    words: o.words.slice(from, until),
    span: {
      startMs: spans[from - 1]?.endMs ?? o.sound.startMs,
      endMs: spans[until]?.startMs ?? o.sound.endMs,
    },
    following: 'exact' as const,
    unknownSound: true,
  }))
  const results = await alignChains(sphinx, { wavPath: o.wavPath, chains, signal: o.signal, search: 'careful' })
  let { between } = o.found
  for (const [index, { from, until }] of regions.entries()) {
    const [again, within] = [results[index], chains[index]?.span]
    if (!again || within === undefined) continue
    spans.splice(from, until - from, ...again.spans)
    const others = between.filter((each) => !overlaps(each, within))
    between = [...others, ...again.between]
  }
  return { spans, between }
}

/** The words before which long sound stands that is not in the text; the number of words for its end. */
function placesOfLongSound({ spans, between }: FoundChain): number[] {
  const sounds = new Map<number, number>()
  let place = 0
  for (const { kind, startMs, endMs } of between.toSorted((a, b) => a.startMs - b.startMs)) {
    if (kind !== 'unknown') continue
    while (place < spans.length && (spans[place]?.startMs ?? 0) < endMs) place += 1
    sounds.set(place, (sounds.get(place) ?? 0) + endMs - startMs)
  }
  return [...sounds].flatMap(([at, soundMs]) => (soundMs >= LONG_MS ? [at] : []))
}

function regionsAround(places: readonly number[], words: readonly GrammarWord[]): { from: number; until: number }[] {
  const regions: { from: number; until: number }[] = []
  for (const place of places) {
    const from = sentenceEdge(words, place, -1)
    const until = sentenceEdge(words, place, 1)
    const open = regions.at(-1)
    if (open !== undefined && from < open.until) open.until = until
    else regions.push({ from, until })
  }
  return regions
}

/** The nearest end of a sentence that far from a place, in one direction. */
function sentenceEdge(words: readonly GrammarWord[], place: number, step: -1 | 1): number {
  for (let far = AROUND.least; far < AROUND.most; far += 1) {
    const edge = place + step * far
    if (edge <= 0 || edge >= words.length) break
    if (words[edge - 1]?.endsSentence === true) return edge
  }
  return Math.min(words.length, Math.max(0, place + step * AROUND.most))
}
