import type { z } from 'zod'

/** A line around the letters. */
export type Outline = {
  /** Full line width, in the unit of `em`: the letters cover its inner half. */
  readonly width: number
  readonly color: string
}

/** A shadow as a canvas takes it, in the unit of `em`. With `blur` 0 it is a hard copy of the word. */
export type CastShadow = { readonly x: number; readonly y: number; readonly blur: number; readonly color: string }

/** Colours that letters run to, from their own colour at the top. */
export type ColorRun = { readonly to: string; /** In the unit of `em`. */ readonly height: number }

/** What a word is painted with, besides the colour of its letters. */
export type Ink = {
  readonly outlines: readonly Outline[]
  /** The lowest first. */
  readonly shadows: readonly CastShadow[]
  /** Null for letters of one colour. */
  readonly run: ColorRun | null
}

/** How far ink reaches beyond the letters, in the unit of `em`. */
export type InkReach = {
  /** Beyond the letters on every side; whatever casts a shadow is as much wider. */
  readonly widening: number
  /** Beyond the widened letters. */
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** One kind of ink, under a field of its own in the look. */
export type InkEffect<Field extends string = string, Schema extends z.ZodType = z.ZodType> = {
  readonly kind: 'ink'
  readonly field: Field
  readonly schema: Schema
  /** What it adds to the ink of a word; the same at every moment. */
  pose(value: z.output<Schema>, em: number): Partial<Ink>
  reach(value: z.output<Schema>, em: number): Partial<InkReach>
}

/** Declares a kind of ink; a part that is missing does not compile. */
export function inkEffect<Field extends string, Schema extends z.ZodType>(
  parts: Omit<InkEffect<Field, Schema>, 'kind'>,
): InkEffect<Field, Schema> {
  return { kind: 'ink', ...parts }
}
