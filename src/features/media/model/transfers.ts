import { z } from 'zod'

/** Somebody whom the caller may give a video to. */
export const Receiver = z.object({ userId: z.string(), name: z.string() })
export type Receiver = z.output<typeof Receiver>

/** A video that its owner offers to somebody, until they accept or decline. */
export const Transfer = z.object({
  projectId: z.string(),
  title: z.string(),
  sizeBytes: z.int().min(0),
  /** Whether the caller gives the video or is to receive it. */
  direction: z.enum(['given', 'received']),
  /** The name of the other person. */
  name: z.string(),
  offeredAt: z.iso.datetime(),
})
export type Transfer = z.output<typeof Transfer>

/** How many offers one owner may have open at a time. */
export const MAX_TRANSFERS = 100
