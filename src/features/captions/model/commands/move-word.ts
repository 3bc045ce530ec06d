import { z } from 'zod'
import { AppError } from '#platform/shared/errors.ts'
import { Id } from '../edits/command-fields.ts'
import { cuesOf } from '../document.ts'
import { withHandTimes } from '../parts/cue-parts.ts'
import { replaceCues } from '../edits/edit-cues.ts'
import { cueOver, placeOfWord } from '../edits/edit-words.ts'
import { cueIndexAt, wordsOf } from '../timing/spans.ts'
import { cueSteps } from '../edits/step-costs.ts'
import { defineCommand, READS_NOTHING, REAPPLY_WHOLE } from './define-command.ts'

/** Moves a word into the neighbouring cue, with the words between it and that edge. Removes an emptied cue. */
export const moveWord = defineCommand({
  schema: z.strictObject({ type: z.literal('moveWord'), id: Id, to: z.enum(['previous', 'next']) }),
  label: ({ to }) => `Move a word to the ${to} caption`,
  steps: (doc, { id }) => cueSteps(doc, [id], 1),
  edit(doc, { id, to }) {
    const at = cueIndexAt(doc, placeOfWord(doc, id))
    const first = to === 'previous' ? at - 1 : at
    const earlier = cuesOf(doc)[first]
    const later = cuesOf(doc)[first + 1]
    if (earlier === undefined || later === undefined)
      throw new AppError('unprocessable', `There is no ${to} caption.`, { word: id })
    const words = [...wordsOf(doc, earlier), ...wordsOf(doc, later)]
    const cut = words.findIndex((word) => word.id === id) + (to === 'previous' ? 1 : 0)
    return replaceCues(doc, { at: first, count: 2 }, [
      // Words decide the time again where the two cues meet.
      cueOver(doc, withHandTimes(earlier, { t0: earlier.t0, t1: undefined }), words.slice(0, cut)),
      cueOver(doc, withHandTimes(later, { t0: undefined, t1: later.t1 }), words.slice(cut)),
    ])
  },
  keepsPromises: true,
  isRestyling: false,
  footprint: { captions: 'hold', reads: READS_NOTHING },
  afterConflict: REAPPLY_WHOLE,
})
