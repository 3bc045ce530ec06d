import { z } from 'zod'
import type { CaptionDocument } from '../document.ts'
import { Speaker } from '../document/parts.ts'
import { quoteText } from '../edits/label-text.ts'
import { checkSteps } from '../edits/step-costs.ts'
import { defineCommand, READS_NOTHING, REAPPLY_WHOLE } from './define-command.ts'

/** Adds a person who speaks. */
export const addSpeaker = defineCommand({
  schema: z.strictObject({ type: z.literal('addSpeaker'), speaker: Speaker }),
  label: ({ speaker }) => `Add the speaker ${quoteText(speaker.name)}`,
  steps: speakerSteps,
  edit({ speakers = [] }, { speaker }) {
    // By id, so that two people who each add one get the same order.
    const after = speakers.findLast(({ id }) => id < speaker.id)?.id ?? null
    return { parts: { speakers: [{ after, remove: [], insert: [speaker] }] } }
  },
  // The number of speakers has a limit, and the style must exist.
  keepsPromises: false,
  isRestyling: false,
  footprint: { captions: 'follow', reads: READS_NOTHING },
  afterConflict: REAPPLY_WHOLE,
})

/** Steps to change one speaker and to check the document after it. */
export function speakerSteps(doc: CaptionDocument): number {
  return checkSteps(doc) + (doc.speakers?.length ?? 0)
}
