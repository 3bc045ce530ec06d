import { type CaptionDocument, openingTime } from '../../model/index.ts'
import { createPlayer, type Player } from './player.ts'

/**
 * The player of captions that were just opened: at the first word, with its caption drawn as it is once it has entered,
 * so that it and changes of its style are visible.
 * @param captions the captions as they are now, which edits change
 */
export function openPlayer(captions: () => CaptionDocument): Player {
  const { media, words } = captions()
  const player = createPlayer(media)
  const [first] = words
  if (first !== undefined) player.seekInto(first)
  player.rest(() => openingTime(captions(), player.nowMs()) ?? player.nowMs())
  return player
}
