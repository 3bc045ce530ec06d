import { z } from 'zod'
import { AppError } from '#platform/shared/errors.ts'
import { Id } from '../edits/command-fields.ts'
import { changeWords } from '../edits/edit-words.ts'
import { allWordsSteps, checkSteps } from '../edits/step-costs.ts'
import { defineCommand, REAPPLY_WHOLE } from './define-command.ts'
import { withSpeaker } from './set-speaker.ts'

/** Removes a speaker. Their words go to another one, which merges the two, or to nobody. */
export const removeSpeaker = defineCommand({
  schema: z.strictObject({ type: z.literal('removeSpeaker'), id: Id, into: Id.nullable() }),
  label: ({ into }) => (into === null ? 'Remove a speaker' : 'Merge two speakers'),
  steps: (doc) => allWordsSteps(doc) + checkSteps(doc),
  edit(doc, { id, into }) {
    const known = new Set(doc.speakers?.map((speaker) => speaker.id))
    const missing = [id, into].find((speaker) => speaker !== null && !known.has(speaker))
    if (missing !== undefined || id === into)
      throw new AppError('unprocessable', 'That speaker no longer exists.', { speaker: missing ?? id })
    const wordIds = doc.words.flatMap((word) => (word.speaker === id ? [word.id] : []))
    const { parts, ...edit } = wordIds.length === 0 ? {} : changeWords(doc, wordIds, (word) => withSpeaker(word, into))
    return { ...edit, parts: { ...parts, speakers: [{ after: null, remove: [id], insert: [] }] } }
  },
  keepsPromises: true,
  isRestyling: false,
  footprint: {
    captions: 'follow',
    reads: (_doc, { into }) => (into === null ? [] : [`exists:speaker:${into}`]),
  },
  afterConflict: REAPPLY_WHOLE,
})
