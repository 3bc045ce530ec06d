import { interpolate, type Span } from '../../model/interpolate.ts'
import { baseLanguage } from '../../model/language.ts'
import { repairWords } from '../../model/repair-words.ts'
import { directions, type TextUnit, writtenWords } from '../../model/script.ts'
import { spokenForms } from '../../model/spoken-forms.ts'
import { joinSentences, placePassages, type WordRange } from '../../model/unspoken.ts'
import type { SpokenWord } from '../../model/word.ts'
import type { Aligner, AlignIo, Segmenter } from '../ports.ts'
import { loudness } from '../segments/loudness.ts'
import { withWav } from '../wav.ts'
import { alignChains, type Between, type FoundChain } from './chain-alignment.ts'
import type { GrammarWord } from './grammar.ts'
import type { Pocketsphinx, pocketsphinxInstallation } from './installation.ts'
import { searchBesideUnspoken, wordsOf } from './left-out.ts'
import { mapInTurns } from './map-in-turns.ts'
import { pronounce } from './pronunciations.ts'
import { refineEdges } from './refinement.ts'
import { type Alignment, alignScript, isPartlySpoken } from './script-alignment.ts'
import { dropImplausible, realign } from './second-pass.ts'
import { groupByWindow, oneWindowEach, type Stretch, type Token } from './token.ts'
import { unscriptedSpans } from './unscripted.ts'
import { unspokenSentences } from './unspoken.ts'

