import { z } from 'zod'
import { Color, EmLength } from '../units.ts'
import { inkEffect } from './ink-effect.ts'

/** Initial values when a creator adds it. */
export const OUTER_STROKE_START = { width: 0.14, color: '#FF5C38', x: 0, y: 0 } as const

/** A second outline beneath the first, which may be offset; null for none. */
export const inkOuterStroke = inkEffect({
  field: 'outerStroke',
  schema: z
    .strictObject({
      /** Width outside the letter, in em; only what exceeds the first outline is visible. */
      width: EmLength,
      color: Color,
      /** Offset to the right and down, in em. */
      x: z.number().min(-0.5).max(0.5),
      y: z.number().min(-0.5).max(0.5),
    })
    .nullable()
    .optional(),
  start: OUTER_STROKE_START,
  pose: (value, em) =>
    value && value.width > 0
      ? { outlines: [{ width: 2 * (value.width * em), color: value.color, x: value.x * em, y: value.y * em }] }
      : {},
  reach: (value, em) =>
    value
      ? {
          widening: value.width * em,
          left: Math.max(0, -value.x) * em,
          top: Math.max(0, -value.y) * em,
          right: Math.max(0, value.x) * em,
          bottom: Math.max(0, value.y) * em,
        }
      : {},
})
