import { z } from 'zod'
import { COMMENT_LENGTH, NAME_LENGTH, QUOTE_LENGTH, TOO_LONG } from './limits.ts'

/** Control characters, except line breaks and tabs. */
const CONTROLS = /[^\P{Cc}\n\t]/gu

/** The plain text of a comment. */
export const CommentText = z
  .string()
  .transform((text) => text.replaceAll('\r\n', '\n').replaceAll(CONTROLS, '').toWellFormed().trim())
  .pipe(z.string().min(1, 'Write a comment first.').max(COMMENT_LENGTH, TOO_LONG))

/** The name under which a guest comments. */
export const GuestName = z
  .string()
  .transform((name) => name.replaceAll(/\p{C}/gu, '').replaceAll(/\s+/gu, ' ').trim())
  .pipe(z.string().min(1, 'Enter your name.').max(NAME_LENGTH, `A name has at most ${NAME_LENGTH} characters.`))

/** Filters of the list of comments. */
export const ThreadFilter = z.enum(['open', 'resolved', 'mine', 'mentions'])
export type ThreadFilter = z.output<typeof ThreadFilter>

/** The quotation of commented words: their text, shortened. */
export function quoteOf(text: string): string {
  const plain = text.trim()
  return plain.length <= QUOTE_LENGTH ? plain : `${plain.slice(0, QUOTE_LENGTH - 1).toWellFormed()}…`
}
