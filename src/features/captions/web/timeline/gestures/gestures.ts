import { allows } from '#features/collaboration/model/index.ts'
import type { TimelineMedia } from '#features/media/web/index.ts'
import { toast } from '#platform/web/toasts.tsx'
import { type CaptionDocument, cueIndex, cueOfWord, cuesOf, wordIndex } from '../../../model/index.ts'
import type { OpenEditor } from '../../store/editor-context.ts'
import type { Selection } from '../../store/selection.ts'
import { createDragController, type DragController } from './drag-controller.ts'
import { cueUnder, gripAt, hitLane, type HitWords, type PointerAt } from './grip-at.ts'
import { type Grip, movingEdges, movingRange, planDrag } from './drag-edit.ts'
import { playSpan } from './play-span.ts'
import { seekToCue, seekToWord } from '../../playback/seek-to-word.ts'
import { type Snap, snapEdges, snapToSpans, snapToTimes } from './snap.ts'
import type { TimelineStore } from '../timeline-store.ts'
import { scrollTo, timeAt } from '../viewport.ts'

/** What a press holds. */
type Hold = GripHold | GroundHold
/** A handle: the start or the end of a word. */
export type HandleGrip = Extract<Grip, { on: 'word-edge' }>
type GripHold = { readonly kind: 'grip'; readonly grip: Grip; readonly at: PointerAt; readonly pressMs: number }
type GroundHold = {
  readonly kind: 'ground'
  readonly isRuler: boolean
  readonly at: PointerAt
  readonly startMs: number
}

/** Dependencies of the gestures. */
export type GestureOptions = {
  readonly editor: OpenEditor
  readonly timeline: TimelineStore
  /** The newest: more of it may be prepared while a finger is down. */
  readonly media: () => TimelineMedia
}

/** Distance at which a dragged edge snaps, px. */
const SNAP_PX = 7

/** Time between pieces of sound, ms: the length of one. */
const SCRUB_MS = 120

const GONE = 'Somebody else changed these words while you were moving them. Nothing was moved.'

/** The pointer's actions on the timeline. */
export type Gestures = Pick<DragController<unknown>, 'move' | 'release' | 'cancel' | 'isDragging'> & {
  /** @param isPicked true for a long press, which picks a word without movement */
  pressAt(at: PointerAt, pointerId: number, isPicked?: boolean): void
  /**
   * Presses a handle of the selected word.
   * @returns false for a handle of a word that is selected no longer: handles follow the selection once it is painted
   */
  pressHandle(grip: HandleGrip, at: PointerAt, pointerId: number): boolean
  /** Plays the caption under the pointer. */
  play(at: PointerAt): void
  /** The cursor over a position. */
  cursorAt(at: PointerAt): 'ew-resize' | 'grab' | 'default'
}

/** Creates the gestures. The document changes only when something is dropped, in one edit. */
export function createGestures(o: GestureOptions): Gestures {
  const { store, player } = o.editor
  const drag = createDragController<Hold>(portsOf(o, () => drag.cancel()))
  const mayEdit = () => allows(store.getState().access, 'suggest') && !store.getState().isOpening
  const viewOf = () => o.timeline.getState().view

  return {
    ...drag,
    pressAt(at, pointerId, isPicked = false) {
      const view = viewOf()
      const grip = mayEdit() ? gripAt(store.getState(), at, view) : undefined
      if (at.lane === 'ruler') player.seek(timeAt(view, at.px))
      const hold: Hold =
        grip === undefined
          ? { kind: 'ground', isRuler: at.lane === 'ruler', at, startMs: view.startMs }
          : { kind: 'grip', grip, at, pressMs: timeAt(view, at.px) }
      // A long press on the ground picks nothing, so that the finger can still scroll.
      if (!isPicked || grip !== undefined) drag.press({ grip: hold, pointerId, px: at.px }, isPicked)
    },
    pressHandle(grip, at, pointerId) {
      if (store.getState().selection.focus !== grip.wordId) return false
      const hold: Hold = { kind: 'grip', grip, at, pressMs: timeAt(viewOf(), at.px) }
      if (mayEdit()) drag.press({ grip: hold, pointerId, px: at.px }, true)
      return true
    },
    play(at) {
      const cue = cueUnder(store.getState().doc, at, viewOf())
      if (cue !== undefined) playSpan(player, cue)
    },
    cursorAt(at) {
      const part = mayEdit() ? hitLane(store.getState().doc, at, viewOf())?.part : undefined
      return part === undefined ? 'default' : part === 'body' ? 'grab' : 'ew-resize'
    },
  }
}

