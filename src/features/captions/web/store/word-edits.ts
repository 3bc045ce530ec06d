import {
  type CaptionDocument,
  type Command,
  cueOfWord,
  cuesOf,
  tokenize,
  type Word,
  wordIndex,
} from '../../model/index.ts'
import { newId } from './new-id.ts'

/** The commands that set a word to typed text: blanks split it, empty text deletes it. */
export function rewriteWord(doc: CaptionDocument, word: Word, typed: string): Command[] {
  const texts = tokenize(typed, doc.lang)
  const [text] = texts
  if (text === undefined) return [{ type: 'deleteWords', ids: [word.id] }]
  if (texts.length === 1) return text === word.text ? [] : [{ type: 'setWordText', id: word.id, text }]
  return [
    {
      type: 'splitWord',
      id: word.id,
      parts: texts.map((part, at) => ({ id: at === 0 ? word.id : newId(), text: part })),
    },
  ]
}

/** The commands that insert typed words after a word, in its caption. */
export function insertAfter(doc: CaptionDocument, after: string, typed: string): Command[] {
  const texts = tokenize(typed, doc.lang)
  if (texts.length === 0) return []
  return [{ type: 'insertWords', after, words: texts.map((text) => ({ id: newId(), text })) }]
}

/**
 * The commands that add a caption of typed words at a time, ms. A caption on screen at that time is split there, so
 * that the words are in the right order.
 */
export function insertLineAt(doc: CaptionDocument, tMs: number, typed: string): Command[] {
  const words = tokenize(typed, doc.lang).map((text) => ({ id: newId(), text }))
  if (words.length === 0) return []
  const t0 = Math.round(tMs)
  const before = doc.words.findLast((word) => word.t1 <= t0 || word.t0 < t0)
  const next = doc.words[before === undefined ? 0 : wordIndex(doc, before.id) + 1]
  const inside =
    before !== undefined && next !== undefined && cueOfWord(doc, before.id)?.id === cueOfWord(doc, next.id)?.id
  const split: Command[] = inside ? [{ type: 'splitCue', before: next.id, newId: newId() }] : []
  return [...split, { type: 'insertWords', after: before?.id ?? null, words, cueId: newId(), t0 }]
}

/** The commands that join a word to the previous one: their captions if they are in two, else the words. */
export function joinToPrevious(doc: CaptionDocument, word: Word): Command[] {
  const before = doc.words[wordIndex(doc, word.id) - 1]
  const cue = cueOfWord(doc, word.id)
  if (before === undefined || cue === undefined) return []
  if (cue.from !== word.id) return [{ type: 'mergeWords', ids: [before.id, word.id], text: before.text + word.text }]
  const previous = cueOfWord(doc, before.id)
  return previous === undefined ? [] : [{ type: 'mergeCues', id: previous.id }]
}

/** The command that starts a new caption with this word. */
export function splitBefore(doc: CaptionDocument, wordId: string): Command[] {
  const cue = cueOfWord(doc, wordId)
  return cue === undefined || cue.from === wordId ? [] : [{ type: 'splitCue', before: wordId, newId: newId() }]
}

/** Why no new caption can start with a word. */
export function noSplitText({ text }: Pick<Word, 'text'>): string {
  return `“${text}” already starts its caption.`
}

/** The command that merges the caption of this word with the next one. */
export function mergeWithNext(doc: CaptionDocument, wordId: string): Command[] {
  const cue = cueOfWord(doc, wordId)
  return cue === undefined || cue === cuesOf(doc).at(-1) ? [] : [{ type: 'mergeCues', id: cue.id }]
}

/** The command that changes the times of a word, within its neighbours. */
export function retime(doc: CaptionDocument, word: Word, wanted: { t0?: number; t1?: number }): Command[] {
  const place = wordIndex(doc, word.id)
  const earliest = doc.words[place - 1]?.t1 ?? 0
  const latest = doc.words[place + 1]?.t0 ?? Math.max(doc.media.durMs, word.t1)
  const t0 = Math.round(Math.min(Math.max(wanted.t0 ?? word.t0, earliest), word.t1 - 1))
  const t1 = Math.round(Math.max(Math.min(wanted.t1 ?? word.t1, latest), t0 + 1))
  return t0 === word.t0 && t1 === word.t1 ? [] : [{ type: 'retimeWords', words: [{ id: word.id, t0, t1 }] }]
}

/** Why an edge of a word cannot move to `tMs`; undefined if it is already there. */
export function noRoomText(doc: CaptionDocument, word: Word, edge: 't0' | 't1', tMs: number): string | undefined {
  const way = Math.sign(Math.round(tMs) - word[edge])
  const beside = doc.words[wordIndex(doc, word.id) + way]?.text
  const name = `“${word.text}”`
  if (way === 0) return undefined
  if (edge === 't0')
    return way > 0
      ? `${name} cannot start later: it ends there.`
      : `${name} cannot start earlier: ${beside === undefined ? 'the video begins' : `“${beside}” ends`} there.`
  return way < 0
    ? `${name} cannot end earlier: it starts there.`
    : `${name} cannot end later: ${beside === undefined ? 'the video ends' : `“${beside}” begins`} there.`
}

/** The ids of the words before one, nearest first. */
export function idsBefore(doc: CaptionDocument, wordId: string): string[] {
  const place = wordIndex(doc, wordId)
  return doc.words
    .slice(Math.max(0, place - 20), Math.max(0, place))
    .map(({ id }) => id)
    .toReversed()
}
