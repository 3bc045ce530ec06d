import { type CaptionDocument, restTime, type Word } from '#features/captions/model/index.ts'
import type { Player } from '#features/captions/web/index.ts'

/** Seeks to the first frame of a word. A paused video draws the word and those before it as they are once they have entered. */
export function seekToWord(player: Player, doc: CaptionDocument, word: Word): void {
  player.seekInto(word)
  player.rest(() => restTime(doc, word))
}
