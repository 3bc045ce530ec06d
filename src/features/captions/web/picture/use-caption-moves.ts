import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import {
  guidesOf,
  keepInside,
  type PictureSize,
  type PlacedCaption,
  type Point,
  SAFE_ZONES,
  safeArea,
  snapMove,
} from '../../model/index.ts'
import { useActions, useOpenEditor } from '../store/editor-context.ts'
import type { EditorStore } from '../store/editor-store.ts'
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
  const ahead = useAhead(caption)
  const end = {
    onDrop: () => endDrag(true),
    onCancel: () => endDrag(false),
  }

  function endDrag(isKept: boolean) {
    setGuides({})
    finish(isKept)
  }

  function dragCaption(press: PointerEvent<HTMLElement>) {
    finish(true)
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
        draftMove(store, moved, snapped.by)
      },
    })
  }

  function dragSide(press: PointerEvent<HTMLElement>, side: -1 | 1) {
    finish(true)
    const scale = scaleOf(press, frame)
    const width = caption.box.x1 - caption.box.x0
    press.stopPropagation()
    followPointer(press, { ...end, onMove: ({ x }) => draftWidth(store, moved, width + 2 * side * x * scale) })
  }

  /** Acts on an arrow key. @returns false for other keys */
  function onArrow(event: KeyboardEvent, act: (by: Point) => void): boolean {
    const way = WAYS[event.key]
    if (way === undefined) return false
    const step = event.altKey ? STEPS.alt : event.shiftKey ? STEPS.shift : STEPS.plain
    act({ x: way.x * step * frame.width, y: way.y * step * frame.height })
    finishAfterRest()
    return true
  }

  return {
    guides,
    dragCaption,
    dragSide,
    moveByKey: (event: KeyboardEvent) => onArrow(event, (by) => stepMove(store, moved, ahead(), by)),
    resizeByKey: (event: KeyboardEvent) => onArrow(event, (by) => stepWidth(store, moved, ahead(), by)),
    reset: () => resetPlace(store, caption.cueId, scope),
    /** Turns a movement by keys into an edit at once. */
    keep: () => finish(true),
  }
}

/** How far keys are ahead of a caption's layout, in pixels of the frame. */
type Ahead = { readonly caption: PlacedCaption; by: Point; width: number }

/** Returns how far keys have moved a caption since its layout: one layout may follow several keys. */
function useAhead(caption: PlacedCaption): () => Ahead {
  const ahead = useRef<Ahead>(null)
  return () => {
    if (ahead.current?.caption !== caption) ahead.current = { caption, by: { x: 0, y: 0 }, width: caption.maxWidth }
    return ahead.current
  }
}

function stepMove(store: EditorStore, moved: Moved, ahead: Ahead, { x, y }: Point): void {
  ahead.by = draftMove(store, moved, { x: ahead.by.x + x, y: ahead.by.y + y })
}

function stepWidth(store: EditorStore, moved: Moved, ahead: Ahead, { x, y }: Point): void {
  const { width, height } = moved.frame
  ahead.width = Math.min(width, Math.max(0, ahead.width + x - (y * width) / height))
  draftWidth(store, moved, ahead.width)
}

/** Shows the caption this far from its layout, in pixels of the frame. @returns how far it is: it stays in the frame */
function draftMove(store: EditorStore, moved: Moved, by: Point): Point {
  const { caption, frame } = moved
  const inside = keepInside(caption.box, by, frame)
  draftPoint(store, moved, { x: caption.anchor.x + inside.x, y: caption.anchor.y + inside.y })
  return inside
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
