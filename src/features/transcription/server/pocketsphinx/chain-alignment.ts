import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Span } from '../../model/interpolate.ts'
import { runBatch, type TableRow } from './batch.ts'
import { chainOf, dictionaryOf, type FollowMode, type GrammarWord, isSilence, isUnknown } from './grammar.ts'
import type { Pocketsphinx } from './installation.ts'

/** Words to find in this order in this stretch of sound; each word has a unique name. */
export type Chain = {
  readonly words: readonly GrammarWord[]
  readonly span: Span
  readonly following?: FollowMode
  /** True when the sound may contain speech that is not in the text. */
  readonly unknownSound?: boolean
  /** Score of unknown sound, which words that a wide search finds must come near; default: that of clear speech. */
  readonly unknownScore?: number
  /** True for another language than the model's, whose sounds it approximates. */
  readonly isApproximate?: boolean
}
/** The span of each word of a chain; null for a word left out. */
export type ChainSpans = readonly (Span | null)[]
/** Sound between words: a pause, or one phone of something that is not in the text. */
export type Between = Span & { readonly kind: 'silence' | 'unknown' }
/** What was found of a chain in its sound. */
export type FoundChain = { readonly spans: ChainSpans; readonly between: readonly Between[] }

/** Address space limit: an hour of dense script takes 360 MB resident. */
const MEMORY_MB = 1_024
/** A language weight of 1, so that a jump costs exactly its weight in the grammar. */
const COMMON = ['-fsgusefiller', 'yes', '-bestpath', 'no', '-lw', '1']
/** Scores count from the best of all sounds of the model instead of the best of those being tried: comparable. */
const COMPARABLE = ['-compallsen', 'yes']
/** Sound that fits its text is found within these beams, in noise too; sound that does not fit is not. */
const NARROW = { args: ['-beam', '1e-100', '-pbeam', '1e-100', '-wbeam', '1e-80'], longestMs: Number.POSITIVE_INFINITY }
/**
 * For text that the narrow beams placed: in long sound that is not in the text, they may drop the right place of the next
 * words before it comes. Finds a text that does not fit, too.
 */
const CAREFUL = {
  args: ['-beam', '1e-200', '-pbeam', '1e-200', '-wbeam', '1e-160', '-maxhmmpf', '-1'],
  longestMs: Number.POSITIVE_INFINITY,
}
/**
 * Tried in order: later settings find words in sound that fits the model badly, such as another language or a poor
 * microphone, at several times the cost. The last one searches exhaustively, which only short sound permits. They find
 * words in sound that does not contain them too, which their scores tell.
 */
const WIDE = [
  {
    args: ['-beam', '1e-200', '-pbeam', '1e-200', '-wbeam', '1e-160', '-maxhmmpf', '-1', ...COMPARABLE],
    longestMs: Number.POSITIVE_INFINITY,
  },
  {
    args: ['-beam', '1e-300', '-pbeam', '1e-300', '-wbeam', '1e-300', '-maxhmmpf', '-1', ...COMPARABLE],
    longestMs: 60_000,
  },
]
const SETTINGS = { narrow: [NARROW], careful: [CAREFUL], wide: WIDE }
/** Score of unknown sound where nobody has measured it. */
const UNKNOWN_SCORE = -50
/**
 * Words of a wide search are believed down to this far below unknown sound, as a mean of nine words. Measured medians:
 * right English up to 16 below it in noise, other English text from 37; right text of other languages 19 to 28, text of
 * a language that is not spoken 46 to 55.
 */
const BELIEVED = { english: 25, approximate: 40 }
/** Neighbours on each side that a score is averaged with. */
const NEIGHBOURS = 4

type Job = {
  readonly wavPath: string
  readonly chains: readonly Chain[]
  readonly signal: AbortSignal
  /**
   * `narrow` gives up early on sound that does not fit the text, `careful` places a text that is known to fit, `wide`
   * begins with costly settings; default: `narrow`, then `wide`.
   */
  readonly search?: keyof typeof SETTINGS
  onDone?(index: number): void
}

/**
 * Aligns each chain with its sound in one run of the program.
 * @returns what was found of each chain, or null where alignment failed
 */
