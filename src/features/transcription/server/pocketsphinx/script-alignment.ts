import type { Span } from '../../model/interpolate.ts'
import type { Segmenter } from '../ports.ts'
import { alignChains, type ChainSpans } from './chain-alignment.ts'
import { type GrammarWord, MOST_LENIENT_WORDS } from './grammar.ts'
import type { Pocketsphinx } from './installation.ts'

/** Maximum sound aligned in one pass; the cost grows with the square of the length. */
const ONE_PASS_MS = 480_000
/** Target length of the parts of longer sound; each ends at a nearby pause. */
const PART_MS = 300_000
/** Length of the parts for sound that fails to align otherwise: short ones can be searched exhaustively. */
const FINE_PART_MS = 45_000
/** Maximum speaking rate, in words a second. */
const FASTEST_WORDS_A_SECOND = 6
/** The end of a part is uncertain: its last words are aligned again with the next one. */
const OVERLAP_MS = 8_000
const SAFE_PAUSE_MS = 100

type Script = {
  readonly wavPath: string
  readonly words: readonly GrammarWord[]
  readonly sound: Span
  readonly signal: AbortSignal
  onProgress(done: number): void
}

/**
 * Finds the words of one text in sound of any length. Aligns a long recording in parts: each part may end after any
 * word, and the next begins at a pause shortly before that.
 * @returns a span per word, null for those that failed to align; and whether phrases could be left out
 */
export async function alignScript(
  sphinx: Pocketsphinx,
  segmenter: Segmenter,
  script: Script,
): Promise<{ spans: (Span | null)[]; lenient: boolean }> {
  if (script.sound.endMs - script.sound.startMs <= ONE_PASS_MS) {
    const followings =
      script.words.length <= MOST_LENIENT_WORDS ? (['exact', 'lenient'] as const) : (['exact'] as const)
    for (const following of followings) {
      const [found] = await alignChains(sphinx, {
        ...script,
        chains: [{ words: script.words, span: script.sound, following }],
      })
      if (found !== null && found !== undefined) return { spans: [...found], lenient: following === 'lenient' }
    }
  }
  return { spans: await alignInParts(sphinx, segmenter, script), lenient: false }
}

async function alignInParts(sphinx: Pocketsphinx, segmenter: Segmenter, script: Script): Promise<(Span | null)[]> {
  const { words, sound } = script
  const spans: (Span | null)[] = words.map(() => null)
  let from = 0
  let startMs = sound.startMs
  let partMs = sound.endMs - sound.startMs <= ONE_PASS_MS ? FINE_PART_MS : PART_MS
  while (from < words.length && startMs < sound.endMs) {
    script.signal.throwIfAborted()
    const part = await nextPart(segmenter, { ...script, startMs, partMs })
    const found = await alignPart(sphinx, { ...script, from, ...part })
    if (found === null && partMs > FINE_PART_MS) {
      partMs = FINE_PART_MS
      continue
    }
    const kept = part.last ? (found ?? []) : safeBeginning(found ?? [], part.span)
    for (const [at, span] of kept.entries()) spans[from + at] = span
    if (part.last) break
    // Sound that fails to align takes its share of the text, which is interpolated between the rest.
    from +=
      kept.length > 0
        ? kept.length
        : shareOf(part.span, { wordsLeft: words.length - from, soundLeft: { startMs, endMs: sound.endMs } })
    startMs = kept.at(-1)?.endMs ?? part.span.endMs
    script.onProgress((startMs - sound.startMs) / (sound.endMs - sound.startMs))
  }
  return spans
}

async function alignPart(
  sphinx: Pocketsphinx,
  o: Script & { from: number; span: Span; last: boolean },
): Promise<ChainSpans | null> {
  const words = o.words.slice(o.from, o.last ? undefined : o.from + mostWords(o.span))
  const following = o.last ? 'exact' : 'open-end'
  const [found = null] = await alignChains(sphinx, {
    wavPath: o.wavPath,
    chains: [{ words, span: o.span, following }],
    signal: o.signal,
  })
  return found
}

async function nextPart(
  segmenter: Segmenter,
  o: { wavPath: string; sound: Span; startMs: number; partMs: number; signal: AbortSignal },
): Promise<{ span: Span; last: boolean }> {
  if (o.sound.endMs - o.startMs <= o.partMs * 1.5)
    return { span: { startMs: o.startMs, endMs: o.sound.endMs }, last: true }
  const pieces = await segmenter.pieces(o.wavPath, { fromMs: o.startMs, maxMs: 20_000, minMs: 5_000, signal: o.signal })
  const end = pieces.findLast(({ endMs }) => endMs <= o.startMs + o.partMs)?.endMs ?? o.startMs + o.partMs
  return { span: { startMs: o.startMs, endMs: end }, last: false }
}

/** The words well before the end of the part, up to a pause. */
function safeBeginning(found: ChainSpans, part: Span): Span[] {
  const aligned = found.flatMap((span) => span ?? [])
  const early = aligned.filter(({ endMs }) => endMs <= part.endMs - OVERLAP_MS)
  const pause = early.findLastIndex(
    ({ endMs }, at) => at > early.length / 2 && (aligned[at + 1]?.startMs ?? endMs) - endMs >= SAFE_PAUSE_MS,
  )
  return pause === -1 ? early : early.slice(0, pause + 1)
}

function mostWords({ startMs, endMs }: Span): number {
  return Math.ceil(((endMs - startMs) / 1_000) * FASTEST_WORDS_A_SECOND)
}

function shareOf(part: Span, o: { wordsLeft: number; soundLeft: Span }): number {
  return Math.round((o.wordsLeft * (part.endMs - part.startMs)) / (o.soundLeft.endMs - o.soundLeft.startMs))
}
