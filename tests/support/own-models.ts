import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { writeToneModels } from '../fixtures/models/tone-models.ts'

const FILES = {
  tokens: 'tokens.txt',
  encoder: 'encoder.onnx',
  decoder: 'decoder.onnx',
  joiner: 'joiner.onnx',
} as const

/** The generated model that hears tones, as an operator writes it into the file of their own models. */
export type ToneModel = Readonly<Record<string, unknown>> & {
  readonly files: readonly { role: string; url: string; bytes: number; sha256: string }[]
}

/**
 * Writes a file for `SPEECH_MODELS_FILE` with a generated model named Tones.
 * @param o.origin of a server that sends the files of `folder`; default: they are read from the disk
 * @returns the path of the file, and its model
 */
export async function writeOwnModels(
  folder: string,
  o: { origin?: string; change?: object } = {},
): Promise<{ path: string; model: ToneModel }> {
  await writeToneModels(folder)
  const files = await Promise.all(
    Object.entries(FILES).map(async ([role, name]) => {
      const content = await readFile(join(folder, name))
      const url = o.origin === undefined ? pathToFileURL(join(folder, name)).href : `${o.origin}/${name}`
      return { role, url, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') }
    }),
  )
  const model = {
    id: 'tones',
    label: 'Tones',
    kind: 'transducer',
    languages: ['en', 'de'],
    memoryMb: 512,
    licence: 'CC0-1.0',
    author: 'Ada',
    source: 'https://models.example.com/tones',
    files,
  }
  const path = join(folder, 'models.json')
  await writeFile(path, JSON.stringify({ models: [{ ...model, ...o.change }] }))
  return { path, model }
}
