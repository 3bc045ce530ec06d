import { z } from 'zod'
import { Word, WordText } from './document.ts'

/** The id of a word, cue or style. */
export const Id = Word.shape.id

/** Whole milliseconds of media time. */
export const Ms = Word.shape.t0

/** The words that a command names one by one. */
export const WordIds = z.array(Id).min(1).max(200_000)

/** A word that a person typed: the editor makes its id, the command its time. */
export const TypedWord = z.strictObject({ id: Id, text: WordText, join: Word.shape.join.optional() })
export type TypedWord = z.output<typeof TypedWord>
