/**
 * Runs the native recogniser in a separate Node.js process: a bad model aborts the process that loads it, which must
 * never be the worker. Reads requests from standard input, responds on standard output and ends with its input.
 */
import { createInterface } from 'node:readline'
import sherpa, { type OfflineConfig, type OfflineRecognizer } from 'sherpa-onnx-node'
import { SAMPLE_RATE, withWav } from '../wav.ts'
import { type Answer, type ModelFiles, Request } from './protocol.ts'
import { watchMemory } from './watch-memory.ts'

/** Mel bands of the features, as all models of the catalogue expect. */
const FEATURE_BANDS = 80
/** Frames of trailing silence, 10 ms each, without which Whisper drops a final word. */
const WHISPER_TAIL_FRAMES = 500

let loaded: { recognizer: OfflineRecognizer; files: ModelFiles; threads: number; language: string } | undefined

for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
  const request = Request.parse(JSON.parse(line))
  if (request.type === 'load') await load(request)
  else answer(await recognise(request))
}
process.exit(0)

async function load({ files, threads, memoryMb }: Extract<Request, { type: 'load' }>): Promise<void> {
  watchMemory(memoryMb)
  const language = ''
  const recognizer = await sherpa.OfflineRecognizer.createAsync(configOf(files, { threads, language }))
  loaded = { recognizer, files, threads, language }
  answer({ type: 'ready' })
}

async function recognise({
  id,
  wavPath,
  startMs,
  endMs,
  language,
}: Extract<Request, { type: 'recognise' }>): Promise<Answer> {
  try {
    if (loaded === undefined) throw new Error('no model was loaded')
    const samples = await withWav(wavPath, (wav) => wav.samples(startMs, endMs))
    if (loaded.files.kind === 'whisper' && language !== loaded.language) {
      loaded.recognizer.setConfig(configOf(loaded.files, { threads: loaded.threads, language }))
      loaded = { ...loaded, language }
    }
    const stream = loaded.recognizer.createStream()
    stream.acceptWaveform({ samples: Float32Array.from(samples, (sample) => sample / 32_768), sampleRate: SAMPLE_RATE })
    const {
      text,
      lang = '',
      tokens,
      timestamps,
      durations = [],
      ys_log_probs: logProbs = [],
    } = await loaded.recognizer.decodeAsync(stream)
    return { type: 'recognised', id, text, language: lang, tokens, timestamps, durations, logProbs }
  } catch (error) {
    return { type: 'failed', id, message: error instanceof Error ? error.message : String(error) }
  }
}

function configOf(files: ModelFiles, o: { threads: number; language: string }): OfflineConfig {
  const { tokens } = files
  return {
    featConfig: { sampleRate: SAMPLE_RATE, featureDim: FEATURE_BANDS },
    // Beam search returns empty texts on Parakeet v3.
    decodingMethod: 'greedy_search',
    modelConfig: { ...networkOf(files, o.language), tokens, numThreads: o.threads, provider: 'cpu', debug: 0 },
  }
}

function networkOf(files: ModelFiles, language: string): Partial<OfflineConfig['modelConfig']> {
  switch (files.kind) {
    case 'transducer': {
      const { encoder, decoder, joiner } = files
      return { transducer: { encoder, decoder, joiner }, modelType: 'nemo_transducer' }
    }
    case 'nemo-ctc':
      return { nemoCtc: { model: files.model } }
    case 'whisper': {
      const { encoder, decoder } = files
      return { whisper: { encoder, decoder, language, task: 'transcribe', tailPaddings: WHISPER_TAIL_FRAMES } }
    }
    default:
      return files satisfies never
  }
}

function answer(message: Answer): void {
  process.stdout.write(`${JSON.stringify(message)}\n`)
}
