import { z } from 'zod'

/** Latest time in a document, ms: ten days. */
export const LATEST_MS = 864_000_000

/** Whole milliseconds of source time, 0 to `LATEST_MS`: cuts and frames do not move them. */
export const Ms = z.int().min(0).max(LATEST_MS)

/** Names a thing for good: 1 to 64 letters, digits and `. : _ -`. */
export const Id = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[\w.:-]+$/, 'An id is letters, digits and . : _ -')

/** A BCP 47 tag, for example `pt-BR`; `und` when unknown. */
export const Lang = z.string().regex(/^[a-z]{2,8}(?:-[\da-z]{1,8})*$/i, 'A language is a BCP 47 tag')

/** Which way text runs. */
export const TextDirection = z.enum(['ltr', 'rtl'])
export type TextDirection = z.output<typeof TextDirection>

/** `#rrggbb`, or `#rrggbbaa` where it may be see-through. */
export const Color = z.string().regex(/^#[\da-f]{6}(?:[\da-f]{2})?$/i, 'A colour is #rrggbb or #rrggbbaa')

/** A share of a width or height, 0 to 1. */
export const Fraction = z.number().min(0).max(1)

/** A text that every encoder and the database accept. @param longest in UTF-16 units */
export function storableText(longest: number) {
  return z
    .string()
    .max(longest)
    .refine((text) => text.isWellFormed() && !text.includes('\0'), 'A text is valid Unicode')
}
