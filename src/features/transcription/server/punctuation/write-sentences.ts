import { draftSentences } from '../../model/draft-sentences.ts'
import type { SpokenWord } from '../../model/word.ts'
import type { TranscriptionJobDeps } from '../deps.ts'
import type { WorkIo } from '../ports.ts'
import { PunctuationFailure } from './punctuate.ts'

/** Turns bare English words into sentences: by the model of punctuation if it is here and works, otherwise by pauses. */
export async function writeSentences(
  { speech, log }: Pick<TranscriptionJobDeps, 'speech' | 'log'>,
  words: readonly SpokenWord[],
  io: WorkIo,
): Promise<SpokenWord[]> {
  if (!(await speech.punctuator.isReady())) return draftSentences(words)
  try {
    const { words: written, refused } = await speech.punctuator.punctuate(words, io)
    if (refused > 0) log.warn({ refused }, 'the model of punctuation changed words: these passages got pauses instead')
    return written
  } catch (error) {
    if (!(error instanceof PunctuationFailure)) throw error
    // Sentences by pauses are better than a failed run.
    log.warn({ err: error }, 'could not punctuate the words of a run')
    return draftSentences(words)
  }
}