export async function alignChains(sphinx: Pocketsphinx, job: Job): Promise<(FoundChain | null)[]> {
  const results: (FoundChain | null)[] = job.chains.map(() => null)
  for (const beams of job.search === undefined ? [NARROW, ...WIDE] : SETTINGS[job.search]) {
    // Without unknown sound, the narrow beams leave no way around a phrase.
    const fits = ({ words, span, following, unknownSound }: Chain): boolean =>
      words.length > 0 &&
      span.endMs - span.startMs <= beams.longestMs &&
      (beams !== NARROW || following !== 'lenient' || unknownSound === true)
    const open = job.chains.flatMap((chain, index) =>
      results[index] === null && fits(chain) ? [{ chain, index }] : [],
    )
    await alignOnce(sphinx, { ...job, open, beams: beams.args }, (index, rows, others) => {
      const spans = spansOf(job.chains[index], rows, { isCertain: beams === NARROW || beams === CAREFUL })
      results[index] = spans && { spans, between: betweenOf(others) }
      if (spans !== null) job.onDone?.(index)
    })
  }
  return results
}

/**
 * Finds the phrases of a text that are spoken, in order, and leaves out the others; the rest of the sound is unknown.
 * @returns the span of each word, and the mean score of the unknown sound; null without any
 */
export async function spotPhrases(
  sphinx: Pocketsphinx,
  { chain, ...job }: Pick<Job, 'wavPath' | 'signal'> & { readonly chain: Pick<Chain, 'words' | 'span'> },
): Promise<FoundChain & { readonly unknownScore: number | null }> {
  const lenient: Chain = { ...chain, following: 'lenient', unknownSound: true }
  let found: FoundChain & { readonly unknownScore: number | null } = {
    spans: chain.words.map(() => null),
    between: [],
    unknownScore: null,
  }
  const open = [{ chain: lenient, index: 0 }]
  await alignOnce(sphinx, { ...job, open, beams: [...NARROW.args, ...COMPARABLE] }, (_, rows, others) => {
    const unknown = others.filter(({ word }) => isUnknown(word))
    found = {
      spans: spansOf(lenient, rows, { isCertain: true }) ?? found.spans,
      between: betweenOf(others),
      unknownScore: unknown.length === 0 ? null : meanScore(unknown),
    }
  })
  return found
}

function betweenOf(others: readonly TableRow[]): Between[] {
  return others.flatMap(({ word, startMs, endMs }): Between[] => {
    if (isUnknown(word)) return [{ startMs, endMs, kind: 'unknown' }]
    return isSilence(word) ? [{ startMs, endMs, kind: 'silence' }] : []
  })
}

async function alignOnce(
  sphinx: Pocketsphinx,
  o: Pick<Job, 'wavPath' | 'signal'> & {
    open: readonly { chain: Chain; index: number }[]
    beams: readonly string[]
  },
  onChain: (index: number, rows: readonly TableRow[], others: readonly TableRow[]) => void,
): Promise<void> {
  if (o.open.length === 0) return
  const directory = await sphinx.temporary()
  try {
    const dictionary = join(directory, 'words.dict')
    await writeFile(dictionary, dictionaryOf(distinct(o.open.flatMap(({ chain }) => chain.words))))
    const utterances = o.open.map(({ chain }) => ({ piece: chain.span, grammar: chainOf(chain.words, chain) }))
    const run = {
      wavPath: o.wavPath,
      utterances,
      args: ['-dict', dictionary, ...COMMON, ...o.beams],
      memoryMb: MEMORY_MB,
      signal: o.signal,
    }
    await runBatch(sphinx, run, (at, rows, others) => {
      const asked = o.open[at]
      if (asked !== undefined) onChain(asked.index, rows, others)
    })
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** Null when the rows do not match the grammar: the decoder stopped before its end. */
function spansOf(
  chain: Chain | undefined,
  rows: readonly TableRow[],
  { isCertain }: { isCertain: boolean },
): ChainSpans | null {
  if (chain === undefined) return null
  const { words, following = 'exact', unknownScore = UNKNOWN_SCORE, isApproximate = false } = chain
  const leastScore = unknownScore - (isApproximate ? BELIEVED.approximate : BELIEVED.english)
  const places = new Map(words.map(({ name }, at) => [name, at]))
  const spans: (Span | null)[] = words.map(() => null)
  let before = -1
  for (const [index, { word, startMs, endMs }] of rows.entries()) {
    const at = places.get(word) ?? -1
    if (at <= before) return null
    const near = rows.slice(Math.max(0, index - NEIGHBOURS), index + NEIGHBOURS + 1)
    if (isCertain || meanScore(near) >= leastScore) spans[at] = { startMs, endMs }
    before = at
  }
  const complete = following === 'exact' ? rows.length === words.length : rows.length > 0
  return complete ? spans : null
}

/** The mean score of a frame. */
function meanScore(rows: readonly TableRow[]): number {
  const length = rows.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0)
  return rows.reduce((sum, { score, startMs, endMs }) => sum + score * (endMs - startMs), 0) / Math.max(1, length)
}

function distinct(words: readonly GrammarWord[]): GrammarWord[] {
  return [...new Map(words.map((word) => [word.name, word])).values()]
}
