import type { SpokenWord } from '../../model/word.ts'
import { EngineFailure, type RecognisedPiece, type Piece, type SpeechEngine, type WorkIo } from '../ports.ts'
import { queueToStream } from '../async-queue.ts'
import { runBatch, type TableRow } from './batch.ts'
import type { pocketsphinxInstallation, Pocketsphinx } from './installation.ts'
import type { Arc } from './lattice.ts'
import { openVocabulary, type Vocabulary } from './vocabulary.ts'
import { wordConfidence } from './word-confidence.ts'

/** Maximum concurrent processes for pieces; beyond it the memory cost outweighs the time saved. */
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
        const vocabulary = await openVocabulary(sphinx, { names, showsFirstWords }, signal)
        try {
          await recogniseAll(sphinx, { wavPath, pieces, showsFirstWords, vocabulary, io: { ...io, signal } }, push)
        } finally {
          await vocabulary.remove()
        }
      }, io.signal),
  }
}

type Job = {
  readonly wavPath: string
  readonly pieces: readonly Piece[]
  readonly showsFirstWords: boolean
  readonly vocabulary: Vocabulary
  readonly io: WorkIo
}

/** What a process recognises: a piece, by its index, or a provisional beginning. */
type Task = { readonly piece: Piece; readonly at: number | 'beginning' }

/** Distributes the pieces over as many processes at once as cores permit and emits results in order. */
async function recogniseAll(
  sphinx: Pocketsphinx,
  job: Job,
  push: (recognised: RecognisedPiece) => void,
): Promise<void> {
  const { vocabulary, io } = job
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
  const recognise = async (tasks: readonly Task[]): Promise<void> => {
    try {
      await recogniseBatch(sphinx, { ...job, tasks, signal }, (task, rows, arcs) => {
        const words = rows.map((row) => toWord(row, arcs, vocabulary.spellings))
        onRecognised(task, words)
      })
    } catch (error) {
      // One lane's failure aborts the others, whose errors only follow from it.
      failing.abort(error)
      throw error
    }
  }
  const { ahead, lanes } = divide(job)
  await recognise(ahead)
  const failed = (await Promise.allSettled(lanes.map(recognise))).find((run) => run.status === 'rejected')
  io.signal.throwIfAborted()
  if (failed !== undefined) throw failing.signal.reason
}

async function recogniseBatch(
  sphinx: Pocketsphinx,
  { wavPath, vocabulary, tasks, signal }: Job & { readonly tasks: readonly Task[]; readonly signal: AbortSignal },
  onTask: (task: Task, rows: readonly TableRow[], arcs: readonly Arc[]) => void,
): Promise<void> {
  const isBeginning = tasks.every(({ at }) => at === 'beginning')
  const dictionary = isBeginning ? vocabulary.frequentDictionary : vocabulary.dictionary
  const args = ['-lm', vocabulary.languageModel, '-dict', dictionary, ...WEIGHTS, ...PROBABILITIES]
  const run = { wavPath, utterances: tasks, args, lattices: true, memoryMb: MEMORY_MB, signal }
  try {
    await runBatch(sphinx, run, (index, rows, _, arcs) => {
      const task = tasks[index]
      if (task !== undefined) onTask(task, rows, arcs)
    })
  } catch (error) {
    // The pieces bring all words of a beginning that fails.
    if (!isBeginning || !(error instanceof EngineFailure)) throw error
  }
}

/**
 * The pieces by turns, each lane in a process. The beginning has one too: where every core has a lane, ahead of them, since
 * its words are all that the creator sees.
 */
function divide({ pieces, showsFirstWords, io }: Job): { readonly ahead: Task[]; readonly lanes: Task[][] } {
  const most = affordableProcesses(io)
  const count = Math.max(1, Math.min(MOST_LANES, most, Math.floor(pieces.length / PIECES_PER_LANE)))
  const lanes = Array.from({ length: count }, (_, lane) =>
    pieces.flatMap((piece, at): Task[] => (at % count === lane ? [{ piece, at }] : [])),
  )
  const [first] = pieces
  if (!showsFirstWords || first === undefined || first.endMs - first.startMs < 2 * BEGINNING_MS)
    return { ahead: [], lanes }
  const piece = { startMs: first.startMs, endMs: first.startMs + BEGINNING_MS }
  const beginning: Task[] = [{ piece, at: 'beginning' }]
  return count < most ? { ahead: [], lanes: [...lanes, beginning] } : { ahead: beginning, lanes }
}

/** The words of a beginning, which may end within one. */
function wholeWords(words: readonly SpokenWord[], { endMs }: Piece): SpokenWord[] {
  return words.filter((word) => word.endMs < endMs - CUT_WORD_MS)
}

function affordableProcesses({ threads, memoryLimitMb }: WorkIo): number {
  return Math.min(threads, Math.floor(memoryLimitMb / (MEMORY_MB / 2)))
}

function toWord(row: TableRow, arcs: readonly Arc[], spellings: Vocabulary['spellings']): SpokenWord {
  const { word, startMs, endMs } = row
  return { text: spellings.get(word) ?? word, startMs, endMs, confidence: wordConfidence(row, arcs), timing: 'asr' }
}
