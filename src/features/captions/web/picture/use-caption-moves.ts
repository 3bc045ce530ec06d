import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import {
  guidesOf,
  keepInside,
  type PictureSize,
  type Point,
  SAFE_ZONES,
  safeArea,
  snapMove,
} from '../../model/index.ts'
import { useActions, useOpenEditor } from '../store/editor-context.ts'
import { followPointer } from './follow-pointer.ts'
import type { PictureStore } from './picture-store.ts'
import { centerOfAll, draftPoint, draftWidth, type Moved, resetPlace } from './move-captions.ts'

/** Distance within which a caption snaps to a guide, in CSS pixels. */
const SNAP_PX = 7
/** Pause after which keys become one edit, ms. */
const REST_MS = 600
/** Arrow steps as shares of the picture: plain, with Shift, with Alt. */
const STEPS = { plain: 0.01, shift: 0.05, alt: 0.001 }

/** The guides that a dragged caption lines up with, in pixels of the frame. */
export type ShownGuides = { readonly x?: number; readonly y?: number }

/** The handlers that move and resize a caption with pointer and keys. One drag, or one run of keys, is one edit. */
export function useCaptionMoves(picture: PictureStore, moved: Moved) {
  const { store, player } = useOpenEditor()
  const { caption, scope, frame } = moved
  const [guides, setGuides] = useState<ShownGuides>({})
  const { finish, finishAfterRest } = useDraftEnd()
  const end = {
    onDrop: () => endDrag(true),
    onCancel: () => endDrag(false),
  }

  function endDrag(isKept: boolean) {
    setGuides({})
    finish(isKept)
  }

  function dragCaption(press: PointerEvent<HTMLElement>) {
    const scale = scaleOf(press, frame)
    const shown = SAFE_ZONES.find(({ id }) => id === picture.getState().zone)
    const also = scope === 'one' ? [centerOfAll(store.getState().doc, frame)] : []
    const lines = guidesOf(frame, { also, safe: shown && safeArea(shown, frame) })
    followPointer(press, {
      ...end,
      onMove(by, { shiftKey, altKey }) {
        player.pause()
        const within = shiftKey || altKey ? 0 : SNAP_PX * scale
        const snapped = snapMove(caption, { x: by.x * scale, y: by.y * scale }, lines, within)
        setGuides(snapped.at)
        moveBy(snapped.by)
      },
    })
  }

  function moveBy(by: Point) {
    const { x, y } = keepInside(caption.box, by, frame)
    draftPoint(store, moved, { x: caption.anchor.x + x, y: caption.anchor.y + y })
  }

  function dragSide(press: PointerEvent<HTMLElement>, side: -1 | 1) {
    const scale = scaleOf(press, frame)
    const width = caption.box.x1 - caption.box.x0
    press.stopPropagation()
    followPointer(press, { ...end, onMove: ({ x }) => draftWidth(store, moved, width + 2 * side * x * scale) })
  }

  /** Acts on an arrow key. @returns false for other keys */
  function onArrow(event: KeyboardEvent, act: (way: Point, step: number) => void): boolean {
    const way = WAYS[event.key]
    if (way === undefined) return false
    act(way, event.altKey ? STEPS.alt : event.shiftKey ? STEPS.shift : STEPS.plain)
    finishAfterRest()
    return true
  }

  return {
    guides,
    dragCaption,
    dragSide,
    moveByKey: (event: KeyboardEvent) =>
      onArrow(event, ({ x, y }, step) => moveBy({ x: x * step * frame.width, y: y * step * frame.height })),
    resizeByKey: (event: KeyboardEvent) =>
      onArrow(event, ({ x, y }, step) => draftWidth(store, moved, caption.maxWidth + (x - y) * step * frame.width)),
    reset: () => resetPlace(store, caption.cueId, scope),
    /** Turns a movement by keys into an edit at once. */
    keep: () => finish(true),
  }
}

/** Ends the draft of a movement, now or after a pause, and with the component. */
function useDraftEnd() {
  const { drop, cancelDrag } = useActions()
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(
    () => () => {
      clearTimeout(resting.current)
      drop()
    },
    [drop],
  )
  return {
    finish(isKept: boolean) {
      clearTimeout(resting.current)
      if (isKept) drop()
      else cancelDrag()
    },
    finishAfterRest() {
      clearTimeout(resting.current)
      resting.current = setTimeout(drop, REST_MS)
    },
  }
}

const WAYS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** Pixels of the frame per CSS pixel of the picture that an element stands on. */
function scaleOf({ currentTarget }: PointerEvent<HTMLElement>, { width }: PictureSize): number {
  return width / (currentTarget.closest('[data-picture]')?.getBoundingClientRect().width ?? width)
}
