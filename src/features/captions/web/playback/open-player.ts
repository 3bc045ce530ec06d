import { type CaptionDocument, openingTime } from '../../model/index.ts'
import { createPlayer, type Player } from './player.ts'

/**
 * The player of captions that were just opened: at the first word, with its caption drawn as it is once it has entered,
 * so that it and changes of its style are visible.
 */
export function openPlayer(doc: CaptionDocument): Player {
  const player = createPlayer(doc.media)
  const [first] = doc.words
  if (first !== undefined) player.seekInto(first)
  player.rest(openingTime(doc) ?? player.nowMs())
  return player
}
