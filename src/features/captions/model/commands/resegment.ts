import { z } from 'zod'
import { Id } from '../edits/command-fields.ts'
import { partsOfCue } from '../parts/cue-parts.ts'
import { type Cue, cuesOf, ProfileId } from '../document.ts'
import { PROFILES } from '../breaks/profiles.ts'
import { segmentWords } from '../breaks/segment.ts'
import { allWordsSteps, WORD_STEPS } from '../edits/step-costs.ts'
import { defineCommand, REAPPLY_WHOLE } from './define-command.ts'

/** Cuts all words into new cues by a profile. A cue of the same words keeps its style, times, place and waivers. */
export const resegment = defineCommand({
  schema: z.strictObject({ type: z.literal('resegment'), profile: ProfileId, newId: Id.max(40) }),
  label: () => 'Rebuild all captions',
  // Each word is tried in many captions; short words in more than long ones.
  steps: (doc) => 2 * allWordsSteps(doc) + cuesOf(doc).length * WORD_STEPS,
  edit(doc, { profile, newId }) {
    const before = new Map(cuesOf(doc).map((cue) => [cue.from, cue]))
    const cues = segmentWords(doc.words, PROFILES[profile], doc.lang).map((cue, at): Cue => {
      const same = before.get(cue.from)
      return { ...cue, ...(same?.to === cue.to && partsOfCue(same)), id: `${newId}-${at + 1}` }
    })
    return { profile, cues: [{ after: null, remove: cuesOf(doc).map(({ id }) => id), insert: cues }] }
  },
  keepsPromises: true,
  isRestyling: false,
  footprint: { captions: 'hold', reads: () => ['words'] },
  afterConflict: REAPPLY_WHOLE,
})
