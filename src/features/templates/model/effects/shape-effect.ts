import type { z } from 'zod'
import type { Rect } from '#platform/shared/rect.ts'

/** The part of a canvas path that shapes are drawn with. */
export type ShapePath = {
  moveTo(x: number, y: number): void
  lineTo(x: number, y: number): void
  quadraticCurveTo(controlX: number, controlY: number, x: number, y: number): void
  arc(x: number, y: number, radius: number, start: number, end: number, counterclockwise?: boolean): void
  roundRect(x: number, y: number, width: number, height: number, radius: number): void
  closePath(): void
}

/** The box that a shape is drawn around; lengths in pixels. */
export type ShapeInput = { readonly rect: Rect; readonly radius: number; readonly em: number; readonly color: string }

/** One filled path of a shape. */
export type ShapePart = {
  readonly color: string
  /** True for the path that a border follows. */
  readonly isEdge: boolean
  trace(path: ShapePath): void
}

/** Bounds of a shape beyond its box, in the unit of `em`. */
export type ShapeOutset = {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** A shape within its box. */
export const NO_OUTSET: ShapeOutset = { left: 0, top: 0, right: 0, bottom: 0 }

type ShapeSchema = z.ZodLiteral<string>

/** The form of a box. */
export type ShapeEffect<Schema extends ShapeSchema = ShapeSchema> = {
  readonly kind: 'shape'
  /** Its name in the style panel. */
  readonly label: string
  /** Its name under `box.shape`. */
  readonly schema: Schema
  /** True for the form of boxes that name none. Default: false. */
  readonly isPlain?: true
  /** Its paths, lowest first. */
  parts(input: ShapeInput): readonly ShapePart[]
  /** Bounds beyond the box. */
  reach(em: number): ShapeOutset
}

/** Defines the form of a box; a missing part does not compile. */
export function shapeEffect<Schema extends ShapeSchema>(parts: Omit<ShapeEffect<Schema>, 'kind'>): ShapeEffect<Schema> {
  return { kind: 'shape', ...parts }
}

/** A radius that fits into a rectangle. */
export function fitRadius(radius: number, { x0, y0, x1, y1 }: Rect): number {
  return Math.min(radius, (y1 - y0) / 2, (x1 - x0) / 2)
}
