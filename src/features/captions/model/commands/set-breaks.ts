import { z } from 'zod'
import { AppError } from '#platform/shared/errors.ts'
import { Id } from '../edits/command-fields.ts'
import { cuesOf } from '../document.ts'
import { cueAt, placeOfCue, replaceCues } from '../edits/edit-cues.ts'
import { cueOver } from '../edits/edit-words.ts'
import { cueIndex, wordsOf } from '../timing/spans.ts'
import { cueSteps } from '../edits/step-costs.ts'
import { defineCommand, READS_NOTHING, REAPPLY_WHOLE } from './define-command.ts'

/** Sets the line breaks of a cue by hand; null restores automatic breaks. */
export const setBreaks = defineCommand({
  schema: z.strictObject({ type: z.literal('setBreaks'), id: Id, breaks: z.array(Id).max(200).nullable() }),
  label: ({ breaks }) => (breaks === null ? 'Reset line breaks' : 'Change line breaks'),
  steps: (doc, { id }) => cueSteps(doc, [cuesOf(doc)[cueIndex(doc, id)]?.from ?? ''], 1),
  edit(doc, { id, breaks }) {
    const at = placeOfCue(doc, id)
    const cue = cueAt(doc, at)
    const words = wordsOf(doc, cue)
    const { locked: _, ...unlocked } = cue
    if (breaks === null) return replaceCues(doc, { at, count: 1 }, [cueOver(doc, unlocked, words)])
    const next = cueOver(doc, { ...unlocked, locked: true, breaks }, words)
    if (next?.breaks.join(' ') !== breaks.join(' '))
      throw new AppError('unprocessable', 'A line break must come after the first word of a caption.', {
        cue: id,
      })
    return replaceCues(doc, { at, count: 1 }, [next])
  },
  keepsPromises: true,
  isRestyling: false,
  footprint: { captions: 'hold', reads: READS_NOTHING },
  afterConflict: REAPPLY_WHOLE,
})