/** Maximum distance of a plausible word from its subtitle's window, in milliseconds. */
const WINDOW_SLACK_MS = 250
const SENTENCE_END = /[.!?…。！？؟]["”’»)\]]*$/u
const PHRASE_END = /[.,;:!?…—。、！？،؟]["”’»)\]]*$/u
/** Share of words found within their times below which the times are doubted. */
const MOSTLY_IN_TIME = 0.7

/**
 * Times known text by forced alignment: a grammar that accepts only this text, the English acoustic model, and
 * pronunciations from a dictionary and espeak-ng, also for other languages.
 */
export function pocketsphinxAligner(
  installation: ReturnType<typeof pocketsphinxInstallation>,
  segmenter: Segmenter,
): Aligner {
  const begin = async ({ wavPath, language, units }: Parameters<Aligner['align']>[0], io: AlignIo) => {
    const sphinx = await installation.get()
    const tokens = await tokensOf(units, { language, dictionary: sphinx.dictionary, signal: io.signal })
    const { durationMs, levels } = await withWav(wavPath, async (wav) => ({
      durationMs: wav.durationMs,
      levels: await loudness(wav, { fromMs: 0, signal: io.signal }),
    }))
    const sound = await soundingSpan(segmenter, wavPath, { durationMs, signal: io.signal })
    const job = { wavPath, tokens, io, isApproximate: baseLanguage(language) !== 'en', sound, levels }
    const isTimed = units.every(({ window }) => window !== undefined)
    const find = () => (isTimed ? alignTimed(sphinx, segmenter, job) : alignWhole(sphinx, segmenter, job))
    return { job, durationMs, find }
  }
  return {
    probe: () => installation.status([]),

    async align(asked, io) {
      const { job, durationMs, find } = await begin(asked, io)
      return finish(await find(), { within: job.sound, durationMs })
    },

    async follow(asked, io) {
      const { job, durationMs, find } = await begin(asked, io)
      const found = await find()
      const texts = found.tokens.map(({ text }) => text)
      const passages = joinSentences(texts, unspokenIn(found, job))
      const said = withoutPassages(found, passages)
      const words = finish(said, { within: job.sound, durationMs })
      // Sounds of other languages resemble those of the model too little to tell them from other words.
      const isUnsaid = said.tokens.map(({ sound }) => sound === null)
      const unscripted = job.isApproximate ? [] : unscriptedSpans(found.between, words, isUnsaid)
      return { words, unspoken: placePassages(texts, passages, words), unscripted }
    },

    async refine({ wavPath, language, words }, io) {
      // The model approximates sounds of other languages: the engine's own edges are better there.
      if (baseLanguage(language) !== 'en' || words.length === 0) return [...words]
      const sphinx = await installation.get()
      const durationMs = await withWav(wavPath, async (wav) => wav.durationMs)
      const sounds = await soundsOf(
        words.map(({ text }) => text),
        { language, dictionary: sphinx.dictionary, signal: io.signal },
      )
      return refineEdges(sphinx, { wavPath, words, sounds, durationMs, io })
    },

    async pronounce(words, { language, signal }) {
      const { dictionary } = await installation.get()
      const forms = await mapInTurns(words, (word) => spokenForms(word, language))
      return pronounce(forms, { dictionary, language, signal })
    },
  }
}

async function tokensOf(
  units: readonly TextUnit[],
  o: { language: string; dictionary: string; signal: AbortSignal },
): Promise<Token[]> {
  const words = await mapInTurns(units, ({ text, window = null }) =>
    writtenWords(text, o.language).map((word, at, all) => ({ text: word, window, endsUnit: at === all.length - 1 })),
  )
  const written = words.flat()
  const sounds = await soundsOf(
    written.map(({ text }) => text),
    { ...o, endsUnit: (at) => written[at]?.endsUnit === true },
  )
  const unsaid = directions(written.map(({ text }) => text))
  return written.map(({ text, window }, at) => ({
    text,
    window,
    sound: unsaid[at] === true ? null : (sounds[at] ?? null),
  }))
}

async function soundsOf(
  texts: readonly string[],
  o: { language: string; dictionary: string; signal: AbortSignal; endsUnit?(at: number): boolean },
): Promise<(GrammarWord | null)[]> {
  const pronunciations = await pronounce(await mapInTurns(texts, (text) => spokenForms(text, o.language)), o)
  return pronunciations.map((sounds, at) => {
    if (sounds.length === 0) return null
    const endsSentence = o.endsUnit?.(at) === true || SENTENCE_END.test(texts[at] ?? '')
    const endsPhrase = endsSentence || PHRASE_END.test(texts[at] ?? '')
    return { name: `w${at}`, pronunciations: sounds, endsPhrase, endsSentence }
  })
}

/** The span between leading and trailing digital silence; all of the sound when it is silent. */
async function soundingSpan(
  segmenter: Segmenter,
  wavPath: string,
  o: { durationMs: number; signal: AbortSignal },
): Promise<Span> {
  const pieces = await segmenter.pieces(wavPath, { maxMs: 30_000, minMs: 3_000, signal: o.signal })
  return { startMs: pieces[0]?.startMs ?? 0, endMs: pieces.at(-1)?.endMs ?? o.durationMs }
}

type AlignJob = {
  readonly wavPath: string
  readonly tokens: readonly Token[]
  readonly io: AlignIo
  readonly sound: Span
  /** The level of each 10 ms of the recording, in decibels. */
  readonly levels: Float32Array
  /** True for another language than that of the model. */
  readonly isApproximate: boolean
}

/** Tokens, the spans of those that were found, and the sound between them. */
type Found = {
  readonly tokens: readonly Token[]
  readonly spans: readonly (Span | null)[]
  readonly between: readonly Between[]
}

/**
 * Aligns text within its times, unless most of it is not there: then the times are late, or those of another cut, and
 * the text is aligned without them. The cheap searches come first.
 */
async function alignTimed(sphinx: Pocketsphinx, segmenter: Segmenter, job: AlignJob): Promise<Found> {
  const windows = windowSearch(sphinx, job)
  const isMostlyFound = (found: Found): boolean => shareOfFound(found) >= MOSTLY_IN_TIME
  if (isMostlyFound(await windows.narrow())) return windows.wide()
  const untimed = { ...job, tokens: job.tokens.map((token) => ({ ...token, window: null })) }
  const moved = await alignWhole(sphinx, segmenter, untimed, 'narrow')
  if (isMostlyFound(moved)) return moved
  const inTime = await windows.wide()
  if (isMostlyFound(inTime)) return inTime
  const anywhere = await alignWhole(sphinx, segmenter, untimed)
  return shareOfFound(inTime) >= shareOfFound(anywhere) ? inTime : anywhere
}

function shareOfFound({ tokens, spans }: Found): number {
  const sounding = tokens.flatMap(({ sound }, at) => (sound === null ? [] : [spans[at] ?? null]))
  return sounding.filter((span) => span !== null).length / Math.max(1, sounding.length)
}

async function alignWhole(
  sphinx: Pocketsphinx,
  segmenter: Segmenter,
  { wavPath, tokens, io, sound, levels, isApproximate }: AlignJob,
  search?: 'narrow',
): Promise<Found> {
  const spoken = tokens.flatMap((token, at) => (token.sound === null ? [] : [{ at, sound: token.sound }]))
  const work = { wavPath, sound, levels, isApproximate, signal: io.signal }
  const words = spoken.map((each) => each.sound)
  const first = await alignScript(sphinx, segmenter, {
    ...work,
    words,
    ...(search && { search }),
    onProgress: (done) => io.onProgress?.(done * 0.8),
  })
  const found = await searchAgain(sphinx, { ...work, words, first })
  const spans: (Span | null)[] = tokens.map(() => null)
  for (const [place, { at }] of spoken.entries()) spans[at] = found.spans[place] ?? null
  return { tokens, spans: believed(tokens, spans), between: found.between }
}

/** Searches again where a first alignment is implausible, unless that is pointless, and where sentences in a row are missing. */
async function searchAgain(
  sphinx: Pocketsphinx,
  { first, ...o }: Omit<Parameters<typeof searchBesideUnspoken>[1], 'found'> & { readonly first: Alignment },
): Promise<FoundChain> {
  const again = { ...o, words: wordsOf(o.words, first), between: first.between, lenient: first.lenient }
  const found = first.settled ? first : await realign(sphinx, again)
  return isPartlySpoken(found.spans) ? searchBesideUnspoken(sphinx, { ...o, found }) : found
}

/** Aligns groups of neighbouring windows; the wide search retries a group that failed, then its windows one by one. */
function windowSearch(sphinx: Pocketsphinx, { wavPath, tokens, io, sound, isApproximate }: AlignJob) {
  const spans: (Span | null)[] = tokens.map(() => null)
  const groups = groupByWindow(tokens)
  let failed: readonly Stretch[] = groups
  let done = 0
  const attempt = async (stretches: readonly Stretch[], search?: 'narrow' | 'wide'): Promise<Stretch[]> => {
    const chains = stretches.map((stretch) => ({
      words: stretch.tokens.flatMap((at) => tokens[at]?.sound ?? []),
      span: clip(stretch.span, sound),
      unknownSound: true,
      isApproximate,
    }))
    const onDone = (): void => io.onProgress?.(0.9 * Math.min(1, (done += 1) / groups.length))
    const found = await alignChains(sphinx, { wavPath, chains, signal: io.signal, ...(search && { search }), onDone })
    for (const [index, stretch] of stretches.entries()) {
      for (const [place, at] of stretch.tokens.entries()) spans[at] = found[index]?.spans[place] ?? null
    }
    return stretches.filter((_, index) => found[index] === null)
  }
  return {
    async narrow(): Promise<Found> {
      failed = await attempt(groups, 'narrow')
      return { tokens, spans: believed(tokens, spans), between: [] }
    },
    async wide(): Promise<Found> {
      failed = await attempt(failed, 'wide')
      await attempt(failed.flatMap((stretch) => oneWindowEach(stretch, tokens)))
      return { tokens, spans: believed(tokens, spans), between: [] }
    },
  }
}

function clip(span: Span, sound: Span): Span {
  const startMs = Math.min(Math.max(span.startMs, sound.startMs), sound.endMs)
  return { startMs, endMs: Math.max(Math.min(span.endMs, sound.endMs), startMs) }
}

/** Keeps the plausible spans of an alignment and interpolates the rest. */
function believed(tokens: readonly Token[], found: readonly (Span | null)[]): (Span | null)[] {
  const sounding = tokens.flatMap(({ sound }, at) => (sound === null ? [] : [{ at, sound, span: found[at] ?? null }]))
  const good = dropImplausible(sounding)
  const spans: (Span | null)[] = tokens.map(() => null)
  for (const [place, { at }] of sounding.entries()) {
    const span = good[place] ?? null
    if (span !== null && insideWindow(span, tokens[at]?.window ?? null)) spans[at] = span
  }
  return spans
}

function insideWindow(span: Span, window: Span | null): boolean {
  return (
    window === null ||
    (span.startMs >= window.startMs - WINDOW_SLACK_MS && span.endMs <= window.endMs + WINDOW_SLACK_MS)
  )
}

/** Ranges of the tokens of sentences that nobody says; none if no word is found. */
function unspokenIn({ tokens, spans, between }: Found, { sound, levels }: AlignJob): WordRange[] {
  const sounding = tokens.flatMap((token, at) => (token.sound === null ? [] : [{ at, sound: token.sound }]))
  const words = sounding.map((word) => ({ sound: word.sound, span: spans[word.at] ?? null }))
  if (words.every(({ span }) => span === null)) return []
  return unspokenSentences(words, { between, sound, levels }).map(({ from, until }) => ({
    from: sounding[from]?.at ?? 0,
    until: (sounding[until - 1]?.at ?? 0) + 1,
  }))
}

function withoutPassages({ tokens, spans, between }: Found, passages: readonly WordRange[]): Found {
  const isSaid = tokens.map(() => true)
  for (const { from, until } of passages) isSaid.fill(false, from, until)
  return { tokens: tokens.filter((_, at) => isSaid[at]), spans: spans.filter((_, at) => isSaid[at]), between }
}

function finish({ tokens, spans }: Found, o: { within: Span; durationMs: number }): SpokenWord[] {
  const placed = interpolateByWindow(tokens, spans, o.within)
  const words = tokens.map(({ text }, at): SpokenWord => {
    const { startMs, endMs } = placed[at] ?? o.within
    return { text, startMs, endMs, confidence: null, timing: (spans[at] ?? null) === null ? 'interpolated' : 'aligned' }
  })
  return repairWords(words, { durationMs: o.durationMs })
}

/** Unmatched words stay in their subtitle's window, or between their neighbours in a script. */
function interpolateByWindow(tokens: readonly Token[], spans: readonly (Span | null)[], within: Span): Span[] {
  const placed: Span[] = []
  for (let from = 0; from < tokens.length;) {
    const window = tokens[from]?.window ?? null
    let until = from + 1
    while (until < tokens.length && (tokens[until]?.window ?? null) === window) until += 1
    const part = tokens.slice(from, until).map(({ text }, at) => ({ text, span: spans[from + at] ?? null }))
    const room = window === null ? within : between(window, { after: placed.at(-1), before: spans[until] ?? null })
    // No spread: a script may have more words than a call accepts arguments.
    for (const span of interpolate(part, room)) placed.push(span)
    from = until
  }
  return placed
}

function between(window: Span, o: { after: Span | undefined; before: Span | null }): Span {
  const startMs = Math.max(window.startMs, Math.min(o.after?.endMs ?? 0, window.endMs))
  return { startMs, endMs: Math.max(startMs, Math.min(window.endMs, o.before?.startMs ?? window.endMs)) }
}
