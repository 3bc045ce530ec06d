import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Span } from '../../model/interpolate.ts'
import { runBatch } from './batch.ts'
import { chainOf, dictionaryOf, type GrammarWord } from './grammar.ts'
import type { Pocketsphinx } from './installation.ts'

/** Words that must be heard in this order in this stretch of sound. */
export type Chain = { readonly words: readonly GrammarWord[]; readonly span: Span; readonly openEnd?: boolean }

/** Address space: an hour's text of a dense script took 360 MB resident. */
const MEMORY_MB = 1_024
const COMMON = ['-fsgusefiller', 'yes', '-bestpath', 'no']
/** Tried in order: the second finds words in sound that fits the model badly, at several times the cost. */
const BEAMS = [
  ['-beam', '1e-100', '-pbeam', '1e-100', '-wbeam', '1e-80'],
  ['-beam', '1e-200', '-pbeam', '1e-200', '-wbeam', '1e-160', '-maxhmmpf', '-1'],
]

/**
 * Aligns each chain with its sound, all in one run of the program.
 * @returns for each chain the span of each of its words; null where the words could not be followed at all. A chain with an
 *   open end may give fewer spans than it has words
 */
export async function alignChains(
  sphinx: Pocketsphinx,
  o: { wavPath: string; chains: readonly Chain[]; signal: AbortSignal; onDone?(index: number): void },
): Promise<(readonly Span[] | null)[]> {
  const results: (readonly Span[] | null)[] = o.chains.map(() => null)
  for (const beams of BEAMS) {
    const open = o.chains.flatMap((chain, index) => (results[index] === null && chain.words.length > 0 ? [{ chain, index }] : []))
    await alignOnce(sphinx, { ...o, open, beams }, (index, spans) => {
      results[index] = spans
      if (spans !== null) o.onDone?.(index)
    })
  }
  return results
}

async function alignOnce(
  sphinx: Pocketsphinx,
  o: { wavPath: string; open: readonly { chain: Chain; index: number }[]; beams: readonly string[]; signal: AbortSignal },
  onChain: (index: number, spans: readonly Span[] | null) => void,
): Promise<void> {
  if (o.open.length === 0) return
  const directory = await mkdtemp(join(tmpdir(), 'alignment-'))
  try {
    const dictionary = join(directory, `${randomUUID()}.dict`)
    await writeFile(dictionary, dictionaryOf(distinct(o.open.flatMap(({ chain }) => chain.words))))
    const utterances = o.open.map(({ chain: { words, span, openEnd = false } }) => ({ piece: span, grammar: chainOf(words, { openEnd }) }))
    const run = { wavPath: o.wavPath, utterances, args: ['-dict', dictionary, ...COMMON, ...o.beams], memoryMb: MEMORY_MB, signal: o.signal }
    await runBatch(sphinx, run, (at, rows) => {
      const asked = o.open[at]
      if (asked === undefined) return
      const { chain, index } = asked
      const follows = rows.every(({ word }, place) => word === chain.words[place]?.name)
      const complete = chain.openEnd === true ? rows.length > 0 : rows.length === chain.words.length
      onChain(index, follows && complete ? rows.map(({ startMs, endMs }) => ({ startMs, endMs })) : null)
    })
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

function distinct(words: readonly GrammarWord[]): GrammarWord[] {
  return [...new Map(words.map((word) => [word.name, word])).values()]
}
