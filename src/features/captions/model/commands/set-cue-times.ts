import { z } from 'zod'
import { AppError } from '#platform/shared/errors.ts'
import { Id, Ms } from '../edits/command-fields.ts'
import { withHandTimes } from '../parts/cue-parts.ts'
import { MOST_WORDS } from '../document.ts'
import { cueAt, placeOfCue } from '../edits/edit-cues.ts'
import { replaceItems } from '../edits/edit-parts.ts'
import type { Part } from '../edits/footprint.ts'
import { countText } from '../edits/label-text.ts'
import { listSteps } from '../edits/step-costs.ts'
import { defineCommand, REAPPLY_WHOLE } from './define-command.ts'

/** Times of one cue by hand, ms; null lets the words decide again. */
const CueTimes = z.strictObject({ cueId: Id, t0: Ms.nullable(), t1: Ms.nullable() })

/**
 * Sets when cues appear and disappear. A time beyond a neighbour or beyond the cue's words is stored, and takes effect
 * within the limits of `cueSpan`. Refuses a cue that would end before it starts.
 */
export const setCueTimes = defineCommand({
  schema: z.strictObject({ type: z.literal('setCueTimes'), cues: z.array(CueTimes).min(1).max(MOST_WORDS) }),
  label: ({ cues }) =>
    cues.every(({ t0, t1 }) => t0 === null && t1 === null)
      ? `Reset the time of ${countText(cues.length, 'caption')}`
      : `Retime ${countText(cues.length, 'caption')}`,
  steps: (doc, { cues }) => listSteps(doc, cues.length),
  edit(doc, { cues }) {
    const timed = new Map(
      cues.map(({ cueId, t0, t1 }) => {
        if (t0 !== null && t1 !== null && t1 <= t0)
          throw new AppError('unprocessable', 'A caption cannot disappear before it appears.', { cue: cueId })
        const place = placeOfCue(doc, cueId)
        return [place, withHandTimes(cueAt(doc, place), { t0: t0 ?? undefined, t1: t1 ?? undefined })]
      }),
    )
    return { cues: replaceItems([...timed].toSorted(([one], [other]) => one - other).map(([, cue]) => cue)) }
  },
  keepsPromises: true,
  isRestyling: false,
  footprint: {
    captions: 'follow',
    // A split or merge passes the times on to another cue.
    reads: (_, { cues }) => cues.flatMap(({ cueId }): Part[] => [`span:${cueId}`, `nextcue:${cueId}`]),
  },
  afterConflict: REAPPLY_WHOLE,
})
