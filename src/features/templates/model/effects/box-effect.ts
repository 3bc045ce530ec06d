import { z } from 'zod'
import type { Rect } from '#platform/shared/rect.ts'
import { Color, EmLength } from '../units.ts'
import type { Ease } from './easing.ts'

/** The words that boxes hug, laid out; lengths in pixels. */
export type BoxLayout = {
  readonly em: number
  /** The lines, by the room their words take. */
  readonly lines: readonly Rect[]
  /** Words, or parts of words, in reading order. */
  readonly words: readonly BoxedWord[]
}

/** A word, or a part of one that is drawn by itself. */
export type BoxedWord = {
  readonly x: number
  readonly width: number
  readonly centerY: number
  readonly line: number
  /** Place of the whole word in its caption, from 0. */
  readonly word: number
  /** When it begins to be spoken, in ms. */
  readonly t0: number
}

/** A moment of a caption's boxes. */
export type BoxMoment = {
  readonly tMs: number
  readonly words: readonly Pick<BoxedWord, 'word' | 't0'>[]
  /** How a box that follows the words travels to the next one. */
  readonly travel: { readonly boxMs: number; readonly boxEase: Ease }
}

type BoxSchema = z.ZodObject<{ scope: z.ZodLiteral<string> }>

/** What boxes hug. */
export type BoxEffect<Schema extends BoxSchema = BoxSchema> = {
  readonly kind: 'box'
  /** What the style panel calls what it hugs. */
  readonly label: string
  /** Its parameters under `box`, told apart by `scope`. */
  readonly schema: Schema
  /** True for boxes that travel from word to word. */
  readonly followsWords: boolean
  /** The places of its boxes on whole pixels, found once when the caption is laid out. */
  places(box: z.output<Schema>, layout: BoxLayout): readonly Rect[]
  /** The boxes on screen at a moment; the same array as before where nothing moved. */
  pose(places: readonly Rect[], moment: BoxMoment): readonly Rect[]
  /** The room that its boxes need in every pose. */
  reach(places: readonly Rect[]): readonly Rect[]
}

/** Declares what boxes hug; a part that is missing does not compile. */
export function boxEffect<Schema extends BoxSchema>(parts: Omit<BoxEffect<Schema>, 'kind'>): BoxEffect<Schema> {
  return { kind: 'box', ...parts }
}

/** The parameters that every box of wordpop-template/1 has. */
export const BOX_FIELDS = {
  /** A colour, or `accent`: the caption's turn of `accents`. */
  color: z.union([Color, z.literal('accent')]),
  radius: EmLength,
  padX: EmLength,
  padY: EmLength,
}

/** The rectangle with a box's padding, on whole pixels. */
export function padded(rect: Rect, { padX, padY }: { padX: number; padY: number }, em: number): Rect {
  return {
    x0: Math.round(rect.x0 - padX * em),
    y0: Math.round(rect.y0 - padY * em),
    x1: Math.round(rect.x1 + padX * em),
    y1: Math.round(rect.y1 + padY * em),
  }
}
