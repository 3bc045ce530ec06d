import type { Place, WordTag } from '#features/captions/model/index.ts'
import type { LookPatch } from '#features/templates/model/index.ts'
import type { WordDecor } from './decor/decor.ts'

/** One word as the painter needs it; times in whole ms of media time. */
export type CaptionWord = {
  readonly text: string
  readonly t0: number
  readonly t1: number
  readonly tags: readonly WordTag[]
  /** No space stands between this word and the one before. */
  readonly joined: boolean
  /** The word begins a new line, by the document's own line breaks. */
  readonly breakBefore: boolean
  /** Drawn as a bar in place of its letters. */
  readonly bar?: true
  /** Index in `wordPatches` of its caption, for a word with a style of its own. */
  readonly own?: number
  /** Its emoji; absent if it has none. */
  readonly decor?: readonly WordDecor[]
}

/** What is on screen from `fromMs` until `toMs`, before it is laid out. */
export type Caption = {
  readonly fromMs: number
  readonly toMs: number
  readonly words: readonly CaptionWord[]
  /** Changes to the template's look, in the order they apply. */
  readonly patches: readonly LookPatch[]
  /** The cue that it shows. Default: none, as in samples. */
  readonly cueId?: string
  /** Its position by hand, over that of the look. */
  readonly place?: Place
  /** True if a word has decor. */
  readonly hasDecor?: true
  /** All changes to the template's look for words with a style of their own; absent if none has any. */
  readonly wordPatches?: readonly (readonly LookPatch[])[]
}

/** Captions in one language. A scene consists of a track, a template and a frame. */
export type CaptionTrack = {
  /** BCP 47 tag, `und` when unknown. */
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  readonly captions: readonly Caption[]
}

/** A caption, or the part of it that is shown at once. */
export type CaptionPage = Caption & {
  /** The screen was empty just before. */
  readonly fresh: boolean
  /** The screen is empty just after. */
  readonly leaves: boolean
}

/**
 * Splits a caption into pages of at most `maxWords` words, as evenly as possible; null leaves it whole.
 * Pages follow one another without a gap. A page whose words are all outside the caption's time is left out.
 */
export function pagesOf(caption: Caption, maxWords: number | null, fresh: boolean, leaves = true): CaptionPage[] {
  const words = caption.words.flatMap(splitLongWord)
  const count = maxWords === null ? 1 : Math.ceil(words.length / maxWords)
  if (count <= 1) return [{ ...caption, words, fresh, leaves }]
  const starts = Array.from({ length: count }, (_, at) => Math.round((at * words.length) / count))
  const { fromMs, toMs } = caption
  const clamp = (tMs: number) => Math.min(Math.max(tMs, fromMs), toMs)
  return starts
    .map((start, at) => ({
      ...caption,
      words: words.slice(start, starts[at + 1]).map((word) => ({ ...word, breakBefore: false })),
      fromMs: at === 0 ? fromMs : clamp(words[start]?.t0 ?? fromMs),
      toMs: clamp(words[starts[at + 1] ?? words.length]?.t0 ?? toMs),
    }))
    .filter((page) => page.fromMs < page.toMs)
    .map((page, at, all) => ({ ...page, fresh: fresh && at === 0, leaves: leaves && at === all.length - 1 }))
}

/** Longest run of Chinese or Japanese characters that stays in one piece; about one word. */
const LONGEST_RUN = 6
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
/** Made for the first word that needs it: loading its rules takes longer than laying out a hundred captions. */
let graphemes: Intl.Segmenter | undefined

/**
 * A "word" of a script without spaces can be a whole sentence. Short pieces share its time, so that it can wrap
 * and be highlighted as it is spoken.
 */
function splitLongWord(word: CaptionWord): CaptionWord[] {
  if (!CJK.test(word.text)) return [word]
  graphemes ??= new Intl.Segmenter('ja', { granularity: 'grapheme' })
  const letters = [...graphemes.segment(word.text)].map(({ segment }) => segment)
  if (letters.length <= LONGEST_RUN) return [word]
  const count = Math.ceil(letters.length / LONGEST_RUN)
  const timeAt = (share: number) => Math.round(word.t0 + (word.t1 - word.t0) * share)
  return Array.from({ length: count }, (_, at) => {
    const start = Math.round((at * letters.length) / count)
    const end = Math.round(((at + 1) * letters.length) / count)
    const { decor: all = [], ...rest } = word
    const decor = all.filter(({ side }) => (side === 'after' ? end === letters.length : start === 0))
    return {
      ...rest,
      ...(decor.length > 0 && { decor }),
      text: letters.slice(start, end).join(''),
      t0: timeAt(start / letters.length),
      t1: timeAt(end / letters.length),
      joined: at === 0 ? word.joined : true,
      breakBefore: at === 0 && word.breakBefore,
    }
  })
}
