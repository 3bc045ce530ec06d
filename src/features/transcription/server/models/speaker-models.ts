import type { StoredModel } from './catalogue.ts'

/** A model of the two that tell speakers apart. */
export type SpeakerModel = StoredModel & {
  readonly kind: 'speaker-segmentation' | 'speaker-voices'
  /** The file name of its network. */
  readonly network: string
  /** Of `speaker-voices`: how far two of its voices are apart before they are two people. */
  readonly threshold: number
}

/**
 * What tells speakers apart: where somebody speaks, and how alike two voices are. Sizes and hashes come from catalogues of
 * other projects that agree with each other, and so does the threshold.
 */
export const SPEAKER_MODELS: readonly SpeakerModel[] = [
  {
    id: 'speaker-segmentation',
    label: 'Speaker segmentation',
    purpose: 'With Speaker voices: captions made from speech say who speaks. Without both, creators say it.',
    kind: 'speaker-segmentation',
    languages: [],
    memoryMb: 1_024,
    revision: '9403a6902bb58e3d5ae8c7e77c3422de279db2e0',
    origin: 'https://huggingface.co',
    files: [
      {
        name: 'segmentation.onnx',
        path: 'csukuangfj/sherpa-onnx-pyannote-segmentation-3-0/resolve/9403a6902bb58e3d5ae8c7e77c3422de279db2e0/model.onnx',
        bytes: 5_992_913,
        sha256: '220ad67ca923bef2fa91f2390c786097bf305bceb5e261d4af67b38e938e1079',
      },
    ],
    archive: null,
    network: 'segmentation.onnx',
    threshold: 0,
    licence: 'MIT',
    author: 'CNRS, Hervé Bredin (pyannote)',
    source: 'https://huggingface.co/pyannote/segmentation-3.0',
    attribution: null,
  },
  {
    id: 'speaker-voices',
    label: 'Speaker voices',
    purpose: 'With Speaker segmentation: captions made from speech say who speaks. Without both, creators say it.',
    kind: 'speaker-voices',
    languages: [],
    memoryMb: 1_024,
    revision: 'speaker-recongition-models',
    origin: 'https://github.com',
    files: [
      {
        name: 'voices.onnx',
        path: 'k2-fsa/sherpa-onnx/releases/download/speaker-recongition-models/nemo_en_titanet_small.onnx',
        bytes: 40_257_283,
        sha256: 'ad4a1802485d8b34c722d2a9d04249662f2ece5d28a7a039063ca22f515a789e',
      },
    ],
    archive: null,
    network: 'voices.onnx',
    threshold: 1.05,
    licence: 'CC-BY-4.0',
    author: 'NVIDIA',
    source: 'https://catalog.ngc.nvidia.com/orgs/nvidia/teams/nemo/models/titanet_small',
    attribution: 'Speakers by TitaNet small (NVIDIA, CC BY 4.0)',
  },
]
