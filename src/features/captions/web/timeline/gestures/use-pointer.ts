import { type RefObject, useEffect } from 'react'
import type { Gestures, HandleGrip } from './gestures.ts'
import type { PointerAt } from './grip-at.ts'
import type { Lane } from '../canvases/lane-canvases.ts'
import { createMomentum } from './momentum.ts'
import type { TimelineStore } from '../timeline-store.ts'
import { createTouch, REST_PX } from './touch.ts'
import type { Viewport } from '../viewport.ts'

/** Zoom of a wheel, for each px of its movement. */
const WHEEL_ZOOM = 0.0025
/** Movement of a wheel that counts lines, px. */
const LINE_PX = 16
/** A drag this near to an edge of the timeline scrolls, px. */
const SCROLL_ZONE_PX = 32
/** Speed of this scroll, px a frame. */
const SCROLL_PX = 10

/** Dependencies of `usePointer`. */
export type PointerOptions = {
  readonly gestures: Gestures
  readonly timeline: TimelineStore
  /** Narrow timelines show words over the waveform: a press anywhere in it is one on the words. */
  readonly isCompact: boolean
  nowMs(): number
  /** Gives the timeline the focus, so that its keys work after a click. */
  focus(): void
}

/** Connects mouse, pen and fingers to the gestures of the timeline. */
export function usePointer(surface: RefObject<HTMLElement | null>, o: PointerOptions): void {
  const { gestures, timeline, isCompact, nowMs, focus } = o
  useEffect(() => {
    const element = surface.current
    if (element === null) return undefined
    const listening = new AbortController()
    connectPointer(element, { gestures, timeline, isCompact, nowMs, focus }, listening.signal)
    connectScroll(element, { gestures, timeline, nowMs }, listening.signal)
    return () => {
      listening.abort()
      gestures.cancel()
    }
  }, [surface, gestures, timeline, isCompact, nowMs, focus])
}

function connectPointer(element: HTMLElement, o: PointerOptions, signal: AbortSignal): void {
  const { gestures } = o
  const momentum = createMomentum({
    scrollBy(px) {
      const { view } = o.timeline.getState()
      o.timeline.actions.scroll(view.startMs - px * view.msPerPx, o.nowMs())
    },
    isReduced: () => matchMedia('(prefers-reduced-motion: reduce)').matches,
  })
  const touch = createTouch({ ...o, scrollsNatively: o.isCompact, momentum })
  const pxOf = createPxOf(element, signal)
  const atOf = (event: MouseEvent): PointerAt => ({
    lane: laneOf(event.target, o.isCompact),
    px: pxOf(event),
    isShift: event.shiftKey,
  })
  /** A finger on a handle, until it moves. */
  let resting: { readonly pointerId: number; readonly px: number } | undefined
  const down = (event: PointerEvent) => {
    if (event.button !== 0) return
    // Each move of a drag would come a second time, as one of the mouse.
    if (event.pointerType === 'mouse') event.preventDefault()
    o.focus()
    const grip = handleOf(event.target)
    resting = undefined
    if (grip !== undefined && gestures.pressHandle(grip, atOf(event), event.pointerId)) {
      if (event.pointerType === 'touch') resting = { pointerId: event.pointerId, px: pxOf(event) }
    } else if (event.pointerType === 'touch') return touch.press(event.pointerId, atOf(event))
    else gestures.pressAt(atOf(event), event.pointerId)
    element.setPointerCapture(event.pointerId)
  }
  const move = (event: PointerEvent) => {
    const px = pxOf(event)
    touch.move(event.pointerId, px)
    gestures.move(event.pointerId, px, event.shiftKey)
    if (event.buttons === 0) element.style.cursor = gestures.cursorAt(atOf(event))
    // The panes of the page would look for their handles under each move, which lays out the page.
    else event.preventDefault()
  }
  const end = (event: PointerEvent) => {
    const isLifted = event.type === 'pointerup'
    touch.release(event.pointerId, atOf(event), isLifted)
    if (isLifted) gestures.release(event.pointerId)
    else gestures.cancel()
    // The browser sends a tap beside a handle to the handle: a tap that moves nothing selects the word below it.
    if (isLifted && resting?.pointerId === event.pointerId && Math.abs(pxOf(event) - resting.px) <= REST_PX) {
      gestures.pressAt({ ...atOf(event), lane: 'words' }, event.pointerId)
      gestures.release(event.pointerId)
    }
    resting = undefined
  }
  element.addEventListener('pointerdown', down, { signal })
  element.addEventListener('pointermove', move, { signal })
  element.addEventListener('pointerup', end, { signal })
  element.addEventListener('pointercancel', end, { signal })
  element.addEventListener('dblclick', (event) => gestures.play(atOf(event)), { signal })
  // The browser would move the focus to the page.
  element.addEventListener('mousedown', (event) => event.preventDefault(), { signal })
  signal.addEventListener('abort', touch.dispose)
}

