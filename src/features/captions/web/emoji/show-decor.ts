import { cueOfWord, restTime, wordIndex, wordIndexAtTime } from '../../model/index.ts'
import type { OpenEditor } from '../store/editor-context.ts'

/** Shows the new emoji or picture of a word, once it has appeared, while the video is paused. */
export function showDecor({ store, player }: OpenEditor, wordId: string): void {
  const { doc } = store.getState()
  const word = doc.words[wordIndex(doc, wordId)]
  if (word === undefined || player.isPlaying()) return
  player.seekInto(word)
  player.rest(restTime(doc, word))
}

/** @returns the last of some words that is in the caption on screen */
export function lastOnScreen({ store, player }: OpenEditor, wordIds: readonly string[]): string | undefined {
  const { doc } = store.getState()
  const spoken = doc.words[Math.max(0, wordIndexAtTime(doc, player.nowMs()))]
  const onScreen = cueOfWord(doc, spoken?.id ?? '')
  return wordIds.findLast((id) => cueOfWord(doc, id) === onScreen)
}
