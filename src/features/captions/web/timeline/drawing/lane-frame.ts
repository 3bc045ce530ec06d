import type { TimelineMedia } from '#features/media/web/index.ts'
import type { LaneCanvases, LaneContext } from '../canvases/lane-canvases.ts'
import type { CaptionDocument } from '../../../model/index.ts'
import type { FitText } from './fit-text.ts'
import type { Palette } from './palette.ts'
import type { DragPreview } from '../gestures/drag-edit.ts'
import type { ActiveDrag } from '../timeline-store.ts'
import type { Viewport } from '../viewport.ts'

/** Everything that a lane draws from. */
export type LaneFrame = {
  readonly ctx: LaneContext
  readonly view: Viewport
  readonly heightPx: number
  readonly palette: Palette
  readonly fitText: FitText
  readonly doc: CaptionDocument
  /** The captions while something is dragged; otherwise null. */
  readonly preview: DragPreview | null
  /** Indexes of the selected words, inclusive; null for none. */
  readonly selected: { readonly first: number; readonly last: number } | null
  readonly media: TimelineMedia
  /** Replaces what is on the lane of the sound. */
  readonly drawWaveform: LaneCanvases['drawWaveform']
  /** Null if nothing is dragged. */
  readonly drag: ActiveDrag | null
  readonly playheadMs: number
}

/** Size of the text in the lanes, px. */
export const TEXT_PX = 12

/** The font of the lanes, as a canvas reads it. */
export function laneFont({ font }: Palette): string {
  return `${TEXT_PX}px ${font}`
}
