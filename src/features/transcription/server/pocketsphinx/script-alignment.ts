import type { Span } from '../../model/interpolate.ts'
import type { Segmenter } from '../ports.ts'
import { alignChains } from './chain-alignment.ts'
import type { Pocketsphinx } from './installation.ts'
import type { Token } from './token.ts'

/** Up to here a script is aligned in one pass; its cost grows with the square of the length. */
const ONE_PASS_MS = 480_000
/** Longer sound is taken in parts that end at a pause near this length. */
const PART_MS = 300_000
/** Nobody says more words a second. */
const FASTEST_WORDS_A_SECOND = 6
/** The end of a part is uncertain: its last words are heard again with the next one. */
const HEARD_AGAIN_MS = 8_000
const SAFE_PAUSE_MS = 100

/**
 * Finds the words of one text in sound of any length. A long recording is followed in parts: each part may end after any
 * word, and the next begins at a pause shortly before that.
 * @param o.tokens only those that make a sound
 * @returns a span for each token, null for those that could not be followed
 */
export async function alignScript(
  sphinx: Pocketsphinx,
  segmenter: Segmenter,
  o: { wavPath: string; tokens: readonly Token[]; sound: Span; signal: AbortSignal; onProgress(done: number): void },
): Promise<(Span | null)[]> {
  const spans: (Span | null)[] = o.tokens.map(() => null)
  let from = 0
  let startMs = o.sound.startMs
  while (from < o.tokens.length && startMs < o.sound.endMs) {
    const part = await nextPart(segmenter, { ...o, startMs })
    const words = o.tokens.slice(from, part.last ? undefined : from + mostWords(part.span)).flatMap(({ sound }) => sound ?? [])
    const chain = { words, span: part.span, openEnd: !part.last }
    const [found] = await alignChains(sphinx, { wavPath: o.wavPath, chains: [chain], signal: o.signal })
    const kept = part.last ? (found ?? []) : safeBeginning(found ?? [], part.span)
    for (const [at, span] of kept.entries()) spans[from + at] = span
    if (part.last) break
    // Sound that could not be followed at all takes its share of the text with it, to be placed between the rest.
    from += kept.length > 0 ? kept.length : shareOf(part.span, { tokensLeft: o.tokens.length - from, soundLeft: { startMs, endMs: o.sound.endMs } })
    startMs = kept.at(-1)?.endMs ?? part.span.endMs
    o.onProgress((startMs - o.sound.startMs) / (o.sound.endMs - o.sound.startMs))
  }
  return spans
}

async function nextPart(
  segmenter: Segmenter,
  o: { wavPath: string; sound: Span; startMs: number; signal: AbortSignal },
): Promise<{ span: Span; last: boolean }> {
  if (o.sound.endMs - o.startMs <= ONE_PASS_MS) return { span: { startMs: o.startMs, endMs: o.sound.endMs }, last: true }
  const pieces = await segmenter.pieces(o.wavPath, { fromMs: o.startMs, maxMs: 20_000, minMs: 5_000, signal: o.signal })
  const end = pieces.findLast(({ endMs }) => endMs <= o.startMs + PART_MS)?.endMs ?? o.startMs + PART_MS
  return { span: { startMs: o.startMs, endMs: end }, last: false }
}

/** The words well before the end of the part, up to a pause. */
function safeBeginning(found: readonly Span[], part: Span): readonly Span[] {
  const early = found.filter(({ endMs }) => endMs <= part.endMs - HEARD_AGAIN_MS)
  const pause = early.findLastIndex(({ endMs }, at) => at > early.length / 2 && (found[at + 1]?.startMs ?? endMs) - endMs >= SAFE_PAUSE_MS)
  return pause === -1 ? early : early.slice(0, pause + 1)
}

function mostWords({ startMs, endMs }: Span): number {
  return Math.ceil(((endMs - startMs) / 1_000) * FASTEST_WORDS_A_SECOND)
}

function shareOf(part: Span, o: { tokensLeft: number; soundLeft: Span }): number {
  return Math.round((o.tokensLeft * (part.endMs - part.startMs)) / (o.soundLeft.endMs - o.soundLeft.startMs))
}
