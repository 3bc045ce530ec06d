import type { Command, EmojiDecor, ImageDecor, Word } from '../../model/index.ts'
import { newId } from '../store/new-id.ts'

/** A new emoji: above its word, larger than its letters, popping up when the word is spoken. */
export function newEmoji(emoji: string): EmojiDecor {
  return { id: newId(), kind: 'emoji', emoji, side: 'above', size: 1.5, motion: 'pop' }
}

/** The emoji of a word; none for pictures and shapes. */
export function emojiOfWord({ decor = [] }: Pick<Word, 'decor'>): EmojiDecor[] {
  return decor.flatMap((item) => (item.kind === 'emoji' ? [item] : []))
}

/** A new picture: above its word, twice as high as its letters, popping up when the word is spoken. */
export function newPicture(assetId: string): ImageDecor {
  return { id: newId(), kind: 'image', assetId, side: 'above', size: 2, motion: 'pop' }
}

/** The pictures of a word. */
export function picturesOfWord({ decor = [] }: Pick<Word, 'decor'>): ImageDecor[] {
  return decor.flatMap((item) => (item.kind === 'image' ? [item] : []))
}

/** The edit that gives each word its emoji. */
export function addEmoji(items: readonly { readonly wordId: string; readonly emoji: string }[]): Command[] {
  if (items.length === 0) return []
  return [{ type: 'setDecor', items: items.map(({ wordId, emoji }) => ({ wordId, decor: newEmoji(emoji) })) }]
}
