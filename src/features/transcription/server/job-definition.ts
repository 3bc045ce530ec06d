import { z } from 'zod'
import { AskedSpeakers } from '../model/contract.ts'

const payload = z.object({
  transcriptionId: z.uuid(),
  projectId: z.uuid(),
  template: z.string().optional(),
  look: z.record(z.string(), z.unknown()).optional(),
  speakers: AskedSpeakers.optional(),
})

/** The payload of the job of a run. */
export type TranscribeOrder = z.output<typeof payload>

/** The job of a run. */
export const TRANSCRIBE = { name: 'transcription.transcribe', payload, attempts: 5 } as const

/** The key of a run's credit hold. */
export function holdKey(transcriptionId: string): string {
  return `transcription:${transcriptionId}`
}

/** The key of the hold for the sound that arrived before the video of a run. */
export function earlyHoldKey(transcriptionId: string): string {
  return `transcription-early:${transcriptionId}`
}
