/**
 * Finds where somebody speaks in one sound, in a separate Node.js process, which a bad model may abort and a
 * cancellation kills. Reads one request from standard input, and the sound in parts, so that a long one takes no more
 * memory than a short one.
 */
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import sherpa from 'sherpa-onnx-node'
import { watchMemory } from '../sherpa/watch-memory.ts'
import { SAMPLE_RATE, withWav } from '../wav.ts'
import { type VoiceActivityAnswer, VoiceActivityRequest } from './protocol.ts'

type Spans = VoiceActivityAnswer['spans']

/** Samples that the model takes at a time. */
const WINDOW = 512
/** Sound that is read at once: whole windows. */
const READ_MS = (960 * WINDOW * 1_000) / SAMPLE_RATE
/** Shorter speech does not count, in samples. */
const SHORTEST_SPEECH = 0.1 * SAMPLE_RATE
/** Shorter pauses do not count, in samples. */
const SHORTEST_PAUSE = 0.25 * SAMPLE_RATE
/** Windows of speech after which the library drops its samples: it copies all of them for each further window. */
const KEPT_WINDOWS = 150
const BUFFER_SECONDS = 30

const [line] = await once(createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY }), 'line')
const { wavPath, network, fromMs, memoryMb } = VoiceActivityRequest.parse(JSON.parse(String(line)))
watchMemory(memoryMb)
const activity = new sherpa.Vad(
  {
    sileroVad: {
      model: network,
      threshold: 0.5,
      minSpeechDuration: SHORTEST_SPEECH / SAMPLE_RATE,
      minSilenceDuration: SHORTEST_PAUSE / SAMPLE_RATE,
      windowSize: WINDOW,
      // More than is ever kept: beyond it the library takes less for speech.
      maxSpeechDuration: BUFFER_SECONDS,
    },
    sampleRate: SAMPLE_RATE,
    numThreads: 1,
    provider: 'cpu',
    debug: 0,
  },
  BUFFER_SECONDS,
)
const answer: VoiceActivityAnswer = { spans: await findSpans() }
process.stdout.write(`${JSON.stringify(answer)}\n`, () => process.exit(0))

async function findSpans(): Promise<Spans> {
  const spans: Spans = []
  const detectSpeech = windowReader()
  let readSamples = 0
  let begun: number | undefined
  const end = (at: number): void => {
    if (begun !== undefined) spans.push({ startMs: timeOf(begun), endMs: timeOf(Math.max(begun, at)) })
    begun = undefined
  }
  await withWav(wavPath, async (wav) => {
    for (let startMs = fromMs; startMs < wav.durationMs; startMs += READ_MS) {
      const samples = await wav.samples(startMs, startMs + READ_MS)
      for (let at = 0; at < samples.length; at += WINDOW) {
        const isSpeech = detectSpeech(samples.subarray(at, at + WINDOW))
        readSamples += WINDOW
        // The library notices speech, and pauses, once they have lasted.
        if (!isSpeech) end(readSamples - SHORTEST_PAUSE)
        else if (begun === undefined) begun = Math.max(0, readSamples - 2 * WINDOW - SHORTEST_SPEECH)
      }
    }
  })
  end(readSamples)
  return spans
}

/** Takes the windows in order, and says of each whether somebody speaks at its end. */
function windowReader(): (samples: Int16Array) => boolean {
  let kept = 0
  return (samples) => {
    // The last window of a sound is filled up with silence.
    const window = new Float32Array(WINDOW)
    for (const [at, sample] of samples.entries()) window[at] = sample / 32_768
    activity.acceptWaveform(window)
    const isSpeech = activity.isDetected()
    kept = isSpeech ? kept + 1 : 0
    if (kept === KEPT_WINDOWS) {
      activity.flush()
      kept = 0
    }
    activity.clear()
    return isSpeech
  }
}

function timeOf(sample: number): number {
  return fromMs + Math.round((sample * 1_000) / SAMPLE_RATE)
}
