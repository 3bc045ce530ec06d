import { allows } from '#features/collaboration/model/index.ts'
import { toast } from '#platform/web/toasts.tsx'
import { type CaptionDocument, wordIndex } from '../../model/index.ts'
import { formatNumber } from '#platform/shared/format/numbers.ts'
import type { OpenEditor } from '../store/editor-context.ts'
import { selectedRange } from '../store/selection.ts'
import { type Grip, movingEdges, planDrag } from './gestures/drag-edit.ts'
import { NUDGE_MS } from './timeline-keys.ts'
import type { TimelineStore } from './timeline-store.ts'

/** Duration of one frame of the video, ms. */
export function frameMsOf({ media: { fps } }: CaptionDocument): number {
  return (1_000 * fps.d) / fps.n
}

/** Moves the selected words by 10 ms or by a frame. */
export function nudgeSelected(
  editor: OpenEditor,
  timeline: TimelineStore,
  { by, direction }: { readonly by: 'step' | 'frame'; readonly direction: 1 | -1 },
): void {
  const { doc, selection } = editor.store.getState()
  const selected = selectedRange(doc, selection)
  const [first, last] = [doc.words[selected?.first ?? -1], doc.words[selected?.last ?? -1]]
  if (first === undefined || last === undefined) return
  const distance = by === 'frame' ? frameMsOf(doc) : NUDGE_MS
  nudge(editor, timeline, { grip: { on: 'words', from: first.id, to: last.id }, byMs: direction * distance })
}

/** Moves words or an edge by an offset, as far as there is room, and announces the new time. */
export function nudge(
  { store }: OpenEditor,
  timeline: TimelineStore,
  { grip, byMs }: { readonly grip: Exclude<Grip, { on: 'cue-edge' }>; readonly byMs: number },
): void {
  const { doc, access, isOpening } = store.getState()
  if (!allows(access, 'suggest') || isOpening) return
  const plan = planDrag(doc, grip, byMs, timeline.getState().mode)
  if (plan === undefined) return
  if (plan.byMs === 0) {
    const side = byMs < 0 ? 'earlier' : 'later'
    toast.info(`There is no room to move it ${side}.`, { id: 'no-room', duration: NO_ROOM_MS })
    return
  }
  if (!store.actions.edit(plan.commands)) return
  const [tMs] = movingEdges(store.getState().doc, grip) ?? []
  if (tMs === undefined) return
  timeline.actions.show(tMs)
  timeline.actions.announce(timeText(store.getState().doc, grip))
}

const NO_ROOM_MS = 3_000

/** The time of a grip as a sentence: “hello” starts at 1.24 s. */
function timeText(doc: CaptionDocument, grip: Exclude<Grip, { on: 'cue-edge' }>): string {
  const word = doc.words[wordIndex(doc, grip.on === 'words' ? grip.from : grip.wordId)]
  return word === undefined ? '' : edgeText(word, grip.on === 'word-edge' ? grip.edge : 't0')
}

/** The start or end of a word as a sentence, in seconds. */
export function edgeText(
  word: { readonly text: string; readonly t0: number; readonly t1: number },
  edge: 't0' | 't1',
): string {
  return `“${word.text}” ${edge === 't0' ? 'starts' : 'ends'} at ${secondsText(word[edge])}`
}

/** A time in seconds, exact to the millisecond: `1.24 s`. */
export function secondsText(tMs: number): string {
  return `${formatNumber(tMs / 1_000, 3)} s`
}
