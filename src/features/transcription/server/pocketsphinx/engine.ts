import type { SpokenWord } from '../../model/word.ts'
import { EngineFailure, type RecognisedPiece, type Piece, type SpeechEngine, type WorkIo } from '../ports.ts'
import { queueToStream } from '../async-queue.ts'
import { expectNames, type Vocabulary } from './expected-names.ts'
import { runBatch, type TableRow } from './batch.ts'
import type { pocketsphinxInstallation, Pocketsphinx } from './installation.ts'
import type { Arc } from './lattice.ts'
import { wordConfidence } from './word-confidence.ts'

/** Maximum concurrent processes; beyond it the memory cost outweighs the time saved. */
const MOST_LANES = 4
const MEMORY_MB = 512
/**
 * The weight of the language model in both passes, below the defaults of 6.5 and 8.5. Errors on recorded speech fell
 * from 20.8% to 19.0% of 332 words, clean and in noise; changing the first pass alone gained nothing.
 */
const WEIGHTS = ['-lw', '5', '-fwdflatlw', '6.5']
/** The sound counts twice as much in probabilities as by default (20), which finds more wrong words; no word changes. */
const PROBABILITIES = ['-ascale', '10']
/** A beginning this long has words, and is recognised in a second or two. */
const BEGINNING_MS = 3_000
/** A word that ends this near to the end of a beginning may go on. */
const CUT_WORD_MS = 100
/** Minimum pieces that justify loading the model in another process. */
const PIECES_PER_LANE = 2

/**
 * Debian's recogniser: English, no download; good on clear narration, poor on conversation. Its settings measured best.
 */
export function pocketsphinxEngine(installation: ReturnType<typeof pocketsphinxInstallation>): SpeechEngine {
  const languages = ['en']
  return {
    id: 'pocketsphinx',
    label: 'Draft transcript (English)',
    quality: 'draft',
    languages,
    detectsLanguage: false,
    maxPieceMs: 12_000,
    bareWords: true,
    roughEdges: false,
    attribution: null,
    probe: () => installation.status(languages),
    transcribe: ({ wavPath, pieces, names = [], showsFirstWords = false }, io) =>
      queueToStream<RecognisedPiece>(async (push, signal) => {
        const sphinx = await installation.get()
        const vocabulary = await expectNames(sphinx, names, signal)
        try {
          const job = { wavPath, pieces, showsFirstWords, spellings: vocabulary.spellings, io: { ...io, signal } }
          await recogniseAll({ ...sphinx, ...vocabulary }, job, push)
        } finally {
          await vocabulary.remove()
        }
      }, io.signal),
  }
}

type Job = Pick<Vocabulary, 'spellings'> & {
  readonly wavPath: string
  readonly pieces: readonly Piece[]
  readonly showsFirstWords: boolean
  readonly io: WorkIo
}

/** What a process recognises: a piece, by its index, or a provisional beginning. */
type Task = { readonly piece: Piece; readonly at: number | 'beginning' }

/** Distributes the pieces over as many processes as cores permit and emits results in order. */
async function recogniseAll(
  sphinx: Pocketsphinx,
  job: Job,
  push: (recognised: RecognisedPiece) => void,
): Promise<void> {
  const { wavPath, spellings, io } = job
  const finished = new Map<number, RecognisedPiece>()
  let next = 0
  const onRecognised = ({ piece, at }: Task, words: readonly SpokenWord[]): void => {
    if (at === 'beginning') {
      if (next === 0) push({ piece, words: wholeWords(words, piece), language: 'en', isProvisional: true })
      return
    }
    finished.set(at, { piece, words, language: 'en' })
    for (let ready = finished.get(next); ready !== undefined; ready = finished.get(next)) {
      push(ready)
      finished.delete(next)
      next += 1
    }
  }
  const failing = new AbortController()
  const signal = AbortSignal.any([io.signal, failing.signal])
  const runs = tasksOfLanes(job).map(async (tasks) => {
    try {
      await runBatch(
        sphinx,
        {
          wavPath,
          utterances: tasks,
          args: ['-lm', sphinx.languageModel, '-dict', sphinx.dictionary, ...WEIGHTS, ...PROBABILITIES],
          lattices: true,
          memoryMb: MEMORY_MB,
          signal,
        },
        (index, rows, _, arcs) => {
          const task = tasks[index]
          const words = rows.map((row) => toWord(row, arcs, spellings))
          if (task !== undefined) onRecognised(task, words)
        },
      )
    } catch (error) {
      // The pieces bring all words of a beginning that fails.
      if (error instanceof EngineFailure && tasks.every(({ at }) => at === 'beginning')) return
      // One lane's failure aborts the others, whose errors only follow from it.
      failing.abort(error)
      throw error
    }
  })
  const failed = (await Promise.allSettled(runs)).find((run) => run.status === 'rejected')
  io.signal.throwIfAborted()
  if (failed !== undefined) throw failing.signal.reason
}

/** The pieces by turns, and the beginning in a process of its own, or before the pieces of the last one. */
function tasksOfLanes({ pieces, showsFirstWords, io }: Job): Task[][] {
  const most = affordableLanes(io)
  const lanes = Math.max(1, Math.min(most, Math.floor(pieces.length / PIECES_PER_LANE)))
  const tasks = Array.from({ length: lanes }, (_, lane) =>
    pieces.flatMap((piece, at): Task[] => (at % lanes === lane ? [{ piece, at }] : [])),
  )
  const [first] = pieces
  if (!showsFirstWords || first === undefined || first.endMs - first.startMs < 2 * BEGINNING_MS) return tasks
  const beginning: Task = { piece: { startMs: first.startMs, endMs: first.startMs + BEGINNING_MS }, at: 'beginning' }
  if (lanes < most) return [...tasks, [beginning]]
  return tasks.map((own, lane) => (lane === lanes - 1 ? [beginning, ...own] : own))
}

/** The words of a beginning, which may end within one. */
function wholeWords(words: readonly SpokenWord[], { endMs }: Piece): SpokenWord[] {
  return words.filter((word) => word.endMs < endMs - CUT_WORD_MS)
}

function affordableLanes({ threads, memoryLimitMb }: WorkIo): number {
  return Math.min(MOST_LANES, threads, Math.floor(memoryLimitMb / (MEMORY_MB / 2)))
}

function toWord(row: TableRow, arcs: readonly Arc[], spellings: Vocabulary['spellings']): SpokenWord {
  const { word, startMs, endMs } = row
  return { text: spellings.get(word) ?? word, startMs, endMs, confidence: wordConfidence(row, arcs), timing: 'asr' }
}
