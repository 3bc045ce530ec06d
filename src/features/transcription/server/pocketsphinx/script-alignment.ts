import type { Span } from '../../model/interpolate.ts'
import type { Segmenter } from '../ports.ts'
import { searchCarefully } from './careful-search.ts'
import { alignChains, type Between, type ChainSpans, type FoundChain, spotPhrases } from './chain-alignment.ts'
import { type GrammarWord, MOST_LENIENT_WORDS } from './grammar.ts'
import type { Pocketsphinx } from './installation.ts'
import { leaveOutSentences, wordsOf } from './left-out.ts'
import { hasRushedSentence } from './unspoken.ts'

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
  /** The level of each 10 ms of the recording, in decibels. */
  readonly levels: Float32Array
  readonly signal: AbortSignal
  readonly isApproximate: boolean
  /** Score of the sound where it is not in the text. */
  readonly unknownScore?: number
  /** `narrow` gives up on sound that does not fit the text well. */
  readonly search?: 'narrow'
  onProgress(done: number): void
}

/** Share of words found by their phrases that makes the rest words that are not spoken; below it sound may be poor. */
const FOUND = 0.5
/** As many words in order are only found in clear sound of a text that is partly spoken, whatever their share. */
const MANY_WORDS = 40

/** A first alignment: a span per word, null for those that were not found. */
export type Alignment = FoundChain & {
  /** Whether phrases could be left out. */
  readonly lenient: boolean
  /** Whether another search for the missing words is pointless. */
  readonly settled: boolean
}

/**
 * Finds the words of one text in sound of any length. A text that fits is found at once, and one with sentences that
 * nobody says at the second attempt; of another one, the phrases that are spoken are found, in order. Poor sound and other languages take wider searches. Aligns a long recording in
 * parts: each part may end after any word, and the next begins at a pause shortly before that.
 */
export async function alignScript(sphinx: Pocketsphinx, segmenter: Segmenter, script: Script): Promise<Alignment> {
  const { words, sound: span } = script
  if (span.endMs - span.startMs > ONE_PASS_MS && script.search !== 'narrow')
    return { ...(await alignInParts(sphinx, segmenter, script)), lenient: false, settled: false }
  const exact = { words, span, following: 'exact', unknownSound: true } as const
  const [fitting] = await alignChains(sphinx, { ...script, chains: [exact], search: 'narrow' })
  if (fitting && !hasRushedSentence(wordsOf(words, fitting))) {
    const placed = await searchCarefully(sphinx, { ...script, found: fitting })
    return { ...placed, lenient: false, settled: false }
  }
  const [skipped = null] = await leaveOutSentences(sphinx, { ...script, passages: [{ words, span }], search: 'narrow' })
  if (skipped !== null && isPartlySpoken(skipped.spans)) return { ...skipped, lenient: false, settled: true }
  if (fitting) return { ...fitting, lenient: false, settled: false }
  script.onProgress(0.2)
  const mayLeaveOut = words.length <= MOST_LENIENT_WORDS
  const spotted = mayLeaveOut ? await spotPhrases(sphinx, { ...script, chain: exact }) : null
  if (spotted !== null && (script.search === 'narrow' || isPartlySpoken(spotted.spans)))
    return { spans: spotted.spans, between: spotted.between, lenient: true, settled: true }
  if (script.search === 'narrow') return { spans: words.map(() => null), between: [], lenient: false, settled: true }
  script.onProgress(0.4)
  const heard = spotted === null || spotted.unknownScore === null ? {} : { unknownScore: spotted.unknownScore }
  for (const following of mayLeaveOut ? (['exact', 'lenient'] as const) : (['exact'] as const)) {
    const chain = { ...exact, ...heard, following, isApproximate: script.isApproximate }
    const [found] = await alignChains(sphinx, { ...script, chains: [chain], search: 'wide' })
    if (found) return { ...fuller(found, spotted), lenient: following === 'lenient', settled: spotted !== null }
  }
  const inParts = await alignInParts(sphinx, segmenter, { ...script, ...heard })
  return { ...fuller(inParts, spotted), lenient: false, settled: spotted !== null }
}

/** The alignment that found more of the words. */
function fuller(found: FoundChain, spotted: FoundChain | null): FoundChain {
  const isFuller = spotted !== null && shareOfFound(spotted.spans) > shareOfFound(found.spans)
  const { spans, between } = isFuller ? spotted : found
  return { spans, between }
}

/** Whether enough of a text is found for the rest to be unspoken, and not poorly recorded. */
export function isPartlySpoken(spans: ChainSpans): boolean {
  return shareOfFound(spans) >= FOUND || spans.filter((span) => span !== null).length >= MANY_WORDS
}

function shareOfFound(spans: ChainSpans): number {
  return spans.filter((span) => span !== null).length / Math.max(1, spans.length)
}

async function alignInParts(sphinx: Pocketsphinx, segmenter: Segmenter, script: Script): Promise<FoundChain> {
  const { words, sound } = script
  const spans: (Span | null)[] = words.map(() => null)
  const between: Between[] = []
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
    const kept = part.last ? (found?.spans ?? []) : safeBeginning(found?.spans ?? [], part.span)
    const untilMs = part.last ? part.span.endMs : (kept.at(-1)?.endMs ?? part.span.startMs)
    for (const each of found?.between ?? []) if (each.endMs <= untilMs) between.push(each)
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
  return { spans, between }
}

async function alignPart(
  sphinx: Pocketsphinx,
  o: Script & { from: number; span: Span; last: boolean },
): Promise<FoundChain | null> {
  const words = o.words.slice(o.from, o.last ? undefined : o.from + mostWords(o.span))
  const following = o.last ? 'exact' : 'open-end'
  const [found = null] = await alignChains(sphinx, {
    wavPath: o.wavPath,
    chains: [
      {
        words,
        span: o.span,
        following,
        unknownSound: true,
        isApproximate: o.isApproximate,
        ...(o.unknownScore !== undefined && { unknownScore: o.unknownScore }),
      },
    ],
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
