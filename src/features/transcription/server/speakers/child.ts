import { createInterface } from 'node:readline'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import sherpa, { type SpeakersAddon } from 'sherpa-onnx-node'
import { watchMemory } from '../sherpa/watch-memory.ts'
import { SAMPLE_RATE, withWav } from '../wav.ts'
import { type SpeakersAnswer, SpeakersRequest } from './protocol.ts'

/**
 * Tells the speakers of one sound apart in a separate Node.js process, which a bad model may abort and a cancellation
 * kills. Reads one request from standard input.
 */
const [line] = await once(createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY }), 'line')
const { wavPath, segmentation, voices, threshold, count, threads, memoryMb } = SpeakersRequest.parse(
  JSON.parse(String(line)),
)
watchMemory(memoryMb)
const speakers = new sherpa.OfflineSpeakerDiarization({
  segmentation: { pyannote: { model: segmentation }, numThreads: threads },
  embedding: { model: voices, numThreads: threads },
  clustering: { numClusters: count, threshold },
  minDurationOn: 0.3,
  minDurationOff: 0.5,
})
const samples = await withWav(wavPath, async (wav) =>
  Float32Array.from(await wav.samples(0, wav.durationMs), (sample) => sample / 32_768),
)
if (speakers.sampleRate !== SAMPLE_RATE) throw new Error(`the model wants sound at ${speakers.sampleRate} Hz`)
// The package's own method reports no progress and blocks.
const addon: SpeakersAddon = createRequire(import.meta.url)('sherpa-onnx-node/addon.js')
const turns = await addon.offlineSpeakerDiarizationProcessAsync(speakers.handle, samples, (done, total) =>
  answer({ type: 'progress', done: done / Math.max(1, total) }),
)
// Calls for the last steps may come after the result.
answer({ type: 'progress', done: 1 })
answer({
  type: 'turns',
  turns: turns.map(({ start, end, speaker }) => ({
    startMs: Math.max(0, Math.round(start * 1_000)),
    endMs: Math.max(0, Math.round(end * 1_000)),
    speaker,
  })),
})
process.exit(0)

function answer(message: SpeakersAnswer): void {
  process.stdout.write(`${JSON.stringify(message)}\n`)
}
