import { useSyncExternalStore } from 'react'
import type { Player } from './player.ts'

/** True while the video plays. */
export function usePlaying(player: Player): boolean {
  return useSyncExternalStore(player.onPlaying, player.isPlaying, () => false)
}
