import { useCallback, useSyncExternalStore } from 'react'
import type { PictureLayout, PlacedCaption } from '../../model/index.ts'
import { useOpenEditor } from '../store/editor-context.ts'

/** The caption of a layout at the playhead; the component renders again only when it changes. */
export function useCaptionOnScreen(layout: PictureLayout): PlacedCaption | undefined {
  const { player } = useOpenEditor()
  return useSyncExternalStore(
    player.onTime,
    useCallback(() => layout.captionAt(player.nowMs()), [layout, player]),
  )
}
