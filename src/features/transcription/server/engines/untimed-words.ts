import { share } from '../../model/interpolate.ts'
import { writtenWords } from '../../model/script.ts'
import type { SpokenWord } from '../../model/word.ts'
import type { Aligner, Piece, WorkIo } from '../ports.ts'

type UntimedText = { readonly text: string; readonly window: Piece }

/**
 * Times the texts of an engine that gives no times: by alignment within their windows, otherwise by syllables.
 * @param texts in the order in which they are spoken
 */
export async function wordsWithoutTimes(
  texts: readonly UntimedText[],
  o: { wavPath: string; language: string; io: WorkIo; aligner: Aligner },
): Promise<SpokenWord[]> {
  const units = texts
    .map(({ text, window }) => ({ written: writtenWords(text, o.language), window }))
    .filter(({ written }) => written.length > 0)
  if (units.length === 0) return []
  if ((await o.aligner.probe()).ok) {
    const spaced = units.map(({ written, window }) => ({ text: written.join(' '), window }))
    const words = await o.aligner.align({ wavPath: o.wavPath, language: o.language, units: spaced }, o.io)
    // Blanks between words of an unspaced script were ours: the count tells whether they were all kept.
    if (words.length === units.reduce((sum, { written }) => sum + written.length, 0)) return words
  }
  return units.flatMap(({ written, window }) => shareOut(written, window))
}

function shareOut(written: readonly string[], window: Piece): SpokenWord[] {
  const spans = share(window, written)
  return written.map((word, at) => ({
    text: word,
    ...(spans[at] ?? window),
    confidence: null,
    timing: 'interpolated' as const,
  }))
}
