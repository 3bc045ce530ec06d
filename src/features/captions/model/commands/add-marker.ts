import { z } from 'zod'
import type { CaptionDocument } from '../document.ts'
import { Marker } from '../document/parts.ts'
import { checkSteps } from '../edits/step-costs.ts'
import { defineCommand, READS_NOTHING, REAPPLY_WHOLE } from './define-command.ts'

/** Marks a time of the video. */
export const addMarker = defineCommand({
  schema: z.strictObject({ type: z.literal('addMarker'), marker: Marker }),
  label: () => 'Add a marker',
  steps: markerSteps,
  edit({ markers = [] }, { marker }) {
    return { parts: { markers: [{ after: placeAfter(markers, marker), remove: [], insert: [marker] }] } }
  },
  // The number of markers and the letters of all parts have limits.
  keepsPromises: false,
  isRestyling: false,
  footprint: { captions: 'follow', reads: READS_NOTHING },
  afterConflict: REAPPLY_WHOLE,
})

/**
 * The marker that another one stands after: by time, then by id, so that edits of several people give one order.
 * @returns its id; null for the start of the list
 */
export function placeAfter(markers: readonly Marker[], { id, t }: Marker): string | null {
  return markers.findLast((each) => each.t < t || (each.t === t && each.id < id))?.id ?? null
}

/** Steps to change one marker and to check the document after it. */
export function markerSteps(doc: CaptionDocument): number {
  return checkSteps(doc) + (doc.markers?.length ?? 0)
}
