import { z } from 'zod'

/** Maximum time in a document, ms: ten days. */
export const LATEST_MS = 864_000_000

/** Whole milliseconds of source time, 0 to `LATEST_MS`, independent of cuts and frames. */
export const Ms = z.int().min(0).max(LATEST_MS)

/** A permanent id: 1 to 64 letters, digits and `. : _ -`. */
export const Id = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[\w.:-]+$/, 'An id is letters, digits and . : _ -')

/** A BCP 47 tag, for example `pt-BR`; `und` when unknown. */
export const Lang = z.string().regex(/^[a-z]{2,8}(?:-[\da-z]{1,8})*$/i, 'A language is a BCP 47 tag')

/** Text direction. */
export const TextDirection = z.enum(['ltr', 'rtl'])
export type TextDirection = z.output<typeof TextDirection>

/** `#rrggbb`, or `#rrggbbaa` with opacity. */
export const Color = z.string().regex(/^#[\da-f]{6}(?:[\da-f]{2})?$/i, 'A colour is #rrggbb or #rrggbbaa')

/** A share of a width or height, 0 to 1. */
export const Fraction = z.number().min(0).max(1)

/** Text that every encoder and the database accept. @param longest maximum length, in UTF-16 units */
export function storableText(longest: number) {
  return z
    .string()
    .max(longest)
    .refine((text) => text.isWellFormed() && !text.includes('\0'), 'A text is valid Unicode')
}
