import type { Lettering } from '#features/templates/model/index.ts'
import type { Rect } from '#platform/shared/rect.ts'

/** The size of the picture, in pixels. */
export type PictureSize = { readonly width: number; readonly height: number }

/** A point on the picture, in pixels. */
export type Point = { readonly x: number; readonly y: number }

/** A caption as it stands on the picture; lengths in pixels of the frame. */
export type PlacedCaption = {
  readonly cueId: string
  /** The bounds of its letters and boxes. */
  readonly box: Rect
  /** The point that it is placed by: the centre of its lines, or of their column if they are aligned. */
  readonly anchor: Point
  /** Height of its letters, as an em. */
  readonly em: number
  /** Maximum line width. */
  readonly maxWidth: number
  /** When it is shown, ms of media time. */
  readonly fromMs: number
  readonly toMs: number
  /** Its letters: first those of words without a style of their own, then those of each other style. */
  readonly letterings: readonly PlacedLetters[]
}

/** Letters of a caption that have one look. */
export type PlacedLetters = {
  /** The bounds of the letters of each word. */
  readonly letters: readonly Rect[]
  /** What colours them; without the colour of tagged words if there are none. */
  readonly lettering: Lettering
}

/** Where captions stand on the picture. Each caption is laid out on first use. */
export type PictureLayout = {
  readonly frame: PictureSize
  /** How many captions there are. */
  readonly count: number
  /** The caption on screen at `tMs`, ms of media time; undefined while the picture is free. */
  captionAt(tMs: number): PlacedCaption | undefined
  /** The parts of one caption that are shown one after another, by its index; the same objects until it changes. */
  partsOf(at: number): readonly PlacedCaption[]
}
