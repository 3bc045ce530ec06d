/** The parts of sherpa-onnx-node 1.13.8 in use; the package ships no types. */
declare module 'sherpa-onnx-node' {
  export type OfflineResult = {
    text: string
    lang?: string
    tokens: string[]
    timestamps: number[]
    durations?: number[]
    ys_log_probs?: number[]
  }
  export type OfflineConfig = {
    featConfig: { sampleRate: number; featureDim: number }
    modelConfig: {
      transducer?: { encoder: string; decoder: string; joiner: string }
      nemoCtc?: { model: string }
      whisper?: { encoder: string; decoder: string; language: string; task: string; tailPaddings: number }
      modelType?: string
      tokens: string
      numThreads: number
      provider: string
      debug: number
    }
    decodingMethod: string
  }
  export class OfflineStream {
    acceptWaveform(sound: { samples: Float32Array; sampleRate: number }): void
  }
  export class OfflineRecognizer {
    static createAsync(config: OfflineConfig): Promise<OfflineRecognizer>
    createStream(): OfflineStream
    decodeAsync(stream: OfflineStream): Promise<OfflineResult>
    setConfig(config: OfflineConfig): void
  }
  export type SpeakersHandle = { readonly kind: 'speakers' }
  export class OfflineSpeakerDiarization {
    constructor(config: {
      segmentation: { pyannote: { model: string }; numThreads: number }
      embedding: { model: string; numThreads: number }
      clustering: { numClusters: number; threshold: number }
      minDurationOn: number
      minDurationOff: number
    })
    readonly handle: SpeakersHandle
    readonly sampleRate: number
  }
  /** The part of `sherpa-onnx-node/addon.js` in use; times in seconds. */
  export type SpeakersAddon = {
    offlineSpeakerDiarizationProcessAsync(
      handle: SpeakersHandle,
      samples: Float32Array,
      onProgress: (done: number, total: number) => void,
    ): Promise<{ start: number; end: number; speaker: number }[]>
  }
  export class OnlinePunctuation {
    constructor(config: {
      model: { cnnBilstm: string; bpeVocab: string; numThreads: number; provider: string; debug: number }
    })
    addPunct(text: string): string
  }
  export class Vad {
    constructor(
      config: {
        sileroVad: {
          model: string
          threshold: number
          minSpeechDuration: number
          minSilenceDuration: number
          maxSpeechDuration: number
          windowSize: number
        }
        sampleRate: number
        numThreads: number
        provider: string
        debug: number
      },
      bufferSizeInSeconds: number,
    )
    acceptWaveform(samples: Float32Array): void
    isDetected(): boolean
    flush(): void
    clear(): void
  }
  const sherpa: {
    OnlinePunctuation: typeof OnlinePunctuation
    OfflineRecognizer: typeof OfflineRecognizer
    OfflineSpeakerDiarization: typeof OfflineSpeakerDiarization
    Vad: typeof Vad
  }
  export default sherpa
}
