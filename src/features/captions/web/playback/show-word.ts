import { restTime, wordIndex } from '../../model/index.ts'
import type { OpenEditor } from '../store/editor-context.ts'

/** Shows a word while the video is paused, with its caption as it is once the word and its emoji have entered. */
export function showWord({ store, player }: OpenEditor, wordId: string): void {
  const find = () => {
    const { doc } = store.getState()
    const word = doc.words[wordIndex(doc, wordId)]
    return word && { doc, word }
  }
  const found = find()
  if (found === undefined || player.isPlaying()) return
  player.seekInto(found.word)
  player.rest(() => {
    const now = find()
    return now === undefined ? player.nowMs() : restTime(now.doc, now.word)
  })
}
