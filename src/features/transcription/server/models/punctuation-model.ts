import type { StoredModel } from './catalogue.ts'

/** A model that writes punctuation and capitals into bare English words. */
export type PunctuationModel = StoredModel & {
  /** The file name of its network. */
  readonly network: string
  /** The file name of the pieces of words that it knows. */
  readonly vocabulary: string
}

const ARCHIVE = 'sherpa-onnx-online-punct-en-2024-08-06'

/**
 * Edge-Punct-Casing: commas, full stops, question marks and capitals. Sizes and hashes are those that two other projects
 * give for their copies of it.
 */
export const PUNCTUATION_MODEL: PunctuationModel = {
  id: 'punctuation-en',
  label: 'Punctuation (English)',
  purpose: 'Gives drafts commas, question marks and capitals. Without it, sentences end at pauses.',
  languages: [],
  memoryMb: 512,
  revision: '2024-08-06',
  origin: 'https://github.com',
  files: [],
  archive: {
    path: `k2-fsa/sherpa-onnx/releases/download/punctuation-models/${ARCHIVE}.tar.bz2`,
    name: 'punctuation-en.tar.bz2',
    bytes: 30_667_839,
    sha256: '9f5e5a72c7d2829635bd074fce92b6bbd5b78da8a52e7ad8ed1be933f366b99d',
    keeps: [
      {
        member: `${ARCHIVE}/model.int8.onnx`,
        name: 'model.int8.onnx',
        sha256: '9d611f445fe4a46186080fe161be6059d87d72eb88d3a8cb00c1a06e83a6067e',
      },
      {
        member: `${ARCHIVE}/bpe.vocab`,
        name: 'bpe.vocab',
        sha256: 'e118b7ad88c54db562517df49e1cffd4836d166c34fb190fd311d7f34eb238f5',
      },
    ],
  },
  network: 'model.int8.onnx',
  vocabulary: 'bpe.vocab',
  licence: 'Apache-2.0',
  author: 'Jian You (Cisco Systems)',
  source: 'https://github.com/frankyoujian/Edge-Punct-Casing',
  attribution: null,
}
