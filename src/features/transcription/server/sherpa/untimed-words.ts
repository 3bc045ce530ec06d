import { share } from '../../model/interpolate.ts'
import { writtenWords } from '../../model/script.ts'
import type { SpokenWord } from '../../model/word.ts'
import type { Aligner, Piece, WorkIo } from '../ports.ts'

/** Times the text of a model that gives no times: by alignment within its piece, otherwise by syllables. */
export async function wordsWithoutTimes(
  text: string,
  o: { wavPath: string; piece: Piece; language: string; io: WorkIo; aligner: Aligner },
): Promise<SpokenWord[]> {
  const written = writtenWords(text, o.language)
  if (written.length === 0) return []
  if ((await o.aligner.probe()).ok) {
    const units = [{ text: written.join(' '), window: o.piece }]
    const words = await o.aligner.align({ wavPath: o.wavPath, language: o.language, units }, o.io)
    // Blanks between words of an unspaced script were ours: the count tells whether they were all kept.
    if (words.length === written.length) return words
  }
  const spans = share(o.piece, written)
  return written.map((word, at) => ({
    text: word,
    ...(spans[at] ?? o.piece),
    confidence: null,
    timing: 'interpolated' as const,
  }))
}
