import { EMOJI_LANGUAGES, type EmojiData, type EmojiLanguage } from './emoji-data.ts'

const FILES = import.meta.glob<EmojiData>('./data/*.json', { import: 'default' })

/** Loads the emoji in the language of captions, or in English. @param lang BCP 47 tag */
export async function loadEmoji(lang: string): Promise<EmojiData> {
  const load = FILES[`./data/${languageOf(lang)}.json`]
  if (load === undefined) throw new Error(`There are no emoji for ${lang}`)
  return load()
}

function languageOf(lang: string): EmojiLanguage {
  const [base] = lang.toLowerCase().split('-')
  return EMOJI_LANGUAGES.find((language) => language === base) ?? 'en'
}

/** Emoji with a name that people read out: the first that match, by their order. */
export type EmojiMatch = { readonly emoji: string; readonly label: string }

/** Finds emoji whose name or search words begin with each word of a text, those with such a name first. */
export function findEmoji({ emoji }: EmojiData, text: string, most: number): EmojiMatch[] {
  const wanted = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const rated = emoji.flatMap(([each, label, tags]) => {
    const name = label.toLowerCase()
    if (each === text.trim()) return [{ emoji: each, label, rank: 0 }]
    if (!wanted.every((word) => beginsIn(`${name} ${tags.toLowerCase()}`, word))) return []
    return [{ emoji: each, label, rank: wanted.every((word) => beginsIn(name, word)) ? 1 : 2 }]
  })
  return rated.toSorted((a, b) => a.rank - b.rank).slice(0, most)
}

function beginsIn(text: string, word: string): boolean {
  return text.startsWith(word) || text.includes(` ${word}`)
}
