import { z } from 'zod'
import { Color } from '../units.ts'
import { inkEffect } from './ink-effect.ts'

/** Pictures of one round of a moving gradient. */
const STEPS_PER_ROUND = 48
/** Shortest time between two of them, ms; each draws the caption again. */
const SHORTEST_STEP_MS = 40

const Stop = z.strictObject({ at: z.number().min(0).max(1), color: Color })

const Gradient = z.strictObject({
  /** In order; equal first and last colours move without a seam. */
  stops: z.array(Stop).min(2).max(6),
  /** Direction in degrees: 0 runs to the right, 90 down. */
  angle: z.int().min(-180).max(180),
  /** Rounds in a second; 0 stands still. */
  speed: z.number().min(0).max(1),
  over: z.enum(['word', 'line', 'caption']),
  /** The words that it colours. */
  of: z.enum(['all', 'active']),
})

/** Initial values when a creator adds it. */
export const GRADIENT_START: z.output<typeof Gradient> = {
  stops: [
    { at: 0, color: '#FF5C38' },
    { at: 1, color: '#FF6FB5' },
  ],
  angle: 0,
  speed: 0,
  over: 'line',
  of: 'all',
}

/** A gradient over letters, lines or captions; null for none. */
export const inkGradient = inkEffect({
  field: 'gradient',
  schema: Gradient.nullable().optional(),
  start: GRADIENT_START,
  pose: (value, _em, tMs) =>
    value
      ? {
          gradient: {
            stops: value.stops,
            angle: (value.angle * Math.PI) / 180,
            over: value.over,
            isActiveOnly: value.of === 'active',
            moved: value.speed === 0 ? null : ((tMs * value.speed) / 1_000) % 1,
          },
        }
      : {},
  stepMs: (value) =>
    value && value.speed > 0 ? Math.max(SHORTEST_STEP_MS, 1_000 / (value.speed * STEPS_PER_ROUND)) : 0,
  calm: (value) => value && { ...value, speed: 0 },
  reach: () => ({}),
})
