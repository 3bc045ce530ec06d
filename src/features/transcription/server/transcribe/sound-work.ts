import type { AskedSpeakers } from '../../model/contract.ts'

/** The sound of one run, with its progress and cancellation. */
export type SoundWork = {
  /** 16 kHz mono 16-bit WAV whose first sample is media time 0. */
  readonly wavPath: string
  readonly durationMs: number
  readonly signal: AbortSignal
  /** Whether speakers are distinguished. */
  readonly speakers: AskedSpeakers
  /** @param done fraction done, 0 to 1 */
  progress(done: number): void
}
