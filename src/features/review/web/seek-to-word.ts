import { type CaptionDocument, restTime, wordIndex } from '#features/captions/model/index.ts'
import type { Player } from '#features/captions/web/index.ts'

/**
 * Seeks to the first frame of a word. A paused video draws the word and those before it as they are once they have
 * entered.
 * @param captions the captions as they are now: the owner may retime them meanwhile
 */
export function seekToWord(player: Player, captions: () => CaptionDocument, wordId: string): void {
  const find = (doc: CaptionDocument) => doc.words[wordIndex(doc, wordId)]
  const word = find(captions())
  if (word === undefined) return
  player.seekInto(word)
  player.rest(() => {
    const doc = captions()
    const now = find(doc)
    return now === undefined ? player.nowMs() : restTime(doc, now)
  })
}
