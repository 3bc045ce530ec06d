import type { PointerEvent as ReactPointerEvent } from 'react'
import type { Point } from '../../model/index.ts'

/** Distance from which a press counts as a drag, in CSS pixels. */
const DRAG_PX = 3

/** What happens during a drag. */
export type PointerDrag = {
  /** At most once a frame. @param by distance from the start, in CSS pixels */
  onMove(by: Point, event: PointerEvent): void
  /** The pointer was released after a movement. */
  onDrop(): void
  /** Escape, or the system took the pointer. */
  onCancel(): void
}

/** Follows a pointer from its press to its release, also outside the element. */
export function followPointer(press: ReactPointerEvent<HTMLElement>, drag: PointerDrag): void {
  if (press.button !== 0 || !press.isPrimary) return
  const element = press.currentTarget
  const { pointerId, clientX, clientY } = press
  const stop = new AbortController()
  const { signal } = stop
  let last: PointerEvent | null = null
  let frame = 0
  let isDragging = false
  element.setPointerCapture(pointerId)

  function showLast() {
    frame = 0
    if (last !== null) drag.onMove({ x: last.clientX - clientX, y: last.clientY - clientY }, last)
    last = null
  }
  function move(event: PointerEvent) {
    const distance = Math.hypot(event.clientX - clientX, event.clientY - clientY)
    if (event.pointerId !== pointerId || (!isDragging && distance < DRAG_PX)) return
    isDragging = true
    last = event
    frame ||= requestAnimationFrame(showLast)
  }
  function end(isDropped: boolean) {
    stop.abort()
    cancelAnimationFrame(frame)
    if (!isDragging) return
    if (isDropped) showLast()
    if (isDropped) drag.onDrop()
    else drag.onCancel()
  }
  function release(event: PointerEvent) {
    if (event.pointerId === pointerId) end(event.type === 'pointerup')
  }
  element.addEventListener('pointermove', move, { signal })
  element.addEventListener('pointerup', release, { signal })
  element.addEventListener('pointercancel', release, { signal })
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !isDragging) return
      event.preventDefault()
      event.stopPropagation()
      end(false)
    },
    { signal, capture: true },
  )
}
