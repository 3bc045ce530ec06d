import { z } from 'zod'

/** The upload limits of an account, from its plan (product §5). */
export const UploadLimits = z.object({
  /** The display name of the plan. */
  plan: z.string(),
  maxDurationMs: z.int().min(0),
  maxBytes: z.int().min(0),
})
export type UploadLimits = z.output<typeof UploadLimits>
