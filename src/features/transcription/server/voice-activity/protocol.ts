import { z } from 'zod'

/** The one request to the child: a sound and the model, by absolute paths. */
export const VoiceActivityRequest = z.object({
  wavPath: z.string(),
  network: z.string(),
  /** Where to begin in the sound, in milliseconds. */
  fromMs: z.int().min(0),
  /** Resident memory at which the child ends itself, in MiB. */
  memoryMb: z.int().min(1),
})
export type VoiceActivityRequest = z.output<typeof VoiceActivityRequest>

/** What the child answers, one JSON object on one line: where somebody speaks, in order, none overlapping. */
export const VoiceActivityAnswer = z.object({
  spans: z.array(z.object({ startMs: z.int().min(0), endMs: z.int().min(0) })),
})
export type VoiceActivityAnswer = z.output<typeof VoiceActivityAnswer>
