import { type RefObject, useEffect } from 'react'
import { useOpenEditor } from '../store/editor-context.ts'

/** A keyboard on the screen covers more than this; the bars of a browser cover less, px. */
const LEAST_COVERED_PX = 120

/**
 * Fits the editor into the room above the keyboard of a phone while a word is edited, so that the lines around it can be
 * read: it is marked `data-keyboard`, which hides what is not needed meanwhile. Without React, since it follows typing.
 */
export function useKeyboardRoom(element: RefObject<HTMLElement | null>): void {
  const { store } = useOpenEditor()
  useEffect(() => {
    const viewport = window.visualViewport
    const editor = element.current
    if (viewport === null || editor === null) return
    const fit = () => fitAbove(editor, store.getState().typing === null ? null : viewport)
    const unsubscribe = store.subscribe((state, before) => state.typing !== before.typing && fit())
    const stop = new AbortController()
    // Panning the page behind the keyboard moves the room.
    for (const type of ['resize', 'scroll']) viewport.addEventListener(type, fit, { signal: stop.signal })
    return () => {
      unsubscribe()
      stop.abort()
      fitAbove(editor, null)
    }
  }, [element, store])
}

/** @param viewport the visible part of the page; null without a keyboard */
function fitAbove(editor: HTMLElement, viewport: VisualViewport | null): void {
  const wasFitted = editor.hasAttribute('data-keyboard')
  // Zooming shrinks the visible part too.
  const covered = viewport === null ? 0 : document.documentElement.clientHeight - viewport.height * viewport.scale
  const isFitted = covered >= LEAST_COVERED_PX
  if (!isFitted && !wasFitted) return
  editor.toggleAttribute('data-keyboard', isFitted)
  editor.style.setProperty('--room-top', `${viewport?.offsetTop ?? 0}px`)
  editor.style.setProperty('--room-height', `${viewport?.height ?? 0}px`)
  if (isFitted && !wasFitted) showAround(document.activeElement)
}

/** Scrolls the edited word to the middle, and on to the top of a line: cut lines at both ends cannot be read. */
function showAround(edited: Element | null): void {
  edited?.scrollIntoView({ block: 'center' })
  const list = edited?.closest('[data-scrolls]')
  if (!list) return
  const { top } = list.getBoundingClientRect()
  const rows = Array.from(list.querySelectorAll('[data-cue]'), (row) => row.getBoundingClientRect())
  const first = rows.find(({ bottom }) => bottom > top)
  if (first !== undefined) list.scrollTop += first.top - top
}
