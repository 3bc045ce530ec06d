import {
  type CaptionDocument,
  type Command,
  type CommandOf,
  type Cue,
  linesOf,
  textOf,
  tokenize,
  type Word,
  wordsOf,
} from '../../model/index.ts'
import { newId } from '../store/new-id.ts'

/** The text of a caption, line by line. */
export function captionText(doc: CaptionDocument, cue: Cue): string {
  return linesOf(doc, cue).map(textOf).join('\n')
}

/** A command, the existing words that it changes, and their new text. */
export type WordChange = { readonly command: Command; readonly ids: readonly string[]; readonly text: string }

/** The changes that set a caption to typed text. */
export type CaptionRewrite = {
  readonly words: readonly WordChange[]
  /** At most one command. It depends on all changes of words. */
  readonly breaks: readonly Command[]
}

/**
 * The changes that set a caption to typed text. Words that stay keep their ids and times; lines that are broken
 * elsewhere become line breaks by hand.
 */
export function rewriteCaption(doc: CaptionDocument, cue: Cue, typed: string): CaptionRewrite {
  if (typed === captionText(doc, cue)) return { words: [], breaks: [] }
  const lines = typed
    .split('\n')
    .map((line) => tokenize(line, doc.lang))
    .filter((line) => line.length > 0)
  const { changes, ids } = rewriteWords(wordsOf(doc, cue), lines.flat())
  let at = 0
  const breaks = lines.slice(0, -1).flatMap((line) => ids[(at += line.length)] ?? [])
  const before = cue.breaks.filter((id) => ids.includes(id))
  const isRebroken = breaks.join(' ') !== before.join(' ')
  return { words: changes, breaks: isRebroken && ids.length > 0 ? [{ type: 'setBreaks', id: cue.id, breaks }] : [] }
}

type Rewritten = { readonly changes: WordChange[]; readonly ids: readonly string[] }

/** The changes that turn words into texts, and the ids of the resulting words. */
function rewriteWords(words: readonly Word[], texts: readonly string[]): Rewritten {
  const start = countEqual(words, texts)
  const same = countEqual(words.slice(start).toReversed(), texts.slice(start).toReversed())
  // Words added before the first one would go to the caption before it, so they are split from the first one.
  const end = start === 0 && same === words.length && texts.length > same ? same - 1 : same
  const old = words.slice(start, words.length - end)
  const next = texts.slice(start, texts.length - end)
  const { changes, ids } = old.length === 0 ? insertWords(words[start - 1], next) : replaceWords(old, next)
  const kept = words.map(({ id }) => id)
  return { changes, ids: [...kept.slice(0, start), ...ids, ...kept.slice(words.length - end)] }
}

function insertWords(after: Word | undefined, texts: readonly string[]): Rewritten {
  if (after === undefined || texts.length === 0) return { changes: [], ids: [] }
  const words = texts.map((text) => ({ id: newId(), text }))
  const command: Command = { type: 'insertWords', after: after.id, words }
  return { changes: [{ command, ids: [], text: '' }], ids: words.map(({ id }) => id) }
}

/** Pairs words with texts; the last word becomes several, or the words left over are deleted. */
function replaceWords(old: readonly Word[], texts: readonly string[]): Rewritten {
  const paired = old.slice(0, texts.length)
  const left = old.slice(texts.length).map(({ id }) => id)
  const last = texts.length > old.length ? paired.at(-1) : undefined
  const changes = paired.flatMap((word, at) => (word === last ? [] : setText(word, texts[at] ?? word.text)))
  const added = last === undefined ? [] : texts.slice(old.length).map((text) => ({ id: newId(), text }))
  if (last !== undefined) changes.push(splitWord(last, [{ id: last.id, text: texts[old.length - 1] ?? '' }, ...added]))
  if (left.length > 0) changes.push({ command: { type: 'deleteWords', ids: left }, ids: left, text: '' })
  return { changes, ids: [...paired, ...added].map(({ id }) => id) }
}

function setText({ id, text: before }: Word, text: string): WordChange[] {
  return text === before ? [] : [{ command: { type: 'setWordText', id, text }, ids: [id], text }]
}

function splitWord({ id }: Word, parts: CommandOf<'splitWord'>['parts']): WordChange {
  return { command: { type: 'splitWord', id, parts }, ids: [id], text: parts.map(({ text }) => text).join(' ') }
}

function countEqual(words: readonly Word[], texts: readonly string[]): number {
  const differ = words.findIndex(({ text }, at) => text !== texts[at])
  return differ < 0 ? Math.min(words.length, texts.length) : differ
}
