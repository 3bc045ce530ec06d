import { type CSSProperties, type RefObject, useLayoutEffect, useState } from 'react'
import { EDGE_PX } from './floating-class.ts'

/** The position of a floating panel relative to its anchor. */
export type Placement = { side: 'top' | 'bottom'; align: 'start' | 'center' | 'end' }

const GAP_PX = 6
/** Below this much room the panel goes to the other side. */
const ROOM_PX = 220
/** A panel whose anchor is nearer to the page's edge than this aligns with it. */
const SIDE_ROOM_PX = 90
/** The same for a centred panel: half of the widest tooltip. */
const CENTRED_ROOM_PX = 150
/** The same for the other edge of a panel that ends at its anchor: the width of a menu. */
const END_ROOM_PX = 224

/**
 * Positions a panel in the top layer beside its anchor while it is open, also while scrolling and resizing. It needs
 * only the anchor's rectangle, so the first frame is right.
 * @param anchor the control, or its `display: contents` wrapper
 */
export function useFloating(anchor: RefObject<Element | null>, open: boolean, placement: Placement): CSSProperties {
  const [style, setStyle] = useState<CSSProperties>({ position: 'fixed' })
  const { side, align } = placement
  useLayoutEffect(() => {
    if (!open) return
    const place = () => {
      const element = boxed(anchor.current)
      if (element) setStyle(beside(element.getBoundingClientRect(), { side, align }))
    }
    place()
    addEventListener('scroll', place, { capture: true, passive: true })
    addEventListener('resize', place)
    return () => {
      removeEventListener('scroll', place, { capture: true })
      removeEventListener('resize', place)
    }
  }, [anchor, open, side, align])
  return style
}

function boxed(element: Element | null): Element | null {
  return element && getComputedStyle(element).display === 'contents' ? element.firstElementChild : element
}

function beside(anchor: DOMRect, { side, align }: Placement): CSSProperties {
  const below = innerHeight - anchor.bottom
  const upwards = side === 'top' ? anchor.top > 60 : below < ROOM_PX && anchor.top > below
  const room = (upwards ? anchor.top : below) - GAP_PX - EDGE_PX
  return {
    position: 'fixed',
    inset: 'auto',
    ...(upwards ? { bottom: innerHeight - anchor.top + GAP_PX } : { top: anchor.bottom + GAP_PX }),
    ...horizontally(anchor, align),
    maxHeight: room,
    maxWidth: innerWidth - 2 * EDGE_PX,
  }
}

function horizontally(anchor: DOMRect, align: Placement['align']): CSSProperties {
  // The page's width without the scrollbar, which `right` does not count either.
  const width = document.documentElement.clientWidth
  const centre = anchor.left + anchor.width / 2
  const least = align === 'center' ? CENTRED_ROOM_PX : SIDE_ROOM_PX
  if (align === 'end' && anchor.right < END_ROOM_PX) return { left: EDGE_PX }
  if (align === 'start' || centre < least) return { left: Math.max(EDGE_PX, anchor.left) }
  if (align === 'end' || width - centre < least) return { right: Math.max(EDGE_PX, width - anchor.right) }
  return { left: centre, translate: '-50%' }
}
