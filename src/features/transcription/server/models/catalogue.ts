import { EUROPEAN_LANGUAGES, WHISPER_LANGUAGES } from '../../model/language.ts'
import type { EngineQuality } from '../ports.ts'

/** One file to download. */
export type RemoteFile = {
  /** Path relative to the official address or a mirror. */
  readonly path: string
  /** Full address of a file that has neither, as in a file of the operator's own models. */
  readonly address?: string
  readonly name: string
  readonly bytes: number
  /** SHA-256 in lower-case hexadecimal. */
  readonly sha256: string
}

/** An archive with the files to keep, each with its hash where one is published. */
export type RemoteArchive = RemoteFile & {
  readonly keeps: readonly { readonly member: string; readonly name: string; readonly sha256: string | null }[]
}

/** A model that is stored on disk: its source, licence and requirements. */
export type StoredModel = {
  readonly id: string
  /** Display name. */
  readonly label: string
  /** Of a model that recognises no words: what it is for, and what happens without it. */
  readonly purpose?: string
  /** Languages it recognises, as ISO 639 codes; empty if it recognises no words. */
  readonly languages: readonly string[]
  /** Maximum resident memory, in MiB. */
  readonly memoryMb: number
  readonly revision: string
  /** Official address of the files. */
  readonly origin: string
  readonly files: readonly RemoteFile[]
  readonly archive: RemoteArchive | null
  /** Its name; the texts of CC-BY-4.0 and MIT are stored with the model. */
  readonly licence: string
  /** Author, as the licence requires. */
  readonly author: string
  readonly source: string
  /** Attribution the licence requires beside the result; null when it requires none. */
  readonly attribution: string | null
}

/** One neural model that recognises words. */
export type CatalogueModel = StoredModel & {
  readonly kind: 'transducer' | 'nemo-ctc' | 'whisper'
  readonly quality: EngineQuality
  readonly detectsLanguage: boolean
  /** Longest piece in its training data, in milliseconds. */
  readonly maxPieceMs: number
  /** File names by role: tokens, encoder, decoder, joiner or model. */
  readonly roles: Readonly<Record<string, string>>
  /** `SPEECH_MODEL=auto` may choose it: the first of these for which the machine has room. Default false. */
  readonly isAutomatic?: boolean
}

const HUB = 'https://huggingface.co'
const TRANSDUCER_ROLES = {
  tokens: 'tokens.txt',
  encoder: 'encoder.int8.onnx',
  decoder: 'decoder.int8.onnx',
  joiner: 'joiner.int8.onnx',
}

/**
 * The supported models, best first. Sizes and hashes come from catalogues of other projects that agree with each
 * other; a download that differs is rejected.
 */
