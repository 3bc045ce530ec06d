import { type PointerEvent, type RefObject, useEffect, useState } from 'react'
import { useOpenEditor } from '../store/editor-context.ts'
import type { EditorStore } from '../store/editor-store.ts'

/** Distance to an edge of the list within which a drag scrolls it, px. */
const EDGE_PX = 28
/** Maximum scrolling of one frame, px. */
const MOST_PX = 18
/** Within this distance from where it was pressed, a pointer clicks, px. */
const CLICK_PX = 4

/** Handlers for a transcript that select words by dragging over them. */
export type DragHandlers = {
  onPointerDown(event: PointerEvent): void
  onPointerMove(event: PointerEvent): void
  onPointerUp(): void
  onPointerCancel(): void
}

type DragSelection = {
  readonly handlers: DragHandlers
  isPressed(): boolean
  /** The word that alone was selected when a finger last touched the list; null for none and for other pointers. */
  tappedSelection(): string | null
  end(): void
}

/**
 * Selects words by dragging over them: with a mouse or pen, or with a finger while taps select. Near an edge the list
 * scrolls along.
 * @returns the handlers, whether the pointer is down, and what a tap finds selected
 */
export function useDragSelection(list: RefObject<HTMLElement | null>): DragSelection {
  const { store } = useOpenEditor()
  const [drag] = useState(() => createDragSelection(list, store))
  useEffect(() => {
    // The pointer may be released outside the list.
    addEventListener('pointerup', drag.end)
    return () => {
      drag.end()
      removeEventListener('pointerup', drag.end)
    }
  }, [drag])
  return drag
}

/** A place of a pointer in the window, px. */
type Point = Pick<MouseEvent, 'clientX' | 'clientY'>

/** A drag: the word and the place where it started, the pointer, and the frame that scrolls along. */
type Drag = { readonly from: string; readonly start: Point; x: number; y: number; frame: number }

function createDragSelection(list: RefObject<HTMLElement | null>, store: EditorStore): DragSelection {
  let drag: Drag | undefined
  let pressed = false
  let tapped: string | null = null

  function end(): void {
    cancelAnimationFrame(drag?.frame ?? 0)
    drag = undefined
    pressed = false
  }

  function scrollAlong(): void {
    const scroller = list.current?.closest<HTMLElement>('[data-scrolls]')
    if (drag === undefined || !scroller) return
    const view = scroller.getBoundingClientRect()
    const by = scrollingAt(view, drag.y)
    drag.frame = by === 0 ? 0 : requestAnimationFrame(scrollAlong)
    if (by === 0) return
    scroller.scrollTop += by
    const inside = Math.min(Math.max(drag.y, view.top + 4), view.bottom - 4)
    extendTo(store, drag.from, wordAt(document.elementFromPoint(drag.x, inside)))
  }

  return {
    end,
    isPressed: () => pressed,
    tappedSelection: () => tapped,
    handlers: {
      onPointerDown(event) {
        pressed = true
        const { selection, isSelecting } = store.getState()
        const isOne = selection.focus === selection.anchor && !isSelecting
        tapped = event.pointerType === 'touch' && isOne ? selection.focus : null
        const from = wordAt(event.target)
        const mayDrag = event.pointerType !== 'touch' || isSelecting
        if (event.button !== 0 || event.shiftKey || from === undefined || !mayDrag) return
        drag = { from, start: event, x: event.clientX, y: event.clientY, frame: 0 }
        releaseCapture(event)
      },
      onPointerMove(event) {
        const { target, clientX, clientY, buttons } = event
        if (drag === undefined) return
        if (buttons === 0) return end()
        // The words may have moved under it.
        if (isClick(drag.start, event)) return
        Object.assign(drag, { x: clientX, y: clientY })
        extendTo(store, drag.from, wordAt(target))
        if (drag.frame === 0) scrollAlong()
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
  }
}

/** Whether a pointer that is pressed at one place and released at another clicks. */
export function isClick(pressed: Point, released: Point): boolean {
  return Math.hypot(released.clientX - pressed.clientX, released.clientY - pressed.clientY) < CLICK_PX
}

function extendTo({ actions, getState }: EditorStore, from: string, id: string | undefined): void {
  const { selection } = getState()
  if (id === undefined || (id === selection.focus && from === selection.anchor)) return
  // A press on one word is a click until the pointer reaches another.
  if (id === from && selection.anchor !== from) return
  actions.select({ focus: id, anchor: from })
}

/** The scrolling of one frame for a pointer near or beyond an edge, px; positive is down. */
function scrollingAt(view: DOMRect, y: number): number {
  const beyond = Math.max(0, y - (view.bottom - EDGE_PX)) - Math.max(0, view.top + EDGE_PX - y)
  return Math.sign(beyond) * Math.min(MOST_PX, Math.abs(beyond))
}

/** A finger captures the pointer, which would hide the words under it. */
function releaseCapture({ target, pointerId }: PointerEvent): void {
  if (target instanceof Element && target.hasPointerCapture(pointerId)) target.releasePointerCapture(pointerId)
}

/** The id of the word at an element of the transcript. */
export function wordAt(target: EventTarget | null): string | undefined {
  return target instanceof HTMLElement ? target.closest<HTMLElement>('[data-word]')?.dataset['word'] : undefined
}
