import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { writeOwnModels } from '../../../../../tests/support/own-models.ts'
import { openSpeech } from '../speech.ts'
import { CATALOGUE } from './catalogue.ts'
import { knownModels } from './own-models.ts'
import { checkWantedModel } from './wanted-model.ts'

test('a model of the file is installed from its own addresses, used first, and removed', async () => {
  const { folder, path } = await start()
  const { models, engines } = openSpeech({ modelsDirectory: folder, modelsFile: path, mirror, now: () => new Date() })
  const directory = await models.ensure('tones', { signal: new AbortController().signal })
  expect(await readFile(join(directory, 'LICENCE.txt'), 'utf8')).toContain('Licence: CC0-1.0')
  expect((await engines.candidates('de', 0)).engines.map(({ id }) => id)).toEqual(['tones'])
  expect((await engines.candidates('en', 0)).engines[0]).toMatchObject({ id: 'tones', label: 'Tones' })
  await models.remove('tones')
  expect((await models.status())[0]).toMatchObject({ id: 'tones', installed: false })
})

test('a file that is missing, or differs from its hash, is not installed', async () => {
  const { folder, path } = await start()
  const { models } = openSpeech({ modelsDirectory: folder, modelsFile: path, now: () => new Date() })
  const signal = new AbortController().signal
  const encoder = join(folder, 'encoder.onnx')
  const content = await readFile(encoder)
  await writeFile(encoder, Buffer.alloc(content.length))
  await expect(models.ensure('tones', { signal })).rejects.toThrow('is not the file that was expected')
  await rm(encoder)
  await expect(models.ensure('tones', { signal })).rejects.toThrow('is no file that can be read')
  await writeFile(encoder, content)
  await models.ensure('tones', { signal })
})

test.each([
  { what: 'a wrong size', change: { memoryMb: 0 }, fault: 'models.0.memoryMb' },
  { what: 'a field that does not exist', change: { mirror: 'x' }, fault: 'mirror' },
  { what: 'an id of ours', change: { id: 'parakeet-v2' }, fault: 'the id parakeet-v2 is used already' },
  { what: 'an id that leaves the folder', change: { id: '../x' }, fault: 'models.0.id' },
  { what: 'the files of another kind', change: { kind: 'nemo-ctc' }, fault: 'nemo-ctc model has: tokens, model' },
])('refuses $what in one sentence', async ({ change, fault }) => {
  const { path } = await start({ change })
  expect(() => knownModels(path)).toThrow(fault)
})

test.each(['http://models.example.com/encoder.onnx', 'ftp://127.0.0.1/a', 'file://server/share', 'encoder.onnx'])(
  'refuses the address %s',
  async (url) => {
    const { path, model } = await start()
    await writeFile(
      path,
      JSON.stringify({ models: [{ ...model, files: model.files.map((one) => ({ ...one, url })) }] }),
    )
    expect(() => knownModels(path)).toThrow('must begin with https://')
  },
)

test('a file that is no JSON, or not there, is named in the message', async () => {
  const { folder, path } = await start()
  await writeFile(path, '{')
  expect(() => knownModels(path)).toThrow(path)
  expect(() => knownModels(join(folder, 'none.json'))).toThrow('none.json')
})

test('SPEECH_MODEL may name a model of the file', async () => {
  const { path } = await start()
  expect(() => checkWantedModel('tones', path)).not.toThrow()
  expect(() => checkWantedModel('tones')).toThrow('must be auto, none or one of')
  expect(knownModels(undefined)).toBe(CATALOGUE)
})

/** A mirror is for our models: it has no files of an operator. */
const mirror = 'https://mirror.example.com'

async function start(o: { change?: object } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'own-models-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return { folder, ...(await writeOwnModels(folder, o)) }
}
