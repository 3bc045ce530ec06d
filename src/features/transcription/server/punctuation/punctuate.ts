import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startChild } from '#platform/server/process.ts'
import { passagesToPunctuate, withPunctuation } from '../../model/punctuated-words.ts'
import type { SpokenWord } from '../../model/word.ts'
import type { PunctuationModel } from '../models/punctuation-model.ts'
import type { ModelStore, WorkIo } from '../ports.ts'
import { OUT_OF_MEMORY_STATUS } from '../sherpa/protocol.ts'
import { PunctuationAnswer, type PunctuationRequest } from './protocol.ts'

/** Writes punctuation and capitals into the bare English words of an engine. */
export type Punctuator = {
  /** Whether its model is here. */
  isReady(): Promise<boolean>
  /**
   * Adds marks and capitals; times, spellings and the number of words stay.
   * @throws PunctuationFailure when it cannot
   */
  punctuate(words: readonly SpokenWord[], io: WorkIo): Promise<SpokenWord[]>
}

/** Words could not be punctuated. The message is for the log. */
export class PunctuationFailure extends Error {
  override readonly name = 'PunctuationFailure'
}

const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url))
/** Native code does not stop on its own. */
const GRACE_MS = 200
/** A process that hangs ends some time; five hours of speech take well under a minute. */
const MOST_MS = 10 * 60_000

/** Punctuates by sherpa-onnx, in a process of its own. */
export function punctuator(store: Pick<ModelStore, 'directoryOf'>, model: PunctuationModel): Punctuator {
  const { id, label, network, vocabulary, memoryMb } = model
  return {
    isReady: async () => (await store.directoryOf(id)) !== undefined,

    async punctuate(words, { signal, threads, memoryLimitMb }) {
      const directory = await store.directoryOf(id)
      if (directory === undefined) throw new PunctuationFailure(`${label} is not installed`)
      const files = { network: join(directory, network), vocabulary: join(directory, vocabulary) }
      const limits = { threads, memoryMb: Math.min(memoryMb, memoryLimitMb) }
      const passages = await run({ ...files, ...limits, passages: passagesToPunctuate(words) }, signal)
      const punctuated = withPunctuation(words, passages.join(' '))
      if (punctuated === null) throw new PunctuationFailure(`${label} changed the words`)
      return punctuated
    },
  }
}

async function run(request: PunctuationRequest, signal: AbortSignal): Promise<readonly string[]> {
  let answer = ''
  const child = startChild({
    module: CHILD,
    nodeArgs: ['--disable-warning=ExperimentalWarning'],
    args: [],
    signal,
    graceMs: GRACE_MS,
    limits: { wallMs: MOST_MS },
    // Read once the process has ended: native code may write lines too.
    onStdoutLine: (line) => {
      answer = line
    },
  })
  child.stdin.end(`${JSON.stringify(request)}\n`)
  const end = await child.done
  signal.throwIfAborted()
  if (end.code === 0) return passagesIn(answer)
  const why =
    end.code === OUT_OF_MEMORY_STATUS ? 'it needed too much memory' : `it ended with ${end.code ?? end.signal}`
  throw new PunctuationFailure(`words were not punctuated: ${why}: ${end.stderrTail.slice(-400)}`)
}

function passagesIn(answer: string): readonly string[] {
  try {
    return PunctuationAnswer.parse(JSON.parse(answer)).passages
  } catch (cause) {
    throw new PunctuationFailure('words were not punctuated: the answer cannot be read', { cause })
  }
}
