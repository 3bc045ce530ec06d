import { z } from 'zod'
import { AppError } from '#platform/shared/errors.ts'
import { Id } from '../edits/command-fields.ts'
import { Marker } from '../document/parts.ts'
import { replaceItems } from '../edits/edit-parts.ts'
import type { Splice } from '../edits/splices.ts'
import { markerSteps, placeAfter } from './add-marker.ts'
import { defineCommand, READS_NOTHING, REAPPLY_WHOLE } from './define-command.ts'

/** Moves a marker, or changes its label or colour; null removes either of them. */
export const editMarker = defineCommand({
  schema: z.strictObject({
    type: z.literal('editMarker'),
    id: Id,
    t: Marker.shape.t.optional(),
    label: Marker.shape.label.nullable(),
    color: Marker.shape.color.nullable(),
  }),
  label: ({ t }) => (t === undefined ? 'Change a marker' : 'Move a marker'),
  steps: markerSteps,
  edit({ markers = [] }, { id, t, label, color }) {
    const at = markers.findIndex((marker) => marker.id === id)
    const before = markers[at]
    if (before === undefined) throw new AppError('unprocessable', 'That marker no longer exists.', { marker: id })
    const { label: heldLabel, color: heldColor, ...placed } = before
    const nextLabel = (label === undefined ? heldLabel : label) ?? undefined
    const nextColor = (color === undefined ? heldColor : color) ?? undefined
    const marker: Marker = {
      ...placed,
      ...(t !== undefined && { t }),
      ...(nextLabel !== undefined && { label: nextLabel }),
      ...(nextColor !== undefined && { color: nextColor }),
    }
    return { parts: { markers: marker.t === before.t ? replaceItems([marker]) : moveTo(markers, at, marker) } }
  },
  // The letters of all parts have a limit.
  keepsPromises: false,
  isRestyling: false,
  footprint: { captions: 'follow', reads: READS_NOTHING },
  afterConflict: REAPPLY_WHOLE,
})

/** Removes a marker and inserts it at its new place: the markers that it passes stay as they are. */
function moveTo(markers: readonly Marker[], at: number, marker: Marker): Splice<Marker>[] {
  const after = placeAfter(markers.toSpliced(at, 1), marker)
  const place = markers.findIndex(({ id }) => id === after)
  if (place === at - 1) return replaceItems([marker])
  const removal = { after: null, remove: [marker.id], insert: [] }
  const insertion = { after, remove: [], insert: [marker] }
  return place < at ? [insertion, removal] : [removal, insertion]
}
