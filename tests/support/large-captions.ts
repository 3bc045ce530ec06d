import fc from 'fast-check'
import { type CaptionDocument, type Command, createDocument, type Word } from '#features/captions/model/index.ts'
import { AppError } from '#platform/shared/errors.ts'
import { commandFor, type Intent, someIntent } from './caption-edits.ts'

/** Kinds of documents that are costly to process, each in its own way. */
export const KINDS = ['ordinary', 'narrow', 'wide', 'joined'] as const
export type Kind = (typeof KINDS)[number]

/** An intent on one word or cue, or on all of them. */
export type Large = Intent & { readonly everything: boolean }

export function someLarge(): fc.Arbitrary<Large> {
  return fc.tuple(someIntent(), fc.boolean()).map(([intent, everything]) => ({ ...intent, everything }))
}

/**
 * The command of an intent, applied to all words or cues if possible.
 * @param o.most maximum number of words; default all
 */
export function largeCommand(
  doc: CaptionDocument,
  { everything, ...intent }: Large,
  { newId, most = Infinity }: { newId: string; most?: number },
): Command | undefined {
  const words = doc.words.slice(0, most)
  const ids = words.map(({ id }) => id)
  const { type, b } = intent
  if (!everything || ids.length === 0) return commandFor(doc, intent, newId)
  switch (type) {
    case 'deleteWords':
      return { type, ids: ids.slice(b) }
    case 'setTag':
      return { type, ids, tag: 'keyword', on: b % 2 === 0 }
    case 'retimeWords':
      return { type, words: words.map(({ id, t0, t1 }) => ({ id, t0, t1 })) }
    case 'replaceText':
      return { type, find: 'a', replace: 'a a a', matchCase: false, wholeWords: false, newId }
    case 'mergeWords':
      return { type, ids: ids.slice(0, 200), text: 'a' }
    case 'splitWord':
      return {
        type,
        id: ids[0] ?? '',
        parts: Array.from({ length: 200 }, (_, at) => ({
          id: at === 0 ? (ids[0] ?? '') : `${newId}p${at}`,
          text: 'a',
        })),
      }
    case 'insertWords':
      return {
        type,
        after: ids.at(-1) ?? null,
        words: Array.from({ length: 2_000 }, (_, at) => ({ id: `${newId}i${at}`, text: 'a' })),
      }
    default:
      return commandFor(doc, intent, newId)
  }
}

/** A document of `count` words. @param texts the words of each kind */
export function largeDocument(kind: Kind, count: number, texts: Record<Kind, string>): CaptionDocument {
  const doc = documentOf(
    Array.from({ length: count }, () => texts[kind]),
    { wordMs: kind === 'narrow' ? 1 : 60 },
  )
  if (kind !== 'joined') return doc
  // One caption of all words, with a manual line break at every word.
  const [from, ...others] = doc.words.map(({ id }) => id)
  const cue = { id: 'all', from: from ?? '', to: others.at(-1) ?? '', breaks: others, locked: true }
  return { ...doc, tracks: [{ ...doc.tracks[0], cues: [cue] }] }
}

/** The same document, or `count` words of `text`, that counts reads of a word's id, time or text. */
export function counted(whole: CaptionDocument, count?: number, text = 'a') {
  let looks = 0
  const watched = (word: Word): Word => ({
    ...word,
    get id() {
      looks += 1
      return word.id
    },
    get t0() {
      looks += 1
      return word.t0
    },
    get text() {
      looks += 1
      return word.text
    },
  })
  const [first] = whole.words
  const made =
    count === undefined || first === undefined
      ? whole.words
      : Array.from({ length: count }, (_, at): Word => ({
          ...first,
          id: `w${at}`,
          t0: at,
          t1: at + 1,
          text,
          join: 'none',
        }))
  const words = made.map(watched)
  return { doc: { ...whole, words }, words, looked: () => looks }
}

/** The result of some work; undefined if it is refused. */
export function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

/** A document with these texts, cut into captions. @param o.wordMs duration of each word, default 300 */
export function documentOf(texts: readonly string[], { wordMs = 300 } = {}): CaptionDocument {
  return createDocument({
    id: 'd',
    media: { id: 'p', durMs: texts.length * wordMs + 1_000, fps: { n: 30, d: 1 }, w: 1_080, h: 1_920 },
    lang: 'en',
    provenance: { engine: 'test', model: 'test' },
    words: texts.map((text, at) => ({
      text,
      startMs: at * wordMs,
      endMs: (at + 1) * wordMs,
      confidence: 0.9,
      timing: 'asr' as const,
    })),
  })
}
