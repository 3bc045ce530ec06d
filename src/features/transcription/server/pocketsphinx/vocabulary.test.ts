import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { linesOf } from './known-words.ts'
import { type Pocketsphinx, pocketsphinxInstallation } from './installation.ts'
import { openVocabulary } from './vocabulary.ts'

const installed = await pocketsphinxInstallation().get()
const { signal } = new AbortController()

test('has expected names in both dictionaries, once, and in the language model', async () => {
  const { sphinx } = await inFolder()
  const names = ['Bluetooth', 'Supabase', 'video']
  const found = await openVocabulary(sphinx, { names, showsFirstWords: true }, signal)
  for (const path of [found.dictionary, found.frequentDictionary]) {
    const lines = linesOf(await readFile(path, 'utf8'), new Set(['bluetooth', 'supabase', 'video']))
    expect(lines.map((line) => line.split(/[\s(]/u)[0])).toEqual(
      expect.arrayContaining(['bluetooth', 'supabase', 'video']),
    )
    expect(new Set(lines).size).toBe(lines.length)
  }
  expect((await readFile(found.languageModel)).includes('\0bluetooth\0')).toBe(true)
  expect(found.spellings.get('supabase')).toBe('Supabase')
  await found.remove()
  expect(existsSync(found.dictionary)).toBe(false)
})

test('has fewer words for a beginning, in a dictionary that is written only for one', async () => {
  const { sphinx } = await inFolder()
  const withBeginning = await openVocabulary(sphinx, { names: [], showsFirstWords: true }, signal)
  const without = await openVocabulary(sphinx, { names: [], showsFirstWords: false }, signal)
  const count = async (path: string) => (await readFile(path, 'utf8')).split('\n').length
  expect(await count(withBeginning.frequentDictionary)).toBeLessThan((await count(withBeginning.dictionary)) / 3)
  expect(without.frequentDictionary).toBe(without.dictionary)
  expect(withBeginning.languageModel).toBe(installed.languageModel)
})

test('falls back to the whole dictionary for a language model in another format', async () => {
  const { sphinx, folder } = await inFolder()
  const languageModel = join(folder, 'arpa.lm')
  await writeFile(languageModel, '\\data\\\n')
  const { temporary } = sphinx
  const other = { ...sphinx, languageModel, temporary, knownWords: () => Promise.reject(new Error('unknown layout')) }
  const found = await openVocabulary(other, { names: ['Supabase'], showsFirstWords: true }, signal)
  expect(found).toMatchObject({
    dictionary: installed.dictionary,
    frequentDictionary: installed.dictionary,
    languageModel,
  })
  expect(found.spellings.size).toBe(0)
})

test('leaves no folder when it is cancelled', async () => {
  const { sphinx, made } = await inFolder()
  const names = ['Supabase']
  await expect(openVocabulary(sphinx, { names, showsFirstWords: true }, AbortSignal.abort())).rejects.toThrow()
  expect(made).toHaveLength(1)
  expect(made.filter((path) => existsSync(path))).toEqual([])
})

/** The installation, with working folders inside one that the test removes. */
async function inFolder(): Promise<{ sphinx: Pocketsphinx; folder: string; made: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'wordpop-words-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const made: string[] = []
  const temporary = async () => {
    const path = await mkdtemp(join(folder, 'run-'))
    made.push(path)
    return path
  }
  return { sphinx: { ...installed, temporary }, folder, made }
}
