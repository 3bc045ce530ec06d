import { z } from 'zod'

/** What one account may upload; from its plan (product §5). */
export const UploadLimits = z.object({
  /** The plan's name as shown to its owner. */
  plan: z.string(),
  maxDurationMs: z.int().min(0),
  maxBytes: z.int().min(0),
})
export type UploadLimits = z.output<typeof UploadLimits>