/** The effects of a drag. @param abort ends the drag without a change */
function portsOf(o: GestureOptions, abort: () => void) {
  const { timeline } = o
  const { store, player } = o.editor
  /** The offset wanted by the pointer, ms, before it is limited by the captions. */
  let wantedMs = 0
  /** The playhead before the drag, which takes it along, ms. */
  let playheadMs = 0
  let scrubTimer: ReturnType<typeof setTimeout> | undefined
  const scrub = () => {
    scrubTimer = undefined
    const { drag } = timeline.getState()
    if (drag !== null) player.scrub(drag.tMs)
  }
  return {
    start(hold: Hold) {
      wantedMs = 0
      playheadMs = player.nowMs()
      if (hold.kind === 'grip') selectGrip(o.editor, hold.grip)
    },
    move(hold: Hold, px: number, isFree: boolean) {
      const { view } = timeline.getState()
      if (hold.kind === 'ground') return hold.isRuler ? player.seek(timeAt(view, px)) : pan(o, hold, px)
      const byMs = timeAt(view, px) - hold.pressMs
      const snap = isFree || !timeline.getState().isSnapping ? undefined : snapOf(o, hold.grip, { byMs, playheadMs })
      wantedMs = snap?.byMs ?? byMs
      // The picture and the sound follow a moment later: drawing them costs more than the timeline.
      if (previewGrip(o, hold.grip, { wantedMs, snap, px })) return void (scrubTimer ??= setTimeout(scrub, SCRUB_MS))
      abort()
      toast.info(GONE)
    },
    drop(hold: Hold) {
      timeline.actions.setDrag(null)
      if (hold.kind !== 'grip') return
      // Somebody else may have changed the captions meanwhile: plan again on the newest.
      const plan = planDrag(store.getState().doc, hold.grip, wantedMs, timeline.getState().mode)
      if (plan === undefined) toast.info(GONE)
      else {
        store.actions.edit(plan.commands)
        showDropped(o.editor, hold.grip)
      }
    },
    cancel() {
      const { drag } = timeline.getState()
      timeline.actions.setDrag(null)
      if (drag !== null) player.seek(playheadMs)
    },
    click: ({ at }: Hold) => clickAt(o, at),
  }
}

function selectGrip({ store }: OpenEditor, grip: Grip): void {
  const { doc } = store.getState()
  if (grip.on === 'word-edge') store.actions.select({ focus: grip.wordId, anchor: grip.wordId })
  else if (grip.on === 'words') store.actions.select({ focus: grip.to, anchor: grip.from })
  else {
    const cue = cuesOf(doc)[cueIndex(doc, grip.cueId)]
    if (cue !== undefined) store.actions.select({ focus: cue.to, anchor: cue.from })
  }
}

/** Shows a grip where it would be dropped. @returns false when its words are gone */
function previewGrip(
  { editor: { store }, timeline }: GestureOptions,
  grip: Grip,
  { wantedMs, snap, px }: { readonly wantedMs: number; readonly snap: Snap | undefined; readonly px: number },
): boolean {
  const { doc } = store.getState()
  const { mode, drag: shown } = timeline.getState()
  const [edge] = movingEdges(doc, grip) ?? []
  const plan = planDrag(doc, grip, wantedMs, mode)
  if (edge === undefined || plan === undefined) return false
  const { byMs } = plan
  const isShown = shown?.byMs === byMs && shown.baseDocument === doc && shown.mode === mode
  const hasSnapped = snap !== undefined && byMs === Math.round(snap.byMs)
  timeline.actions.setDrag({
    baseDocument: doc,
    mode,
    // At a snap or a limit the pointer moves on, and the captions stay as they are drawn.
    preview: isShown ? shown.preview : plan.preview(),
    tMs: edge + byMs,
    byMs,
    px,
    snap: hasSnapped ? snap : null,
  })
  return true
}

function snapOf(
  { editor: { store }, timeline, media }: GestureOptions,
  grip: Grip,
  { byMs, playheadMs }: { readonly byMs: number; readonly playheadMs: number },
): Snap | undefined {
  const { doc } = store.getState()
  const edges = movingEdges(doc, grip)
  if (edges === undefined) return undefined
  const targets = [
    snapToTimes('playhead', [playheadMs]),
    snapToTimes('shot', media().shots()),
    snapToSpans('word', doc.words, movingRange(doc, grip, timeline.getState().mode)),
    snapToSpans('pause', media().quietSpans()),
  ]
  return snapEdges({ edges, byMs, withinMs: SNAP_PX * timeline.getState().view.msPerPx, targets })
}

/**
 * Shows a dropped word or caption, or one whose start was dragged: the frame at its exact time may still show the one
 * before.
 */
function showDropped(editor: OpenEditor, grip: Grip): void {
  if (editor.player.isPlaying()) return
  if (grip.on === 'words') {
    const cue = cueOfWord(editor.store.getState().doc, grip.from)
    if (cue?.from === grip.from && cue.to === grip.to) seekToCue(editor, cue.id)
    else seekToWord(editor, grip.from)
  } else if (grip.edge === 't0') {
    if (grip.on === 'word-edge') seekToWord(editor, grip.wordId)
    else seekToCue(editor, grip.cueId)
  }
}

/** Selects the words under the pointer and goes there. */
function clickAt({ editor, timeline }: GestureOptions, at: PointerAt): void {
  const { store, player } = editor
  const { doc, selection } = store.getState()
  const { view } = timeline.getState()
  const hit = hitLane(doc, at, view)
  if (hit === undefined) return player.seek(timeAt(view, at.px))
  store.actions.select(at.isShift ? extended(doc, selection, hit) : { focus: hit.to, anchor: hit.from })
  if (hit.cueId === null) seekToWord(editor, hit.to)
  else seekToCue(editor, hit.cueId)
}

/** The selection as far as the words under the pointer; in the lane of captions, whole captions. */
function extended(doc: CaptionDocument, { anchor }: Selection, hit: HitWords): Selection {
  const start = anchor === null || hit.cueId === null ? undefined : cueOfWord(doc, anchor)
  if (start === undefined) return { focus: hit.to, anchor: anchor ?? hit.from }
  const isBefore = wordIndex(doc, hit.from) < wordIndex(doc, start.from)
  return isBefore ? { focus: hit.from, anchor: start.to } : { focus: hit.to, anchor: start.from }
}

/** Scrolls with the pointer. */
function pan({ editor, timeline }: GestureOptions, { at, startMs }: GroundHold, px: number): void {
  const { view } = timeline.getState()
  const { startMs: wantedMs } = scrollTo(view, startMs - (px - at.px) * view.msPerPx)
  timeline.actions.scroll(wantedMs, editor.player.nowMs())
}
