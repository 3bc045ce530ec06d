import { type CaptionDocument, cuesOf, type Word } from '../document.ts'
import { wordsOf } from '../timing/spans.ts'

/** A word that an emoji may illustrate. */
export type EmojiSuggestion = { readonly wordId: string; readonly emoji: string }

/** Captions in a row that do not repeat an emoji. */
const APART = 4

/** Whether a profile allows emoji: Netflix's style guides allow text only. */
export function allowsEmoji({ qc }: CaptionDocument): boolean {
  return qc.profile !== 'netflix'
}

/**
 * Suggests at most one emoji for each caption: for a keyword before other words, then for the longest word. Skips
 * captions that have decor, words that are hidden or censored, and an emoji of the captions just before.
 * @param table words in lower case, each with its emoji
 */
export function suggestEmoji(doc: CaptionDocument, table: Readonly<Record<string, string>>): EmojiSuggestion[] {
  if (!allowsEmoji(doc)) return []
  const recent: (string | undefined)[] = []
  return cuesOf(doc).flatMap((cue) => {
    const words = wordsOf(doc, cue)
    const found = words.some(({ decor }) => decor !== undefined) ? undefined : bestOf(words, table, doc.lang, recent)
    recent.push(found?.emoji)
    if (recent.length >= APART) recent.shift()
    return found === undefined ? [] : [found]
  })
}

type Found = EmojiSuggestion & { readonly score: number }

function bestOf(
  words: readonly Word[],
  table: Readonly<Record<string, string>>,
  lang: string,
  recent: readonly (string | undefined)[],
): EmojiSuggestion | undefined {
  const best = words.reduce<Found | undefined>((most, { id, text, tags, hidden, censored }) => {
    if (hidden || censored !== undefined || tags.includes('filler')) return most
    const word = lettersOf(text, lang)
    const emoji = emojiFor(word, table, lang)
    if (emoji === undefined || recent.includes(emoji)) return most
    const score = (tags.includes('keyword') ? 1_000 : 0) + word.length
    return score > (most?.score ?? 0) ? { wordId: id, emoji, score } : most
  }, undefined)
  return best && { wordId: best.wordId, emoji: best.emoji }
}

/** The emoji of a word; in English also of its plural. */
function emojiFor(word: string, table: Readonly<Record<string, string>>, lang: string): string | undefined {
  const forms = [word]
  if (lang.startsWith('en') && word.length > 4) {
    if (word.endsWith('ies')) forms.push(`${word.slice(0, -3)}y`)
    else if (word.endsWith('es')) forms.push(word.slice(0, -1), word.slice(0, -2))
    else if (word.endsWith('s') && !word.endsWith('ss')) forms.push(word.slice(0, -1))
  }
  const known = forms.find((form) => Object.hasOwn(table, form))
  return known === undefined ? undefined : table[known]
}

function lettersOf(text: string, lang: string): string {
  return text
    .replace(/[’']s$/u, '')
    .replace(/[^\p{L}\p{M}]/gu, '')
    .toLocaleLowerCase(lang === 'und' ? undefined : lang)
}
