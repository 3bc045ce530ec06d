/**
 * Writes the emoji of the editor, one file for each language, from emojibase-data (MIT): `node scripts/emoji-data.ts`.
 * Each file has the emoji with their names and search words, and the words that suggest an emoji.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { drawEmoji } from '../src/features/rendering/server/emoji-pictures.ts'
import { EMOJI_LANGUAGES, type EmojiData } from '../src/features/captions/web/emoji/emoji-data.ts'
import { COMMON_WORDS, PREFERRED } from './emoji-words.ts'

const Row = z.object({
  emoji: z.string(),
  label: z.string(),
  tags: z.array(z.string()).default([]),
  group: z.number().optional(),
})
type Row = z.output<typeof Row>

/** The groups of emojibase-data: parts of other emoji are no emoji; people and symbols illustrate few words well. */
const GROUP = { people: 1, components: 2, symbols: 8, flags: 9 } as const
/** Search words of an emoji in other languages than English, which has the most. */
const MOST_TAGS = 6

const PACKAGE = dirname(createRequire(import.meta.url).resolve('emojibase-data/package.json'))

for (const language of EMOJI_LANGUAGES) {
  const text = await readFile(join(PACKAGE, language, 'data.json'), 'utf8')
  const rows = z
    .array(Row)
    .parse(JSON.parse(text))
    .filter(({ group, emoji }) => group !== undefined && group !== GROUP.components && drawEmoji(emoji) !== undefined)
    .map((row) => ({ ...row, emoji: canonicalEmoji(row.emoji), label: row.label.normalize('NFC') }))
  const data: EmojiData = {
    emoji: rows.map(({ emoji, label, tags }) => [
      emoji,
      label,
      (language === 'en' ? tags : tags.slice(0, MOST_TAGS)).join(' '),
    ]),
    words: language === 'en' ? englishWords(rows) : labelWords(rows, language),
  }
  const path = new URL(`../src/features/captions/web/emoji/data/${language}.json`, import.meta.url)
  await writeFile(path, `${JSON.stringify(data)}\n`)
  console.log(language, data.emoji.length, Object.keys(data.words).length)
}

/** Without selectors that the emoji does not need. */
function canonicalEmoji(emoji: string): string {
  const plain = emoji.replaceAll('\u{FE0F}', '')
  return /^\p{RGI_Emoji}$/v.test(plain) ? plain : emoji
}

/**
 * English words: the names of emoji, and those chosen by hand. Search words are no help: of those that lead to a single
 * emoji, every second one has another meaning in speech (american, build, easy).
 */
function englishWords(rows: readonly Row[]): Record<string, string> {
  const all = [...Object.entries(labelWords(rows, 'en')), ...Object.entries(PREFERRED)]
  return Object.fromEntries(all.filter(([word]) => !COMMON_WORDS.has(word)))
}

/** The names of things, in one word: the first emoji of each name. */
function labelWords(rows: readonly Row[], language: string): Record<string, string> {
  const words = new Map<string, string>()
  for (const { emoji, label, group } of rows) {
    const word = label.toLocaleLowerCase(language)
    const isName = /^[\p{L}\p{M}]+$/u.test(word) && [...word].length >= leastLetters(language)
    if (isName && !isExcluded(group) && !words.has(word)) words.set(word, emoji)
  }
  return Object.fromEntries(words)
}

function isExcluded(group: number | undefined): boolean {
  return group === GROUP.people || group === GROUP.symbols || group === GROUP.flags
}

/** Shorter words have too many meanings; one character is a word in Chinese and Japanese. */
function leastLetters(language: string): number {
  return ['zh', 'ja', 'ko'].includes(language) ? 2 : language === 'en' ? 3 : 4
}
