import { useSyncExternalStore } from 'react'
import type { PlaybackSettings } from './playback-settings.ts'
import type { Player } from './player.ts'

/** Subscribes to the speed and the loop of the player. */
export function usePlaybackSettings(player: Player): PlaybackSettings {
  return useSyncExternalStore(player.onSettings, player.settings, player.settings)
}
