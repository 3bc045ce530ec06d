import { z } from 'zod'
import { AppError } from '#platform/shared/errors.ts'
import { Id, Ms } from '../edits/command-fields.ts'
import type { CaptionDocument, Word } from '../document.ts'
import { placeOfWord, replaceWords, wordAt } from '../edits/edit-words.ts'
import type { Part } from '../edits/footprint.ts'
import { countText } from '../edits/label-text.ts'
import { wordIndex } from '../timing/spans.ts'
import { cueSteps, listSteps } from '../edits/step-costs.ts'
import { defineCommand, REAPPLY_WHOLE } from './define-command.ts'

const Time = z.strictObject({ id: Id, t0: Ms, t1: Ms })

/** Sets the times of words by hand; refuses a word that would end before it starts or overlap a neighbour. */
export const retimeWords = defineCommand({
  schema: z.strictObject({ type: z.literal('retimeWords'), words: z.array(Time).min(1).max(200_000) }),
  label: ({ words }) => `Retime ${countText(words.length, 'word')}`,
  steps(doc, { words }) {
    const ids = words.map(({ id }) => id)
    return listSteps(doc, ids.length) + cueSteps(doc, ids)
  },
  edit(doc, { words }) {
    const retimed = new Map<number, readonly [Word]>(
      words.map(({ id, t0, t1 }) => {
        const place = placeOfWord(doc, id)
        return [place, [{ ...wordAt(doc, place), t0, t1, timing: 'manual' }]]
      }),
    )
    const at = (place: number) => retimed.get(place)?.[0] ?? doc.words[place]
    for (const [place, [word]] of retimed) {
      const early = word.t0 < (at(place - 1)?.t1 ?? 0)
      const late = word.t1 > (at(place + 1)?.t0 ?? Number.POSITIVE_INFINITY)
      if (word.t0 >= word.t1 || early || late)
        throw new AppError('unprocessable', 'A word cannot overlap its neighbours or end before it starts.', {
          word: word.id,
        })
    }
    return replaceWords(doc, retimed)
  },
  keepsPromises: true,
  isRestyling: false,
  footprint: {
    captions: 'follow',
    reads: (doc, { words }) => words.flatMap(({ id }) => neighbourParts(doc, wordIndex(doc, id))),
  },
  afterConflict: REAPPLY_WHOLE,
})

/** The neighbours that a retimed word must stay between. */
function neighbourParts(doc: CaptionDocument, place: number): Part[] {
  const [before, word, next] = [doc.words[place - 1], doc.words[place], doc.words[place + 1]]
  const times = [before, next].flatMap((each): Part[] => (each === undefined ? [] : [`time:${each.id}`]))
  return [...times, `next:${before?.id ?? ''}`, ...(word === undefined ? [] : [`next:${word.id}` as const])]
}
