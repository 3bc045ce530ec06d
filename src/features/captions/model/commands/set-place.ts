import { z } from 'zod'
import { Id } from '../edits/command-fields.ts'
import { withPlace } from '../parts/cue-parts.ts'
import { Place } from '../document/place.ts'
import { cueAt, placeOfCue, replaceCues } from '../edits/edit-cues.ts'
import { cueIndex } from '../timing/spans.ts'
import { defineCommand, READS_NOTHING, REAPPLY_WHOLE } from './define-command.ts'

/** Sets the position of one cue on the picture by hand; null returns it to the position of all captions. */
export const setPlace = defineCommand({
  schema: z.strictObject({ type: z.literal('setPlace'), cueId: Id, place: Place.nullable() }),
  label: ({ place }) => (place === null ? 'Reset the place of a caption' : 'Move a caption'),
  steps: () => 1,
  edit(doc, { cueId, place }) {
    const at = placeOfCue(doc, cueId)
    return replaceCues(doc, { at, count: 1 }, [withPlace(cueAt(doc, at), place)])
  },
  keepsPromises: true,
  isRestyling: false,
  footprint: { captions: 'hold', reads: READS_NOTHING },
  afterConflict: {
    ...REAPPLY_WHOLE,
    withoutDeleted: (doc, command) => (cueIndex(doc, command.cueId) >= 0 ? command : undefined),
  },
})
