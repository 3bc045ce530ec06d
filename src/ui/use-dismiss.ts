import { type RefObject, useEffect } from 'react'

/** Closes the open panel, so that only one is open at a time. */
let closeOpen: (() => void) | undefined

/**
 * Closes a manual popover on Escape, on a click outside it, and when another such panel opens. For panels that ignore
 * outside clicks for some time after opening; `popover="auto"` closes at once.
 * @param anchor the control that toggles it
 * @param afterMs milliseconds after opening until clicks outside count
 */
export function useDismiss(
  panelRef: RefObject<HTMLElement | null>,
  o: { open: boolean; anchor: RefObject<HTMLElement | null>; afterMs: number | undefined },
): void {
  const { open, anchor, afterMs } = o
  useEffect(() => {
    const panel = panelRef.current
    if (!open || panel === null || afterMs === undefined) return
    const close = () => panel.hidePopover()
    if (closeOpen !== close) closeOpen?.()
    closeOpen = close

    function pressed(event: KeyboardEvent) {
      if (event.key !== 'Escape') return
      // A dialog underneath stays open.
      event.preventDefault()
      close()
      anchor.current?.focus()
    }
    function clicked({ target }: MouseEvent) {
      if (target instanceof Node && !panel?.contains(target) && anchor.current?.contains(target) !== true) close()
    }
    const timer = setTimeout(() => document.addEventListener('click', clicked), afterMs)
    document.addEventListener('keydown', pressed)
    return () => {
      if (closeOpen === close) closeOpen = undefined
      clearTimeout(timer)
      document.removeEventListener('click', clicked)
      document.removeEventListener('keydown', pressed)
    }
  }, [panelRef, open, anchor, afterMs])
}
