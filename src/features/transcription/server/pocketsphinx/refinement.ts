import type { Span } from '../../model/interpolate.ts'
import { repairWords } from '../../model/repair-words.ts'
import type { SpokenWord } from '../../model/word.ts'
import type { AlignIo } from '../ports.ts'
import { alignChains, type ChainSpans } from './chain-alignment.ts'
import type { GrammarWord } from './grammar.ts'
import type { Pocketsphinx } from './installation.ts'
import { believable } from './second-pass.ts'

/** Longest stretch refined at once, in milliseconds. */
const LONGEST_MS = 25_000
/** Only between words this far apart is a stretch cut. */
const CUT_PAUSE_MS = 150
/** Sound taken in before the first and after the last word of a stretch. */
const MARGIN_MS = 250
/** An edge that alignment moves further was heard wrongly by one of the two; the engine's stays. */
const LARGEST_SHIFT_MS = 400

/** Moves word edges to where alignment hears them. Never changes a text, never loses a word. */
export async function refineEdges(
  sphinx: Pocketsphinx,
  o: {
    wavPath: string
    words: readonly SpokenWord[]
    /** How each word sounds, null when nobody can say. */
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
    const spans = spread(found[index] ?? null, o.sounds.slice(from, until))
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

/** Puts the spans of the sounding words back in their places, those that cannot be believed left out. */
function spread(found: ChainSpans | null, sounds: readonly (GrammarWord | null)[]): (Span | null)[] {
  const heard = sounds.flatMap((sound, at) => (sound === null ? [] : [{ at, sound }]))
  const good = believable(heard.map(({ sound }, place) => ({ sound, span: found?.[place] ?? null })))
  const spans: (Span | null)[] = sounds.map(() => null)
  for (const [place, { at }] of heard.entries()) spans[at] = good[place] ?? null
  return spans
}

function moved(word: SpokenWord, span: Span | null): SpokenWord {
  if (span === null) return word
  const near = Math.abs(span.startMs - word.startMs) <= LARGEST_SHIFT_MS && span.endMs - word.endMs <= LARGEST_SHIFT_MS
  // Engines let a word last until the next one begins; alignment may end it much earlier.
  return near ? { ...word, startMs: span.startMs, endMs: span.endMs, timing: 'aligned' } : word
}
