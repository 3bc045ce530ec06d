/** A press of a pointer on something that can be dragged. */
export type Press<Grip> = {
  readonly grip: Grip
  readonly pointerId: number
  /** Position in the timeline, px. */
  readonly px: number
}

/** The effects of a drag, which its owner provides. */
export type DragPorts<Grip> = {
  /** The pointer has moved far enough to drag. */
  start(grip: Grip): void
  /** @param isFree true while Shift is held: nothing snaps */
  move(grip: Grip, px: number, isFree: boolean): void
  drop(grip: Grip): void
  /** The drag ends without a change. */
  cancel(): void
  /** The pointer was released where it was pressed. */
  click(grip: Grip): void
}

/** Movement that turns a press into a drag, px. */
export const DRAG_PX = 4

type State<Grip> = { readonly is: 'idle' } | { readonly is: 'pending' | 'dragging'; readonly press: Press<Grip> }

/** A drag: idle until a press, pending until the pointer moves, then dragging until its release or Escape. */
export type DragController<Grip> = {
  /** @param isPicked true if the press itself picks the grip, as a long press does: no movement is needed */
  press(press: Press<Grip>, isPicked?: boolean): void
  move(pointerId: number, px: number, isFree: boolean): void
  release(pointerId: number): void
  /** Also for a pointer that the browser takes away. */
  cancel(): void
  isDragging(): boolean
}

export function createDragController<Grip>(ports: DragPorts<Grip>): DragController<Grip> {
  let state: State<Grip> = { is: 'idle' }

  function start(press: Press<Grip>): void {
    state = { is: 'dragging', press }
    ports.start(press.grip)
  }

  return {
    press(press, isPicked = false) {
      // A second finger or button does not take over a drag.
      if (state.is !== 'idle') return
      if (isPicked) start(press)
      else state = { is: 'pending', press }
    },
    move(pointerId, px, isFree) {
      if (state.is === 'idle' || state.press.pointerId !== pointerId) return
      const { press } = state
      if (state.is === 'pending') {
        if (Math.abs(px - press.px) < DRAG_PX) return
        start(press)
      }
      ports.move(press.grip, px, isFree)
    },
    release(pointerId) {
      if (state.is === 'idle' || state.press.pointerId !== pointerId) return
      const { is, press } = state
      state = { is: 'idle' }
      if (is === 'dragging') ports.drop(press.grip)
      else ports.click(press.grip)
    },
    cancel() {
      const { is } = state
      state = { is: 'idle' }
      if (is === 'dragging') ports.cancel()
    },
    isDragging: () => state.is === 'dragging',
  }
}
