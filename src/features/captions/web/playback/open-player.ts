import { type CaptionDocument, openingTime } from '../../model/index.ts'
import { createPlayer, type Player } from './player.ts'

/**
 * The player of captions that were just opened: paused on the first caption, which has entered, so that it and changes of
 * its style are visible. Playback starts at the beginning.
 */
export function openPlayer(doc: CaptionDocument): Player {
  const player = createPlayer(doc.media)
  player.rest({ atMs: openingTime(doc), playFromMs: 0 })
  return player
}
