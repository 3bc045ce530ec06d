/** The languages with emoji names, as in emojibase-data; others use English. */
export const EMOJI_LANGUAGES = ['en', 'de', 'es', 'fr', 'it', 'ja', 'ko', 'nl', 'pl', 'pt', 'ru', 'zh'] as const
/** One of `EMOJI_LANGUAGES`. */
export type EmojiLanguage = (typeof EMOJI_LANGUAGES)[number]

/** The emoji in one language. Written by `scripts/emoji-data.ts`. */
export type EmojiData = {
  /** Emoji, name, and search words separated by spaces; in the usual order of keyboards. */
  readonly emoji: readonly (readonly [emoji: string, label: string, tags: string])[]
  /** Words in lower case, each with the emoji it suggests. */
  readonly words: Readonly<Record<string, string>>
}