export const CATALOGUE: readonly CatalogueModel[] = [
  {
    id: 'parakeet-v2',
    label: 'Parakeet v2',
    kind: 'transducer',
    quality: 'best',
    languages: ['en'],
    detectsLanguage: false,
    maxPieceMs: 30_000,
    memoryMb: 2_048,
    ...hub('csukuangfj/sherpa-onnx-nemo-parakeet-tdt-0.6b-v2-int8', '1ab9323565ddb038682214b292f588070a538ce2', [
      file('encoder.int8.onnx', 652_184_296, 'a32b12d17bbbc309d0686fbbcc2987b5e9b8333a7da83fa6b089f0a2acd651ab'),
      file('decoder.int8.onnx', 7_257_753, 'b6bb64963457237b900e496ee9994b59294526439fbcc1fecf705b31a15c6b4e'),
      file('joiner.int8.onnx', 1_739_080, '7946164367946e7f9f29a122407c3252b680dbae9a51343eb2488d057c3c43d2'),
      file('tokens.txt', 9_384, 'ec182b70dd42113aff6c5372c75cac58c952443eb22322f57bbd7f53977d497d'),
    ]),
    roles: TRANSDUCER_ROLES,
    ...byNvidia('parakeet-tdt-0.6b-v2'),
  },
  {
    id: 'parakeet-v3',
    label: 'Parakeet v3',
    kind: 'transducer',
    quality: 'best',
    languages: EUROPEAN_LANGUAGES,
    detectsLanguage: true,
    maxPieceMs: 30_000,
    memoryMb: 2_048,
    ...hub('csukuangfj/sherpa-onnx-nemo-parakeet-tdt-0.6b-v3-int8', '2bda32ec70b097a55adaa07d9a7173915b43cc78', [
      file('encoder.int8.onnx', 652_184_281, 'acfc2b4456377e15d04f0243af540b7fe7c992f8d898d751cf134c3a55fd2247'),
      file('decoder.int8.onnx', 11_845_275, '179e50c43d1a9de79c8a24149a2f9bac6eb5981823f2a2ed88d655b24248db4e'),
      file('joiner.int8.onnx', 6_355_277, '3164c13fc2821009440d20fcb5fdc78bff28b4db2f8d0f0b329101719c0948b3'),
      file('tokens.txt', 93_939, 'd58544679ea4bc6ac563d1f545eb7d474bd6cfa467f0a6e2c1dc1c7d37e3c35d'),
    ]),
    roles: TRANSDUCER_ROLES,
    ...byNvidia('parakeet-tdt-0.6b-v3'),
    isAutomatic: true,
  },
  {
    id: 'parakeet-110m',
    label: 'Parakeet 110M',
    kind: 'nemo-ctc',
    quality: 'good',
    languages: ['en'],
    detectsLanguage: false,
    maxPieceMs: 30_000,
    memoryMb: 1_024,
    revision: 'asr-models',
    origin: 'https://github.com',
    files: [],
    archive: {
      path: 'k2-fsa/sherpa-onnx/releases/download/asr-models/sherpa-onnx-nemo-parakeet_tdt_ctc_110m-en-36000-int8.tar.bz2',
      name: 'parakeet-110m.tar.bz2',
      bytes: 104_337_827,
      sha256: '17f945007b52ccd8b7200ffc7c5652e9e8e961dfdf479cefcabd06cf5703630b',
      keeps: [
        {
          member: 'sherpa-onnx-nemo-parakeet_tdt_ctc_110m-en-36000-int8/model.int8.onnx',
          name: 'model.int8.onnx',
          sha256: '9177a9146cf32ee0cc8152276ef95116f312018d316be37ccf57f7efea81fc1a',
        },
        { member: 'sherpa-onnx-nemo-parakeet_tdt_ctc_110m-en-36000-int8/tokens.txt', name: 'tokens.txt', sha256: null },
      ],
    },
    roles: { tokens: 'tokens.txt', model: 'model.int8.onnx' },
    ...byNvidia('parakeet-tdt_ctc-110m'),
    isAutomatic: true,
  },
  {
    id: 'whisper-turbo',
    label: 'Whisper large-v3 turbo',
    kind: 'whisper',
    quality: 'good',
    languages: WHISPER_LANGUAGES,
    detectsLanguage: true,
    // Whisper takes at most 30 s, including half a second of trailing silence.
    maxPieceMs: 28_000,
    memoryMb: 3_072,
    ...hub('csukuangfj/sherpa-onnx-whisper-turbo', '2ca6ff69fc878651b770880507669577ac41c2ff', [
      file('turbo-encoder.int8.onnx', 674_716_297, 'b02dcdf54f348741e93fe732b67d933c8dcb6735655f710640143081db38878b'),
      file('turbo-decoder.int8.onnx', 361_080_764, '20accd02388482eb3a46bd615631adfdc85e1eb2c7db9ea3f02a40ffe6b81547'),
      file('turbo-tokens.txt', 816_730, 'b34b360dbb493e781e479794586d661700670d65564001f23024971d1f2fa126'),
    ]),
    roles: { tokens: 'turbo-tokens.txt', encoder: 'turbo-encoder.int8.onnx', decoder: 'turbo-decoder.int8.onnx' },
    licence: 'MIT',
    author: 'OpenAI',
    source: 'https://github.com/openai/whisper',
    attribution: null,
  },
]

/** Total size of a model's download, in bytes. */
export function downloadBytes({ files, archive }: StoredModel): number {
  return files.reduce((sum, { bytes }) => sum + bytes, archive?.bytes ?? 0)
}

/** The files to download, in order. */
export function remotesOf({ files, archive }: StoredModel): readonly RemoteFile[] {
  return archive === null ? files : [...files, archive]
}

/** Where a file is downloaded from. @param mirror replaces the official address */
export function addressOf({ origin }: StoredModel, { path, address }: RemoteFile, mirror: string | undefined): string {
  return address ?? `${(mirror ?? origin).replace(/\/$/u, '')}/${path}`
}

/** Where the first file of a model is downloaded from. @param mirror replaces the official address */
export function firstAddress(model: StoredModel, mirror: string | undefined): string {
  const [first] = remotesOf(model)
  if (first === undefined) throw new Error(`the catalogue names no file of ${model.id}`)
  return addressOf(model, first, mirror)
}

type Unplaced = Omit<RemoteFile, 'path'>

function file(name: string, bytes: number, sha256: string): Unplaced {
  return { name, bytes, sha256 }
}

function hub(repository: string, revision: string, files: readonly Unplaced[]) {
  const placed = files.map((each) => ({ ...each, path: `${repository}/resolve/${revision}/${each.name}` }))
  return { origin: HUB, revision, files: placed, archive: null }
}

function byNvidia(name: string) {
  const source = `${HUB}/nvidia/${name}`
  return {
    licence: 'CC-BY-4.0' as const,
    author: 'NVIDIA',
    source,
    attribution: `Speech recognition by ${name} (NVIDIA, CC BY 4.0)`,
  }
}
