import { z } from 'zod'

/** `#RRGGBB`, or `#RRGGBBAA` with opacity. */
export const Color = z.string().regex(/^#[0-9a-fA-F]{6}([0-9a-fA-F]{2})?$/, 'A colour is #rrggbb or #rrggbbaa')
export type Color = z.output<typeof Color>

/** A length in em, 0 to 4. */
export const EmLength = z.number().min(0).max(4)
