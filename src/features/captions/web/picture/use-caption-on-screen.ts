import { useCallback, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import type { PlacedCaption } from '../../model/index.ts'
import { useOpenEditor } from '../editor-context.ts'
import type { PictureStore } from './picture-store.ts'

/** The caption at the playhead; the component renders again only when it changes. */
export function useCaptionOnScreen(picture: PictureStore): PlacedCaption | undefined {
  const { player } = useOpenEditor()
  const layout = useStore(picture, (state) => state.layout)
  return useSyncExternalStore(
    player.onTime,
    useCallback(() => layout?.captionAt(player.nowMs()), [layout, player]),
  )
}
