import { z } from 'zod'
import { AppError } from '#platform/shared/errors.ts'
import { Id } from '../command-fields.ts'
import { Marker } from '../document/parts.ts'
import { markerSteps } from './add-marker.ts'
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
    const others = markers.filter((each) => each.id !== id)
    const to =
      others.findLastIndex((each) => each.t <= marker.t && (each.t < marker.t || markers.indexOf(each) < at)) + 1
    const [start, end] = [Math.min(at, to), Math.max(at, to) + 1]
    return {
      parts: {
        markers: [
          {
            after: null,
            remove: markers.slice(start, end).map((each) => each.id),
            insert: others.toSpliced(to, 0, marker).slice(start, end),
          },
        ],
      },
    }
  },
  // The letters of all parts have a limit.
  keepsPromises: false,
  footprint: { captions: 'follow', reads: READS_NOTHING },
  afterConflict: REAPPLY_WHOLE,
})
