import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { wordKey } from '../../model/glossary/entry.ts'
import { isFunctionWord } from '../../model/glossary/function-words.ts'
import { writtenWords } from '../../model/script.ts'
import { spokenForms } from '../../model/spoken-forms.ts'
import type { Pocketsphinx } from './installation.ts'
import { boostWords } from './language-model.ts'
import { pronounce } from './pronunciations.ts'

/** The dictionary and the language model of one run. */
export type Vocabulary = Pick<Pocketsphinx, 'dictionary' | 'languageModel'> & {
  /** The spelling of each added word, by its name in the dictionary. */
  readonly spellings: ReadonlyMap<string, string>
  /** Removes the copies. */
  remove(): Promise<void>
}

/** Probability of each expected word, whatever comes before it. */
const PROBABILITY = 1e-4
/** Maximum expected words; more would be recognised where nobody says them. */
const MOST_WORDS = 600
const LANGUAGE = 'en'

/**
 * Adds names to copies of the dictionary and the language model. Names that nobody can pronounce here are left out.
 * @returns the copies, or the originals when there is nothing to add; the caller removes them
 */
export async function expectNames(
  sphinx: Pocketsphinx,
  names: readonly string[],
  signal: AbortSignal,
): Promise<Vocabulary> {
  const words = wordsOf(names)
  const without = { ...sphinx, spellings: new Map<string, string>(), remove: async () => undefined }
  if (words.size === 0) return without
  try {
    return await addWords(sphinx, words, signal)
  } catch {
    signal.throwIfAborted()
    // A model in another format, or no synthesiser: speech is recognised without the names.
    return without
  }
}

async function addWords(
  sphinx: Pocketsphinx,
  words: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<Vocabulary> {
  const dictionary = await readFile(sphinx.dictionary, 'utf8')
  const known = new Set(dictionary.split('\n').map((line) => line.slice(0, Math.max(0, line.search(/\s/u)))))
  const unknown = [...words].filter(([key]) => !known.has(key))
  const forms = unknown.map(([, written]) => spokenForms(written, LANGUAGE))
  const sounds = await pronounce(forms, { dictionary: sphinx.dictionary, language: LANGUAGE, signal })
  const spoken = unknown.flatMap(([key], at) =>
    (sounds[at] ?? []).length > 0 ? [{ key, sounds: sounds[at] ?? [] }] : [],
  )
  const expected = [...[...words.keys()].filter((key) => known.has(key)), ...spoken.map(({ key }) => key)]
  const model = boostWords(await readFile(sphinx.languageModel), expected, PROBABILITY)
  const directory = await sphinx.temporary()
  const paths = { dictionary: join(directory, 'names.dict'), languageModel: join(directory, 'names.lm.bin') }
  const lines = spoken.flatMap(({ key, sounds: phones }) =>
    phones.map((variant, at) => `${key}${at === 0 ? '' : `(${at + 1})`} ${variant}`),
  )
  await writeFile(paths.dictionary, `${dictionary.trimEnd()}\n${lines.join('\n')}\n`)
  await writeFile(paths.languageModel, model)
  const remove = () => rm(directory, { recursive: true, force: true })
  return { ...paths, spellings: new Map(unknown), remove }
}

/** The words of names as the dictionary has them, with one of their spellings. */
function wordsOf(names: readonly string[]): Map<string, string> {
  const words = new Map<string, string>()
  for (const written of names.flatMap((name) => writtenWords(name, LANGUAGE))) {
    const key = wordKey(written)
    if (!/^\p{L}[\p{L}'-]*$/u.test(key) || isFunctionWord(key) || words.has(key)) continue
    if (words.size < MOST_WORDS) words.set(key, written)
  }
  return words
}
