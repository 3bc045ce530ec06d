import { createContext, type RefObject, use } from 'react'

/** The element that overlays are rendered into: an open modal dialog, outside of which everything is inert. */
export const OverlayRoot = createContext<RefObject<HTMLElement | null> | undefined>(undefined)

/** Where an overlay is rendered; the body when absent. */
export function useOverlayRoot(): RefObject<HTMLElement | null> | undefined {
  return use(OverlayRoot)
}
