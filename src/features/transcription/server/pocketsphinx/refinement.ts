import type { Span } from '../../model/interpolate.ts'
import { repairWords } from '../../model/repair-words.ts'
import type { SpokenWord } from '../../model/word.ts'
import type { AlignIo } from '../ports.ts'
import { alignChains, type ChainSpans } from './chain-alignment.ts'
import type { GrammarWord } from './grammar.ts'
import type { Pocketsphinx } from './installation.ts'
import { dropImplausible } from './second-pass.ts'

/** Longest stretch refined in one pass, in milliseconds. */
const LONGEST_MS = 25_000
/** Minimum gap between words at which a stretch may be cut. */
const CUT_PAUSE_MS = 150
/** Margin of sound before the first and after the last word of a stretch. */
const MARGIN_MS = 250
/** Largest move of an edge; beyond it the engine and the aligner disagree, and the engine's edge stays. */
const LARGEST_SHIFT_MS = 400

/** Moves word edges to those found by alignment. Never changes a text or loses a word. */
export async function refineEdges(
  sphinx: Pocketsphinx,
  o: {
    wavPath: string
    words: readonly SpokenWord[]
    /** The pronunciations of each word, null when unknown. */
    sounds: readonly (GrammarWord | null)[]
    durationMs: number
    io: AlignIo
  },
): Promise<SpokenWord[]> {
  const stretches = cutAtPauses(o.words)
  const chains = stretches.map(({ from, until }) => ({
    words: o.sounds.slice(from, until).flatMap((sound) => sound ?? []),
    span: {
      startMs: Math.max(0, (o.words[from]?.startMs ?? 0) - MARGIN_MS),
      endMs: Math.min(o.durationMs, (o.words[until - 1]?.endMs ?? 0) + MARGIN_MS),
    },
  }))
  let done = 0
  const onDone = (): void => o.io.onProgress?.((done += 1) / chains.length)
  const found = await alignChains(sphinx, { wavPath: o.wavPath, chains, signal: o.io.signal, onDone })
  const refined = stretches.flatMap(({ from, until }, index) => {
    const spans = spread(found[index]?.spans ?? null, o.sounds.slice(from, until))
    return o.words.slice(from, until).map((word, at) => moved(word, spans[at] ?? null))
  })
  return repairWords(refined, { durationMs: o.durationMs })
}

type Range = { readonly from: number; readonly until: number }

function cutAtPauses(words: readonly SpokenWord[]): Range[] {
  const ranges: Range[] = []
  let from = 0
  for (let at = 1; at <= words.length; at += 1) {
    const next = words[at]
    const begin = words[from]?.startMs ?? 0
    const pause = (next?.startMs ?? 0) - (words[at - 1]?.endMs ?? 0)
    const full = next !== undefined && next.endMs - begin > LONGEST_MS
    const goodPlace = pause >= CUT_PAUSE_MS && (words[at - 1]?.endMs ?? 0) - begin > LONGEST_MS / 2
    if (next !== undefined && !full && !goodPlace) continue
    ranges.push({ from, until: at })
    from = at
  }
  return ranges
}

/** Maps the spans of the spoken words back to their positions and drops implausible ones. */
function spread(found: ChainSpans | null, sounds: readonly (GrammarWord | null)[]): (Span | null)[] {
  const sounding = sounds.flatMap((sound, at) => (sound === null ? [] : [{ at, sound }]))
  const good = dropImplausible(sounding.map(({ sound }, place) => ({ sound, span: found?.[place] ?? null })))
  const spans: (Span | null)[] = sounds.map(() => null)
  for (const [place, { at }] of sounding.entries()) spans[at] = good[place] ?? null
  return spans
}

function moved(word: SpokenWord, span: Span | null): SpokenWord {
  if (span === null) return word
  const near = Math.abs(span.startMs - word.startMs) <= LARGEST_SHIFT_MS && span.endMs - word.endMs <= LARGEST_SHIFT_MS
  // Engines extend a word to the start of the next one; alignment may end it much earlier.
  return near ? { ...word, startMs: span.startMs, endMs: span.endMs, timing: 'aligned' } : word
}