type ScrollOptions = Pick<PointerOptions, 'gestures' | 'timeline' | 'nowMs'>

/** Wheel, scroll while dragging near an edge, and no native scroll while something is picked. */
function connectScroll(element: HTMLElement, o: ScrollOptions, signal: AbortSignal): void {
  const pxOf = createPxOf(element, signal)
  let frame = 0
  let latest: { pointerId: number; px: number; isShift: boolean } | undefined
  const scrollNearEdge = () => {
    frame = 0
    const { view, drag } = o.timeline.getState()
    if (latest === undefined || drag === null) return
    const { pointerId, px, isShift } = latest
    const by = scrollAt(px, view)
    if (by === 0) return
    o.timeline.actions.scroll(view.startMs + by * view.msPerPx, o.nowMs())
    o.gestures.move(pointerId, px, isShift)
    frame = requestAnimationFrame(scrollNearEdge)
  }
  const follow = (event: PointerEvent) => {
    latest = { pointerId: event.pointerId, px: pxOf(event), isShift: event.shiftKey }
    const { view, drag } = o.timeline.getState()
    if (frame === 0 && drag !== null && scrollAt(latest.px, view) !== 0) frame = requestAnimationFrame(scrollNearEdge)
  }
  const keepStill = (event: TouchEvent) => {
    if (event.touches.length > 1 || o.gestures.isDragging()) event.preventDefault()
  }
  const turn = (event: WheelEvent) => turnWheel(event, { ...o, px: pxOf(event) })
  element.addEventListener('pointermove', follow, { signal })
  element.addEventListener('touchstart', keepStill, { signal, passive: false })
  element.addEventListener('touchmove', keepStill, { signal, passive: false })
  element.addEventListener('wheel', turn, { signal, passive: false })
  signal.addEventListener('abort', () => cancelAnimationFrame(frame))
}

/** How far a drag at a position scrolls in a frame, px. */
function scrollAt(px: number, { widthPx }: Viewport): number {
  if (px < SCROLL_ZONE_PX) return -SCROLL_PX
  return px > widthPx - SCROLL_ZONE_PX ? SCROLL_PX : 0
}

/** Zooms with Ctrl or ⌘, as a pinch on a touchpad does too; otherwise scrolls along the video. */
function turnWheel(event: WheelEvent, { timeline, px, nowMs }: ScrollOptions & { px: number }): void {
  const { actions, getState } = timeline
  const { view } = getState()
  const by = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1)
  if (event.ctrlKey || event.metaKey) actions.zoom(Math.exp(-by * WHEEL_ZOOM), px)
  else {
    const isSideways = Math.abs(event.deltaX) >= Math.abs(event.deltaY)
    actions.scroll(view.startMs + (isSideways ? event.deltaX : by) * view.msPerPx, nowMs())
  }
  event.preventDefault()
}

/** Positions in an element. Its place is read when a pointer arrives or presses: reading it lays out the page. */
function createPxOf(element: HTMLElement, signal: AbortSignal): (event: MouseEvent) => number {
  let left: number | undefined
  const forget = () => (left = undefined)
  element.addEventListener('pointerenter', forget, { signal })
  element.addEventListener('pointerdown', forget, { signal, capture: true })
  addEventListener('resize', forget, { signal })
  return (event) => event.clientX - (left ??= element.getBoundingClientRect().left)
}

function laneOf(target: EventTarget | null, isCompact: boolean): Lane {
  const name = target instanceof Element ? target.closest<HTMLElement>('[data-lane]')?.dataset['lane'] : undefined
  if (name === 'ruler' || name === 'captions') return name
  return isCompact || name === 'words' || handleOf(target) !== undefined ? 'words' : 'waveform'
}

function handleOf(target: EventTarget | null): HandleGrip | undefined {
  const handle = target instanceof Element ? target.closest<HTMLElement>('[data-handle]') : null
  const { handle: edge, of: wordId } = handle?.dataset ?? {}
  return wordId !== undefined && (edge === 't0' || edge === 't1') ? { on: 'word-edge', wordId, edge } : undefined
}
