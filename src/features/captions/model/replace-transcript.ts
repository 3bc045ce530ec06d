import type { Command } from './commands/table.ts'
import { type CaptionDocument, cuesOf, type TranslationCue, type Word } from './document.ts'
import { wordIndex } from './spans.ts'
import { translationsOf } from './translations.ts'

/**
 * The command that replaces the words and captions of a document by those of a new transcript. Translations keep their
 * times; one without words under it is removed.
 */
export function replaceTranscript(current: CaptionDocument, fresh: CaptionDocument): Command {
  const translationCues = translationsOf(current).map(({ id, cues }) => ({
    track: id,
    splices: [{ after: null, remove: cues.map((cue) => cue.id), insert: retimed(current, cues, fresh.words) }],
  }))
  return {
    type: 'restore',
    words: [{ after: null, remove: current.words.map(({ id }) => id), insert: fresh.words }],
    cues: [{ after: null, remove: cuesOf(current).map(({ id }) => id), insert: [...cuesOf(fresh)] }],
    profile: fresh.qc.profile,
    ...(translationCues.length > 0 && { parts: { translationCues } }),
  }
}

/** Translations over the new words of the same time. The middle of a word decides where it belongs. */
function retimed(doc: CaptionDocument, cues: readonly TranslationCue[], words: readonly Word[]): TranslationCue[] {
  let at = 0
  return cues.flatMap((cue) => {
    const t0 = doc.words[wordIndex(doc, cue.from)]?.t0 ?? 0
    const t1 = doc.words[wordIndex(doc, cue.to)]?.t1 ?? 0
    while (at < words.length && middleOf(words[at]) < t0) at++
    const first = at
    while (at < words.length && middleOf(words[at]) < t1) at++
    const [from, to] = [words[first], words[at - 1]]
    return at > first && from !== undefined && to !== undefined ? [{ ...cue, from: from.id, to: to.id }] : []
  })
}

function middleOf(word: Word | undefined): number {
  return word === undefined ? 0 : (word.t0 + word.t1) / 2
}
