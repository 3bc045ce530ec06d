import { z } from 'zod'
import { Word, WordText } from '../document.ts'

/** The id of a word, cue or style. */
export const Id = Word.shape.id

/** Whole milliseconds of media time. */
export const Ms = Word.shape.t0

/** Words that a command names individually. */
export const WordIds = z.array(Id).min(1).max(200_000)

/** A typed word: the editor creates its id, the command computes its time. */
export const TypedWord = z.strictObject({ id: Id, text: WordText, join: Word.shape.join.optional() })
export type TypedWord = z.output<typeof TypedWord>
