import { z } from 'zod'
import { AppError } from '#platform/shared/errors.ts'
import { Id } from '../edits/command-fields.ts'
import { MOST_PARTS } from '../document/limits.ts'
import { countText } from '../edits/label-text.ts'
import { markerSteps } from './add-marker.ts'
import { defineCommand, READS_NOTHING, REAPPLY_WHOLE } from './define-command.ts'

/** Removes markers. */
export const removeMarkers = defineCommand({
  schema: z.strictObject({ type: z.literal('removeMarkers'), ids: z.array(Id).min(1).max(MOST_PARTS.markers) }),
  label: ({ ids }) => `Remove ${countText(ids.length, 'marker')}`,
  steps: markerSteps,
  edit({ markers = [] }, { ids }) {
    const wanted = new Set(ids)
    const removed = markers.filter(({ id }) => wanted.delete(id))
    const [missing] = wanted
    if (missing !== undefined) throw new AppError('unprocessable', 'That marker no longer exists.', { marker: missing })
    return { parts: { markers: removed.map(({ id }) => ({ after: null, remove: [id], insert: [] })) } }
  },
  keepsPromises: true,
  isRestyling: false,
  footprint: { captions: 'follow', reads: READS_NOTHING },
  afterConflict: REAPPLY_WHOLE,
})
