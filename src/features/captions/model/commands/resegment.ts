import { z } from 'zod'
import { Id } from '../command-fields.ts'
import { cuesOf, ProfileId } from '../document.ts'
import { PROFILES } from '../profiles.ts'
import { segmentWords } from '../segment.ts'
import { allWordsSteps, WORD_STEPS } from '../step-costs.ts'
import { defineCommand, REAPPLY_WHOLE } from './define-command.ts'

/** Cuts all words into new cues by a profile. */
export const resegment = defineCommand({
  schema: z.strictObject({ type: z.literal('resegment'), profile: ProfileId, newId: Id.max(40) }),
  label: () => 'Rebuild all captions',
  // Each word is weighed as a part of many captions: short words of more than long ones.
  steps: (doc) => 2 * allWordsSteps(doc) + cuesOf(doc).length * WORD_STEPS,
  edit(doc, { profile, newId }) {
    const cues = segmentWords(doc.words, PROFILES[profile], doc.lang).map((cue, at) => ({
      ...cue,
      id: `${newId}-${at + 1}`,
    }))
    return { profile, cues: [{ after: null, remove: cuesOf(doc).map(({ id }) => id), insert: cues }] }
  },
  keepsPromises: true,
  footprint: { captions: 'hold', reads: () => ['words'] },
  afterConflict: REAPPLY_WHOLE,
})
