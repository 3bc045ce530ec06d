import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Span } from '../../model/interpolate.ts'
import type { VoiceActivityModel } from '../models/voice-activity-model.ts'
import type { ModelStore } from '../ports.ts'
import { askChild } from '../sherpa/ask-child.ts'
import { withWav } from '../wav.ts'
import { VoiceActivityAnswer, type VoiceActivityRequest } from './protocol.ts'

/** Finds where somebody speaks in a sound. */
export type SpeechFinder = {
  /** Whether its model is here. */
  isReady(): Promise<boolean>
  /**
   * @param wavPath 16 kHz mono 16-bit WAV of any length
   * @param o.fromMs where to begin; default 0
   * @returns where somebody speaks, in order, with a pause of 250 ms or more between two; the last one may end up to
   *   32 ms after the sound
   * @throws SpeechFinderFailure when it cannot
   */
  find(wavPath: string, o: { fromMs?: number; signal?: AbortSignal }): Promise<Span[]>
}

/** Speech could not be found. The message is for the log. */
export class SpeechFinderFailure extends Error {
  override readonly name = 'SpeechFinderFailure'
}

const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url))
/** Time to start in, and for each millisecond of sound, after which the process hangs; it takes a fiftieth of that. */
const START_MS = 60_000
const MOST_TIME_PER_SOUND = 0.15

/** Finds speech by sherpa-onnx, in a process of its own. */
export function speechFinder(store: Pick<ModelStore, 'directoryOf'>, model: VoiceActivityModel): SpeechFinder {
  const { id, label, network, memoryMb } = model
  return {
    isReady: async () => (await store.directoryOf(id)) !== undefined,

    async find(wavPath, { fromMs = 0, signal }) {
      const directory = await store.directoryOf(id)
      if (directory === undefined) throw new SpeechFinderFailure(`${label} is not installed`)
      const soundMs = await withWav(wavPath, async (wav) => wav.durationMs)
      const request = { wavPath, network: join(directory, network), fromMs, memoryMb }
      return run(request, { mostMs: START_MS + soundMs * MOST_TIME_PER_SOUND, ...(signal && { signal }) })
    },
  }
}

async function run(
  request: VoiceActivityRequest,
  { mostMs, signal }: { mostMs: number; signal?: AbortSignal },
): Promise<Span[]> {
  const failure = (why: string, options?: ErrorOptions) =>
    new SpeechFinderFailure(`speech was not found: ${why}`, options)
  let spans: Span[] | undefined
  await askChild({
    module: CHILD,
    request,
    answers: VoiceActivityAnswer,
    onAnswer: (answer) => {
      spans = answer.spans
    },
    ...(signal && { signal }),
    mostMs,
    failure,
  })
  if (spans === undefined) throw failure('it gave no answer')
  return spans
}
