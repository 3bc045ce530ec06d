import { z } from 'zod'

/** The upload limits of an account, from its plan or the site (product §5). */
export const UploadLimits = z.object({
  /** The display name of the plan; null on a site that sells none. */
  plan: z.string().nullable(),
  maxDurationMs: z.int().min(0),
  maxBytes: z.int().min(0),
})
export type UploadLimits = z.output<typeof UploadLimits>
