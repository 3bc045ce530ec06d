import { createStore, type StoreApi } from 'zustand/vanilla'
import type { CaptionDocument } from '../../model/index.ts'
import type { DragMode, DragPreview } from './gestures/drag-edit.ts'
import type { SnapKind } from './gestures/snap.ts'
import {
  endOf,
  isSameView,
  openViewport,
  resizeTo,
  reveal,
  revealNear,
  scrollTo,
  type Viewport,
  zoomBy,
  zoomOut,
} from './viewport.ts'

/** What is dragged, until it is dropped. */
export type ActiveDrag = {
  /** The captions before the drag, and its mode, which give the preview. */
  readonly baseDocument: CaptionDocument
  readonly mode: DragMode
  readonly preview: DragPreview
  /** Time of the dragged edge, ms, and its offset so far. */
  readonly tMs: number
  readonly byMs: number
  /** Position of the pointer, px. */
  readonly px: number
  readonly snap: { readonly kind: SnapKind; readonly tMs: number } | null
}

export type TimelineState = {
  readonly view: Viewport
  /** Whether the view follows the playhead. */
  readonly isFollowing: boolean
  readonly mode: DragMode
  readonly isSnapping: boolean
  readonly drag: ActiveDrag | null
  /** The last change by a key, for screen readers. */
  readonly announcement: string
}

export type TimelineActions = {
  /** The first width opens the view at the playhead; later ones keep its left edge. @param playheadMs default: the start */
  resize(widthPx: number, playheadMs?: number): void
  /** @param factor above 1 zooms in @param aroundPx stays in place */
  zoom(factor: number, aroundPx: number): void
  showAll(): void
  /** Scrolls for the person. The view stops following a playhead that is no longer visible. */
  scroll(startMs: number, playheadMs: number): void
  /** Scrolls to the playhead if it is followed. */
  followTo(playheadMs: number): void
  setFollowing(isFollowing: boolean, playheadMs: number): void
  /** Scrolls to a time if it is not visible. */
  show(tMs: number): void
  /** Switches a mode on, or off again. */
  toggleMode(mode: Exclude<DragMode, 'block'>): void
  setSnapping(isSnapping: boolean): void
  setDrag(drag: ActiveDrag | null): void
  announce(announcement: string): void
}

/** The state of one open timeline. */
export type TimelineStore = StoreApi<TimelineState> & { readonly actions: TimelineActions }

/** Creates the state of a timeline of a video; its width arrives with `resize`. */
export function createTimelineStore({ durMs, msPerPx }: { durMs: number; msPerPx?: number }): TimelineStore {
  const store = createStore<TimelineState>(() => ({
    view: openViewport({ durMs, widthPx: 1, msPerPx }),
    isFollowing: true,
    mode: 'block',
    isSnapping: true,
    drag: null,
    announcement: '',
  }))
  let isSized = false
  const change = (next: (view: Viewport) => Viewport) => {
    const { view } = store.getState()
    const changed = next(view)
    // At a limit of zoom or scroll the view stays, and nothing is drawn.
    if (!isSameView(changed, view)) store.setState({ view: changed })
  }
  return {
    ...store,
    actions: {
      resize(widthPx, playheadMs = 0) {
        if (widthPx <= 0) return
        change((view) =>
          isSized ? resizeTo(view, widthPx) : reveal(openViewport({ durMs, widthPx, msPerPx }), playheadMs),
        )
        isSized = true
      },
      zoom: (factor, aroundPx) => change((view) => zoomBy(view, factor, aroundPx)),
      showAll: () => change(zoomOut),
      scroll(startMs, playheadMs) {
        change((view) => scrollTo(view, startMs))
        const { view } = store.getState()
        const isVisible = playheadMs >= view.startMs && playheadMs <= endOf(view)
        if (isVisible !== store.getState().isFollowing) store.setState({ isFollowing: isVisible })
      },
      followTo(playheadMs) {
        if (store.getState().isFollowing) change((view) => reveal(view, playheadMs))
      },
      setFollowing(isFollowing, playheadMs) {
        store.setState({ isFollowing })
        if (isFollowing) change((view) => reveal(view, playheadMs))
      },
      show: (tMs) => change((view) => (tMs >= view.startMs && tMs < endOf(view) ? view : revealNear(view, tMs))),
      toggleMode: (mode) => store.setState((state) => ({ mode: state.mode === mode ? 'block' : mode })),
      setSnapping: (isSnapping) => store.setState({ isSnapping }),
      setDrag: (drag) => store.setState({ drag }),
      announce: (announcement) => store.setState({ announcement }),
    },
  }
}
