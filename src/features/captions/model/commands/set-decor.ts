import { z } from 'zod'
import { AppError } from '#platform/shared/errors.ts'
import { Id } from '../edits/command-fields.ts'
import { EmojiDecor, ImageDecor, MOST_DECOR } from '../document/decor.ts'
import { MOST_WORDS, type Word } from '../document.ts'
import { changeWords } from '../edits/edit-words.ts'
import { countText } from '../edits/label-text.ts'
import { wordIndex } from '../timing/spans.ts'
import { allWordsSteps, cueSteps, listSteps } from '../edits/step-costs.ts'
import { defineCommand, READS_NOTHING, REAPPLY_WHOLE } from './define-command.ts'

/** What a command hangs on a word. */
const Hung = z.discriminatedUnion('kind', [EmojiDecor, ImageDecor])

/** Maximum items of one command: one for each word. */
const MOST_ITEMS = MOST_WORDS

/** Adds emoji and pictures to words. One whose id the word already has is replaced. */
export const setDecor = defineCommand({
  schema: z.strictObject({
    type: z.literal('setDecor'),
    items: z
      .array(z.strictObject({ wordId: Id, decor: Hung }))
      .min(1)
      .max(MOST_ITEMS),
  }),
  label({ items }) {
    const [first] = items
    if (items.length > 1 || first === undefined) return `Add emoji to ${countText(items.length, 'word')}`
    return `Add ${first.decor.kind === 'emoji' ? first.decor.emoji : 'a picture'} to a word`
  },
  steps: (doc, { items }) => {
    const ids = items.map(({ wordId }) => wordId)
    return listSteps(doc, ids.length) + cueSteps(doc, ids) + allWordsSteps(doc)
  },
  edit(doc, { items }) {
    const byWord = Map.groupBy(items, ({ wordId }) => wordId)
    return changeWords(doc, [...byWord.keys()], (word) =>
      (byWord.get(word.id) ?? []).reduce((changed, { decor }) => withItem(changed, decor), word),
    )
  },
  // An id may be that of another word's decor, and all texts have a limit.
  keepsPromises: false,
  isRestyling: false,
  footprint: { captions: 'follow', reads: READS_NOTHING },
  afterConflict: {
    ...REAPPLY_WHOLE,
    withoutDeleted(doc, command) {
      const items = command.items.filter(({ wordId }) => wordIndex(doc, wordId) >= 0)
      return items.length > 0 ? { ...command, items } : undefined
    },
  },
})

function withItem(word: Word, item: z.output<typeof Hung>): Word {
  const { decor = [] } = word
  const isKnown = decor.some(({ id }) => id === item.id)
  const next = isKnown ? decor.map((known) => (known.id === item.id ? item : known)) : [...decor, item]
  if (next.length > MOST_DECOR)
    throw new AppError('unprocessable', `A word can have at most ${MOST_DECOR} decorations.`, { word: word.id })
  return { ...word, decor: next }
}
