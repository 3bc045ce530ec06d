import { z } from 'zod'
import type { Rect } from '#platform/shared/rect.ts'
import { Color, EmLength } from '../units.ts'
import type { Ease } from './easing.ts'

/** The laid-out words that boxes surround; lengths in pixels. */
export type BoxLayout = {
  readonly em: number
  /** The bounds of the lines. */
  readonly lines: readonly Rect[]
  /** Words, or parts of words, in reading order. */
  readonly words: readonly BoxedWord[]
}

/** A word, or a part of one that is drawn separately. */
export type BoxedWord = {
  readonly x: number
  readonly width: number
  readonly centerY: number
  readonly line: number
  /** Index of the whole word in its caption, from 0. */
  readonly word: number
  /** Start, in ms. */
  readonly t0: number
}

/** A moment of a caption's boxes. */
export type BoxMoment = {
  readonly tMs: number
  readonly words: readonly Pick<BoxedWord, 'word' | 't0'>[]
  /** How a following box moves to the next word. */
  readonly travel: { readonly boxMs: number; readonly boxEase: Ease }
}

type BoxSchema = z.ZodObject<{ scope: z.ZodLiteral<string> }>

/** A way to draw boxes around words. */
export type BoxEffect<Schema extends BoxSchema = BoxSchema> = {
  readonly kind: 'box'
  /** Its name in the style panel. */
  readonly label: string
  /** Its parameters under `box`, discriminated by `scope`. */
  readonly schema: Schema
  /** True for boxes that move from word to word. */
  readonly followsWords: boolean
  /** True for the box that a look without one gets first. Default: false. */
  readonly isFirst?: true
  /** How often a surprise look picks it among boxes that do or do not follow words. Default: never. */
  readonly surprises?: number
  /** The positions of its boxes on whole pixels, computed once at layout. */
  places(box: z.output<Schema>, layout: BoxLayout): readonly Rect[]
  /** The visible boxes at a moment; the same array if nothing moved. */
  pose(places: readonly Rect[], moment: BoxMoment): readonly Rect[]
  /** Bounds of its boxes in all poses. */
  reach(places: readonly Rect[]): readonly Rect[]
}

/** Defines a box effect; a missing part does not compile. */
export function boxEffect<Schema extends BoxSchema>(parts: Omit<BoxEffect<Schema>, 'kind'>): BoxEffect<Schema> {
  return { kind: 'box', ...parts }
}

/** The parameters of every box of wordpop-template/1. */
export const BOX_FIELDS = {
  /** A colour, or `accent` for the caption's colour of `accents`. */
  color: z.union([Color, z.literal('accent')]),
  radius: EmLength,
  padX: EmLength,
  padY: EmLength,
}

/** A rectangle with the padding of its box, on whole pixels. */
export function padded(rect: Rect, { padX, padY }: { padX: number; padY: number }, em: number): Rect {
  return {
    x0: Math.round(rect.x0 - padX * em),
    y0: Math.round(rect.y0 - padY * em),
    x1: Math.round(rect.x1 + padX * em),
    y1: Math.round(rect.y1 + padY * em),
  }
}
