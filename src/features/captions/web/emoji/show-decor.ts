import { cueOfWord, restTime, wordIndex, wordIndexAtTime } from '../../model/index.ts'
import type { OpenEditor } from '../store/editor-context.ts'

/**
 * Shows the new emoji or picture of a word while the video is paused, after it has appeared. Of several words, shows the
 * last one of the caption on screen. Playback starts at the word.
 */
export function showDecor({ store, player }: OpenEditor, wordIds: readonly string[]): void {
  const { doc } = store.getState()
  const spoken = doc.words[Math.max(0, wordIndexAtTime(doc, player.nowMs()))]
  const onScreen = cueOfWord(doc, spoken?.id ?? '')
  const shown = wordIds.length === 1 ? wordIds[0] : wordIds.findLast((id) => cueOfWord(doc, id) === onScreen)
  const word = doc.words[wordIndex(doc, shown ?? '')]
  if (word !== undefined && !player.isPlaying()) player.rest({ atMs: restTime(doc, word), playFromMs: word.t0 })
}
