import type { z } from 'zod'

/** A line around the letters. */
export type Outline = {
  /** Full line width, in the unit of `em`: the letters cover its inner half. */
  readonly width: number
  readonly color: string
  /** Offset to the right and down, in the unit of `em`. Default: 0. */
  readonly x?: number
  readonly y?: number
}

/** A canvas shadow, in the unit of `em`. With `blur` 0 it is a hard copy of the word. */
export type CastShadow = { readonly x: number; readonly y: number; readonly blur: number; readonly color: string }

/** A gradient of the letters, from their own colour at the top. */
export type ColorRun = { readonly to: string; /** In the unit of `em`. */ readonly height: number }

/** A gradient through letters, lines or a caption. */
export type InkGradient = {
  /** From 0 to 1, in order. */
  readonly stops: readonly { readonly at: number; readonly color: string }[]
  /** Direction in radians: 0 runs to the right, a quarter turn down. */
  readonly angle: number
  readonly over: 'word' | 'line' | 'caption'
  /** True if only the spoken word has it. */
  readonly isActiveOnly: boolean
  /** Share of its length that it has moved on; null for one that stands still. */
  readonly moved: number | null
}

/** The paint of a word, besides the colour of its letters. */
export type Ink = {
  /** Bottom first. */
  readonly outlines: readonly Outline[]
  /** Bottom first. */
  readonly shadows: readonly CastShadow[]
  /** Null without a gradient. */
  readonly run: ColorRun | null
  readonly gradient: InkGradient | null
}

/** Bounds of ink beyond the letters, in the unit of `em`. */
export type InkReach = {
  /** Extra width on every side of the letters, which also widens their shadows. */
  readonly widening: number
  /** Reach beyond the widened letters. */
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** A kind of ink, with its own field in the look. */
export type InkEffect<Field extends string = string, Schema extends z.ZodType = z.ZodType> = {
  readonly kind: 'ink'
  readonly field: Field
  readonly schema: Schema
  /** Initial values when a creator adds it, for ink that a look can be without. */
  readonly start?: NonNullable<z.output<Schema>>
  /** Its part of the ink of a word, `tMs` after the start of the video; ink without steps ignores the time. */
  pose(value: z.output<Schema>, em: number, tMs: number): Partial<Ink>
  /** Time between two changes of moving ink, ms; 0 for ink that stands still. Default: it stands still. */
  stepMs?(value: z.output<Schema>): number
  /** The same ink standing still, for reduced motion. Default: unchanged. */
  calm?(value: z.output<Schema>): z.output<Schema>
  /** Bounds at all times. */
  reach(value: z.output<Schema>, em: number): Partial<InkReach>
}

/** Defines a kind of ink; a missing part does not compile. */
export function inkEffect<Field extends string, Schema extends z.ZodType>(
  parts: Omit<InkEffect<Field, Schema>, 'kind'>,
): InkEffect<Field, Schema> {
  return { kind: 'ink', ...parts }
}
