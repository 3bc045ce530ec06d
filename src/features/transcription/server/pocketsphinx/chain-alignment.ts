import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Span } from '../../model/interpolate.ts'
import { runBatch, type TableRow } from './batch.ts'
import { chainOf, dictionaryOf, type Following, type GrammarWord } from './grammar.ts'
import type { Pocketsphinx } from './installation.ts'

/** Words to find in this order in this stretch of sound; each word has a unique name. */
export type Chain = { readonly words: readonly GrammarWord[]; readonly span: Span; readonly following?: Following }
/** The span of each word of a chain; null for a word left out. */
export type ChainSpans = readonly (Span | null)[]

/** Address space limit: an hour of dense script takes 360 MB resident. */
const MEMORY_MB = 1_024
/** A language weight of 1, so that a jump costs exactly its weight in the grammar. */
const COMMON = ['-fsgusefiller', 'yes', '-bestpath', 'no', '-lw', '1']
/**
 * Tried in order: later settings find words in sound that fits the model badly, such as another language or a poor
 * microphone, at several times the cost. The last one searches exhaustively, which only short sound permits. The first
 * is too narrow for jumps.
 */
const BEAMS = [
  {
    args: ['-beam', '1e-100', '-pbeam', '1e-100', '-wbeam', '1e-80'],
    longestMs: Number.POSITIVE_INFINITY,
    jumps: false,
  },
  {
    args: ['-beam', '1e-200', '-pbeam', '1e-200', '-wbeam', '1e-160', '-maxhmmpf', '-1'],
    longestMs: Number.POSITIVE_INFINITY,
    jumps: true,
  },
  {
    args: ['-beam', '1e-300', '-pbeam', '1e-300', '-wbeam', '1e-300', '-maxhmmpf', '-1'],
    longestMs: 60_000,
    jumps: true,
  },
]

type Job = {
  readonly wavPath: string
  readonly chains: readonly Chain[]
  readonly signal: AbortSignal
  onDone?(index: number): void
}

/**
 * Aligns each chain with its sound in one run of the program.
 * @returns the spans of each chain's words, or null where alignment failed
 */
export async function alignChains(sphinx: Pocketsphinx, job: Job): Promise<(ChainSpans | null)[]> {
  const results: (ChainSpans | null)[] = job.chains.map(() => null)
  for (const { args, longestMs, jumps } of BEAMS) {
    const fits = ({ words, span, following }: Chain): boolean =>
      words.length > 0 && span.endMs - span.startMs <= longestMs && (jumps || following !== 'lenient')
    const open = job.chains.flatMap((chain, index) =>
      results[index] === null && fits(chain) ? [{ chain, index }] : [],
    )
    await alignOnce(sphinx, { ...job, open, beams: args }, (index, spans) => {
      results[index] = spans
      if (spans !== null) job.onDone?.(index)
    })
  }
  return results
}

async function alignOnce(
  sphinx: Pocketsphinx,
  o: Job & { open: readonly { chain: Chain; index: number }[]; beams: readonly string[] },
  onChain: (index: number, spans: ChainSpans | null) => void,
): Promise<void> {
  if (o.open.length === 0) return
  const directory = await sphinx.temporary()
  try {
    const dictionary = join(directory, 'words.dict')
    await writeFile(dictionary, dictionaryOf(distinct(o.open.flatMap(({ chain }) => chain.words))))
    const utterances = o.open.map(({ chain: { words, span, following } }) => ({
      piece: span,
      grammar: chainOf(words, following),
    }))
    const run = {
      wavPath: o.wavPath,
      utterances,
      args: ['-dict', dictionary, ...COMMON, ...o.beams],
      memoryMb: MEMORY_MB,
      signal: o.signal,
    }
    await runBatch(sphinx, run, (at, rows) => {
      const asked = o.open[at]
      if (asked !== undefined) onChain(asked.index, spansOf(asked.chain, rows))
    })
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** Null when the rows do not match the grammar: the decoder stopped before its end. */
function spansOf({ words, following = 'exact' }: Chain, rows: readonly TableRow[]): ChainSpans | null {
  const places = new Map(words.map(({ name }, at) => [name, at]))
  const spans: (Span | null)[] = words.map(() => null)
  let before = -1
  for (const { word, startMs, endMs } of rows) {
    const at = places.get(word) ?? -1
    if (at <= before) return null
    spans[at] = { startMs, endMs }
    before = at
  }
  const complete = following === 'exact' ? rows.length === words.length : rows.length > 0
  return complete ? spans : null
}

function distinct(words: readonly GrammarWord[]): GrammarWord[] {
  return [...new Map(words.map((word) => [word.name, word])).values()]
}
