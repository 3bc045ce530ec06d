import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { passagesToPunctuate, type Punctuated, withPunctuation } from '../../model/punctuated-words.ts'
import type { SpokenWord } from '../../model/word.ts'
import type { PunctuationModel } from '../models/punctuation-model.ts'
import type { ModelStore, WorkIo } from '../ports.ts'
import { askChild } from '../sherpa/ask-child.ts'
import { PunctuationAnswer, type PunctuationRequest } from './protocol.ts'

/** Writes punctuation and capitals into the bare English words of an engine. */
export type Punctuator = {
  /** Whether its model is here. */
  isReady(): Promise<boolean>
  /**
   * Adds marks and capitals; times, spellings and the number of words stay.
   * @throws PunctuationFailure when it cannot
   */
  punctuate(words: readonly SpokenWord[], io: WorkIo): Promise<Punctuated>
}

/** Words could not be punctuated. The message is for the log. */
export class PunctuationFailure extends Error {
  override readonly name = 'PunctuationFailure'
}

const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url))
/** Five hours of speech take well under a minute. */
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
      const passages = passagesToPunctuate(words)
      const texts = passages.map(({ text }) => text)
      return withPunctuation(passages, await run({ ...files, ...limits, passages: texts }, signal))
    },
  }
}

async function run(request: PunctuationRequest, signal: AbortSignal): Promise<readonly string[]> {
  const failure = (why: string, options?: ErrorOptions) =>
    new PunctuationFailure(`words were not punctuated: ${why}`, options)
  let passages: readonly string[] | undefined
  await askChild({
    module: CHILD,
    request,
    answers: PunctuationAnswer,
    onAnswer: (answer) => {
      passages = answer.passages
    },
    signal,
    mostMs: MOST_MS,
    failure,
  })
  if (passages === undefined) throw failure('it gave no answer')
  return passages
}
