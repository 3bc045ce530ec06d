import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startChild } from '#platform/server/process.ts'
import type { Span } from '../../model/interpolate.ts'
import type { VoiceActivityModel } from '../models/voice-activity-model.ts'
import type { ModelStore } from '../ports.ts'
import { OUT_OF_MEMORY_STATUS } from '../sherpa/protocol.ts'
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
/** Native code does not stop on its own. */
const GRACE_MS = 200
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
      return run(request, { wallMs: START_MS + soundMs * MOST_TIME_PER_SOUND, ...(signal && { signal }) })
    },
  }
}

async function run(
  request: VoiceActivityRequest,
  { wallMs, signal }: { wallMs: number; signal?: AbortSignal },
): Promise<Span[]> {
  let answer = ''
  const child = startChild({
    module: CHILD,
    nodeArgs: ['--disable-warning=ExperimentalWarning'],
    args: [],
    ...(signal && { signal }),
    graceMs: GRACE_MS,
    limits: { wallMs },
    // Read once the process has ended: native code may write lines too.
    onStdoutLine: (line) => {
      answer = line
    },
  })
  child.stdin.end(`${JSON.stringify(request)}\n`)
  const end = await child.done
  signal?.throwIfAborted()
  if (end.code === 0) return spansIn(answer)
  const why =
    end.code === OUT_OF_MEMORY_STATUS ? 'it needed too much memory' : `it ended with ${end.code ?? end.signal}`
  throw new SpeechFinderFailure(`speech was not found: ${why}: ${end.stderrTail.slice(-400)}`)
}

function spansIn(answer: string): Span[] {
  try {
    return VoiceActivityAnswer.parse(JSON.parse(answer)).spans
  } catch (cause) {
    throw new SpeechFinderFailure('speech was not found: the answer cannot be read', { cause })
  }
}
