import { z } from 'zod'
import { Color, EmLength } from '../units.ts'
import { inkEffect } from './ink-effect.ts'

/** An outline around the letters; null for none. */
export const inkStroke = inkEffect({
  field: 'stroke',
  schema: z
    .strictObject({
      /** Width outside the letter, in em. */
      width: EmLength,
      color: Color,
    })
    .nullable(),
  pose: (stroke, em) =>
    stroke === null || stroke.width === 0
      ? {}
      : { outlines: [{ width: 2 * (stroke.width * em), color: stroke.color }] },
  reach: (stroke, em) => ({ widening: (stroke?.width ?? 0) * em }),
})
