import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { wordKey } from '../../model/glossary/entry.ts'
import { isFunctionWord } from '../../model/glossary/function-words.ts'
import { writtenWords } from '../../model/script.ts'
import { spokenForms } from '../../model/spoken-forms.ts'
import type { Pocketsphinx } from './installation.ts'
import { type DictionaryPart, linesOf, wordOf } from './known-words.ts'
import { boostWords } from './language-model.ts'
import { pronounce } from './pronunciations.ts'

/** The dictionaries and the language model of one run. */
export type Vocabulary = Pick<Pocketsphinx, 'dictionary' | 'languageModel'> & {
  /** A dictionary of frequent words only, with which recognition takes about half of the time. */
  readonly frequentDictionary: string
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

/** What a run expects. */
type Expected = {
  readonly names: readonly string[]
  /** Whether the beginning is recognised alone: its dictionary is needed then. */
  readonly showsFirstWords: boolean
}

/**
 * Prepares the words that a run can recognise: those of the language model, and names, unless nobody can pronounce
 * them here. The caller removes the copies.
 */
export async function openVocabulary(
  sphinx: Pocketsphinx,
  { names, showsFirstWords }: Expected,
  signal: AbortSignal,
): Promise<Vocabulary> {
  const directory = await sphinx.temporary()
  const remove = () => rm(directory, { recursive: true, force: true })
  try {
    const added = await pronounceNames(sphinx, wordsOf(names), signal)
    return { ...(await writeFiles(sphinx, { added, directory, showsFirstWords })), spellings: added.spellings, remove }
  } catch {
    if (signal.aborted) await remove()
    signal.throwIfAborted()
    // A model in another format: speech is recognised without the names.
    return { ...sphinx, frequentDictionary: sphinx.dictionary, spellings: new Map<string, string>(), remove }
  }
}

/** The expected names, as words of the dictionary and as its further lines. */
type Added = { readonly words: readonly string[]; readonly lines: readonly string[] } & Pick<Vocabulary, 'spellings'>

const NOTHING: Added = { words: [], lines: [], spellings: new Map() }

async function pronounceNames(
  sphinx: Pocketsphinx,
  words: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<Added> {
  if (words.size === 0) return NOTHING
  try {
    return await addedWords(sphinx, words, signal)
  } catch {
    signal.throwIfAborted()
    // No synthesiser: speech is recognised without the names.
    return NOTHING
  }
}

async function addedWords(
  sphinx: Pocketsphinx,
  words: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<Added> {
  const known = linesOf(await readFile(sphinx.dictionary, 'utf8'), new Set(words.keys()))
  const pronounced = new Set(known.map(wordOf))
  const unknown = [...words].filter(([key]) => !pronounced.has(key))
  const forms = unknown.map(([, written]) => spokenForms(written, LANGUAGE))
  const sounds = await pronounce(forms, { dictionary: sphinx.dictionary, language: LANGUAGE, signal })
  const spoken = unknown.flatMap(([key], at) =>
    (sounds[at] ?? []).map((phones, variant) => lineOf(key, phones, variant)),
  )
  return {
    words: [...new Set([...pronounced, ...spoken.map(wordOf)])],
    lines: [...known, ...spoken],
    spellings: new Map(unknown),
  }
}

function lineOf(word: string, phones: string, variant: number): string {
  return `${word}${variant === 0 ? '' : `(${variant + 1})`} ${phones}`
}

async function writeFiles(
  sphinx: Pocketsphinx,
  o: { readonly added: Added; readonly directory: string; readonly showsFirstWords: boolean },
): Promise<Pick<Vocabulary, 'dictionary' | 'frequentDictionary' | 'languageModel'>> {
  const { words, lines } = o.added
  const path = (name: string) => join(o.directory, name)
  const { all, frequent } = await sphinx.knownWords()
  const write = async (name: string, part: DictionaryPart) => {
    const further = lines.filter((line) => !part.words.has(wordOf(line)))
    await writeFile(path(name), `${[part.lines, ...further].join('\n')}\n`)
    return path(name)
  }
  const dictionary = await write('all.dict', all)
  const frequentDictionary = o.showsFirstWords ? await write('frequent.dict', frequent) : dictionary
  if (words.length === 0) return { dictionary, frequentDictionary, languageModel: sphinx.languageModel }
  await writeFile(path('names.lm.bin'), boostWords(await readFile(sphinx.languageModel), words, PROBABILITY))
  return { dictionary, frequentDictionary, languageModel: path('names.lm.bin') }
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
