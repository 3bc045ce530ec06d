import type { StoredModel } from './catalogue.ts'

/** A model that finds where somebody speaks. */
export type VoiceActivityModel = StoredModel & {
  /** The file name of its network. */
  readonly network: string
}

/**
 * Silero VAD v4 for 16 kHz, as sherpa-onnx publishes it. Size and hash are those that ten other projects pin for this
 * file.
 */
export const VOICE_ACTIVITY_MODEL: VoiceActivityModel = {
  id: 'voice-activity',
  label: 'Voice activity',
  purpose: 'Finds speech among music and noise, and the pauses to cut at. Without it, loudness decides.',
  languages: [],
  memoryMb: 512,
  revision: 'asr-models',
  origin: 'https://github.com',
  files: [
    {
      name: 'silero_vad.onnx',
      path: 'k2-fsa/sherpa-onnx/releases/download/asr-models/silero_vad.onnx',
      bytes: 643_854,
      sha256: '9e2449e1087496d8d4caba907f23e0bd3f78d91fa552479bb9c23ac09cbb1fd6',
    },
  ],
  archive: null,
  network: 'silero_vad.onnx',
  licence: 'MIT',
  author: 'Silero Team',
  source: 'https://github.com/snakers4/silero-vad',
  attribution: null,
}
