import { z } from 'zod'
import { AppError } from '#platform/shared/errors.ts'
import { Id } from '../edits/command-fields.ts'
import { LONGEST_WORD, WordText } from '../document.ts'
import { placeOfWord, replaceWords, wordAt } from '../edits/edit-words.ts'
import { countText } from '../edits/label-text.ts'
import { cueSteps, listSteps } from '../edits/step-costs.ts'
import { mergeParts } from '../parts/word-parts.ts'
import { defineCommand, READS_NOTHING, REAPPLY_WHOLE } from './define-command.ts'

/** Joins neighbouring words into one, from the start of the first to the end of the last, under the id of the first. */
export const mergeWords = defineCommand({
  schema: z.strictObject({ type: z.literal('mergeWords'), ids: z.array(Id).min(2).max(200), text: WordText }),
  label: ({ ids }) => `Join ${countText(ids.length, 'word')}`,
  steps: (doc, { ids }) => listSteps(doc, ids.length) + cueSteps(doc, ids),
  edit(doc, { ids, text }) {
    const places = ids.map((id) => placeOfWord(doc, id))
    const [start = 0] = places
    if (places.some((place, at) => place !== start + at))
      throw new AppError('unprocessable', 'Only neighbouring words can be joined.')
    if (text.length > LONGEST_WORD)
      throw new AppError(
        'unprocessable',
        `These words are too long to be one: a word has at most ${LONGEST_WORD} letters.`,
      )
    const others = places.slice(1).map((place) => wordAt(doc, place))
    const merged = { ...mergeParts(wordAt(doc, start), others), t1: wordAt(doc, start + others.length).t1, text }
    return replaceWords(doc, new Map(places.map((place, at) => [place, at === 0 ? [merged] : []])))
  },
  keepsPromises: true,
  isRestyling: false,
  footprint: { captions: 'follow', reads: READS_NOTHING },
  afterConflict: REAPPLY_WHOLE,
})
