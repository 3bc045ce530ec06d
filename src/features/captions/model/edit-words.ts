import { AppError } from '#platform/shared/errors.ts'
import type { CommandOf, TypedWord } from './commands.ts'
import { type CaptionDocument, LONGEST_WORD, type Word } from './document.ts'
import { type Edit, placeOfWord, replaceWords, wordAt } from './edit.ts'
import { joinBetween } from './text-width.ts'
import { shareSpan } from './timing.ts'

/** Corrects what a word says; its time stays. */
export function setWordText(doc: CaptionDocument, { id, text }: CommandOf<'setWordText'>): Edit {
  const place = placeOfWord(doc, id)
  return replaceWords(doc, new Map([[place, [{ ...wordAt(doc, place), text }]]]))
}

/** Takes words away; the others keep their times. */
export function deleteWords(doc: CaptionDocument, { ids }: CommandOf<'deleteWords'>): Edit {
  return replaceWords(doc, new Map(ids.map((id) => [placeOfWord(doc, id), []])))
}

/** Makes several words of one; they share its time by syllables. */
export function splitWord(doc: CaptionDocument, { id, parts }: CommandOf<'splitWord'>): Edit {
  const place = placeOfWord(doc, id)
  const word = wordAt(doc, place)
  if (parts[0]?.id !== id)
    throw new AppError('unprocessable', 'The first part of a split word keeps its id.', { word: id })
  const spans = shareSpan(
    word,
    parts.map(({ text }) => text),
  )
  const words = parts.map((part, at): Word => {
    const time = { t0: spans[at]?.t0 ?? word.t0, t1: spans[at]?.t1 ?? word.t1 }
    return at === 0
      ? { ...word, ...time, text: part.text, timing: 'interpolated' }
      : typedWord(part, parts[at - 1]?.text, time)
  })
  return replaceWords(doc, new Map([[place, words]]))
}

/**
 * Makes one word of neighbours; it lasts from the first to the last.
 * @throws AppError `unprocessable` when they are no neighbours, or together longer than a word may be
 */
export function mergeWords(doc: CaptionDocument, { ids, text }: CommandOf<'mergeWords'>): Edit {
  const places = ids.map((id) => placeOfWord(doc, id))
  const [start = 0] = places
  if (places.some((place, at) => place !== start + at))
    throw new AppError('unprocessable', 'Only neighbouring words can become one.')
  if (text.length > LONGEST_WORD)
    throw new AppError(
      'unprocessable',
      `These words are too long to be one: a word has at most ${LONGEST_WORD} letters.`,
    )
  const merged = { ...wordAt(doc, start), t1: wordAt(doc, start + places.length - 1).t1, text }
  return replaceWords(doc, new Map(places.map((place, at) => [place, at === 0 ? [merged] : []])))
}

/**
 * Gives words the times a person set.
 * @throws AppError `unprocessable` when a word would end before it starts or overlap a neighbour
 */
export function retimeWords(doc: CaptionDocument, { words }: CommandOf<'retimeWords'>): Edit {
  const retimed = new Map<number, readonly [Word]>(
    words.map(({ id, t0, t1 }) => {
      const place = placeOfWord(doc, id)
      return [place, [{ ...wordAt(doc, place), t0, t1, timing: 'manual' }]]
    }),
  )
  const at = (place: number) => retimed.get(place)?.[0] ?? doc.words[place]
  for (const [place, [word]] of retimed) {
    const early = word.t0 < (at(place - 1)?.t1 ?? 0)
    const late = word.t1 > (at(place + 1)?.t0 ?? Number.POSITIVE_INFINITY)
    if (word.t0 >= word.t1 || early || late)
      throw new AppError('unprocessable', 'A word cannot overlap its neighbours or end before it starts.', {
        word: word.id,
      })
  }
  return replaceWords(doc, retimed)
}

/** Says something about words, or takes it back. */
export function setTag(doc: CaptionDocument, { ids, tag, on }: CommandOf<'setTag'>): Edit {
  return replaceWords(
    doc,
    new Map(
      ids.map((id) => {
        const place = placeOfWord(doc, id)
        const word = wordAt(doc, place)
        const others = word.tags.filter((held) => held !== tag)
        return [place, [{ ...word, tags: on ? [...others, tag] : others }]]
      }),
    ),
  )
}

/** A word somebody typed, timed by us. */
export function typedWord(
  { id, text, join }: TypedWord,
  before: string | undefined,
  { t0, t1 }: { t0: number; t1: number },
): Word {
  return { id, t0, t1, text, raw: '', timing: 'interpolated', tags: [], join: join ?? joinBetween(before, text) }
}
