import { z } from 'zod'
import { AppError } from '#platform/shared/errors.ts'
import { Id } from '../edits/command-fields.ts'
import { splitParts } from '../parts/cue-parts.ts'
import { cueAt, replaceCues } from '../edits/edit-cues.ts'
import { cueOver, placeOfWord } from '../edits/edit-words.ts'
import { cueIndexAt, wordsOf } from '../timing/spans.ts'
import { cueSteps } from '../edits/step-costs.ts'
import { defineCommand, READS_NOTHING, REAPPLY_WHOLE } from './define-command.ts'

/** Ends a cue before a word; the rest becomes the cue `newId`. */
export const splitCue = defineCommand({
  schema: z.strictObject({ type: z.literal('splitCue'), before: Id, newId: Id }),
  label: () => 'Split a caption',
  steps: (doc, { before }) => cueSteps(doc, [before]),
  edit(doc, { before, newId }) {
    const at = cueIndexAt(doc, placeOfWord(doc, before))
    const cue = cueAt(doc, at)
    if (cue.from === before)
      throw new AppError('unprocessable', 'A caption cannot be split before its first word.', { word: before })
    const words = wordsOf(doc, cue)
    const cut = words.findIndex(({ id }) => id === before)
    const [first, second] = splitParts(cue, newId)
    return replaceCues(doc, { at, count: 1 }, [
      cueOver(doc, first, words.slice(0, cut)),
      cueOver(doc, second, words.slice(cut)),
    ])
  },
  keepsPromises: true,
  isRestyling: false,
  footprint: { captions: 'hold', reads: READS_NOTHING },
  afterConflict: REAPPLY_WHOLE,
})
