import { z } from 'zod'

/** The one request to the child: a whole sound and the models, by absolute paths. */
export const SpeakersRequest = z.object({
  wavPath: z.string(),
  segmentation: z.string(),
  voices: z.string(),
  threshold: z.number(),
  /** Number of people who speak, or -1 to find it out. */
  count: z.int().min(-1),
  threads: z.int().min(1),
  /** Resident memory at which the child ends itself. */
  memoryMb: z.int().min(1),
})
export type SpeakersRequest = z.output<typeof SpeakersRequest>

/** Messages of the child, one JSON object per line; `turns` is the last one. */
export const SpeakersAnswer = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), done: z.number() }),
  z.object({
    type: z.literal('turns'),
    turns: z.array(z.object({ startMs: z.int().min(0), endMs: z.int().min(0), speaker: z.int().min(0) })),
  }),
])
export type SpeakersAnswer = z.output<typeof SpeakersAnswer>
