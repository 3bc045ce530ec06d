import { readFile } from 'node:fs/promises'
import { wordsByProbability } from './language-model.ts'

/** The dictionary of words that the language model knows. The recogniser finds no others, but would load them too. */
export type KnownWords = {
  readonly all: DictionaryPart
  /** The likeliest words, nearly all that is said; with them alone, recognition takes about half of the time. */
  readonly frequent: DictionaryPart
}

export type DictionaryPart = { readonly words: ReadonlySet<string>; readonly lines: string }

const FREQUENT_WORDS = 20_000

/**
 * Reads the words of a trigram model and their pronunciations.
 * @throws EngineFailure for a model in another format
 */
export async function readKnownWords(files: { dictionary: string; languageModel: string }): Promise<KnownWords> {
  const [dictionary, model] = await Promise.all([readFile(files.dictionary, 'utf8'), readFile(files.languageModel)])
  const words = wordsByProbability(model)
  return {
    all: partOf(dictionary, new Set(words)),
    frequent: partOf(dictionary, new Set(words.slice(0, FREQUENT_WORDS))),
  }
}

/** Those of a dictionary's lines that say how one of the words is pronounced, several for some words. */
export function linesOf(dictionary: string, words: ReadonlySet<string>): string[] {
  return dictionary.split('\n').filter((line) => words.has(wordOf(line)))
}

/** The word of a line such as `read(2)  R EH D`. */
export function wordOf(line: string): string {
  const [, word = ''] = /^(\S+?)(?:\(\d+\))?\s/u.exec(line) ?? []
  return word
}

function partOf(dictionary: string, words: ReadonlySet<string>): DictionaryPart {
  const lines = linesOf(dictionary, words)
  return { words: new Set(lines.map(wordOf)), lines: lines.join('\n') }
}
