import { z } from 'zod'

/** Largest font file, in bytes. */
export const FONT_MAX_BYTES = 10_000_000
/** Fonts of one account; together they stay a small part of any plan's storage. */
export const MAX_FONTS = 50
/** Bytes of a file that tell whether it is a font. */
export const FONT_HEAD_BYTES = 4
/** Longest list of covered characters, in letters; a font of every Chinese character has about 15,000. */
export const MAX_COVERAGE_LENGTH = 60_000

/** A font that somebody added to their account. */
export const OwnFont = z.object({
  id: z.uuid(),
  /** The family's name in the file: `Acme Grotesk`. */
  family: z.string().min(1).max(80),
  /** The style's name in the file: `Bold Italic`. */
  style: z.string().max(80),
  /** The weights it draws, 1 to 1000; equal unless the font is variable. */
  weights: z.object({ min: z.int().min(1).max(1_000), max: z.int().min(1).max(1_000) }),
  isItalic: z.boolean(),
  sizeBytes: z.int().min(1),
  /** Code points it has letters for: hexadecimal ranges by comma, `20-7e,a0`. */
  coverage: z.string().max(MAX_COVERAGE_LENGTH),
  createdAt: z.iso.datetime(),
})
export type OwnFont = z.output<typeof OwnFont>

const SIGNATURES = new Set(['\u0000\u0001\u0000\u0000', 'OTTO', 'true', 'wOFF', 'wOF2'])

/** True for the first bytes of a TrueType, OpenType, WOFF or WOFF2 file. */
export function isFont(head: Uint8Array): boolean {
  return SIGNATURES.has(String.fromCharCode(...head.subarray(0, FONT_HEAD_BYTES)))
}
