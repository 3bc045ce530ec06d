import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError } from '#platform/shared/errors.ts'
import { perform, someDocument, someIntents } from '../../../../tests/support/caption-edits.ts'
import { checkEdit } from './check-document.ts'
import { type CaptionDocument, checkDocument, type CommandOf, type Cue, type Word } from './index.ts'
import { applyEdit } from './edits/apply-edit.ts'

const RUNS = { numRuns: 120 }

test('rejects an edit exactly when a check of the whole document would', () => {
  const seen = { whole: 0, broken: 0 }
  fc.assert(
    fc.property(
      someDocument(2),
      someIntents(),
      fc.array(fc.tuple(someLie(), fc.nat(), fc.nat())),
      (start, intents, lies) => {
        for (const { after, inverse } of perform(start, intents))
          for (const command of inverse) {
            if (command.type !== 'restore') continue
            const edit = lies.reduce((restore, [lie, a, b]) => lie(restore, after, a, b), command)
            const next = fitting(after, edit)
            if (next === undefined) continue
            const verdict = refusalOf(() => checkDocument(next))
            expect(refusalOf(() => checkEdit(after, next)) === undefined).toBe(verdict === undefined)
            seen[verdict === undefined ? 'whole' : 'broken'] += 1
          }
      },
    ),
    RUNS,
  )
  // The property covers both outcomes.
  expect(Math.min(seen.whole, seen.broken)).toBeGreaterThan(RUNS.numRuns / 3)
})

test.each(['first', 'last', 'only'])('finds a word that overlaps a neighbour, at the %s place', (at) => {
  const [start] = fc.sample(someDocument(at === 'only' ? 1 : 6), { numRuns: 1, seed: 7 })
  const doc = start as CaptionDocument
  const word = (at === 'last' ? doc.words.at(-1) : doc.words[0]) as Word
  const edit: CommandOf<'restore'> = {
    type: 'restore',
    words: [{ after: null, remove: [word.id], insert: [{ ...word, t1: word.t0 }] }],
  }
  const { doc: next } = applyEdit(doc, edit)
  expect(() => checkEdit(doc, next)).toThrow(AppError)
})

type Restore = CommandOf<'restore'>
type Lie = (edit: Restore, doc: CaptionDocument, a: number, b: number) => Restore

/** Ways to corrupt a restore command. */
function someLie(): fc.Arbitrary<Lie> {
  const changeWords =
    (change: (word: Word, doc: CaptionDocument, a: number) => Word): Lie =>
    (edit, doc, a, b) => ({
      ...edit,
      words: (edit.words ?? []).map((splice) => ({
        ...splice,
        insert: splice.insert.map((word, at) => (at === b % splice.insert.length ? change(word, doc, a) : word)),
      })),
    })
  const changeCues =
    (change: (cue: Cue, doc: CaptionDocument, a: number) => Cue): Lie =>
    (edit, doc, a, b) => ({
      ...edit,
      cues: (edit.cues ?? []).map((splice) => ({
        ...splice,
        insert: splice.insert.map((cue, at) => (at === b % splice.insert.length ? change(cue, doc, a) : cue)),
      })),
    })
  const idOf = (doc: CaptionDocument, at: number) => doc.words[at % Math.max(1, doc.words.length)]?.id ?? 'none'
  return fc.constantFrom<Lie>(
    (edit) => edit,
    ({ words = [] }) => ({ type: 'restore', words }),
    ({ cues = [] }) => ({ type: 'restore', cues }),
    changeWords((word, _, a) => ({ ...word, t0: Math.max(0, word.t0 - (a % 400)) })),
    changeWords((word, _, a) => ({ ...word, t1: word.t1 + (a % 400) })),
    changeCues((cue, doc, a) => ({ ...cue, from: idOf(doc, a) })),
    changeCues((cue, doc, a) => ({ ...cue, to: idOf(doc, a) })),
    changeCues((cue, doc, a) => ({ ...cue, breaks: [...cue.breaks, idOf(doc, a)] })),
    (edit) => ({ ...edit, cues: edit.cues?.slice(1) ?? [] }),
    (edit) => ({ ...edit, words: edit.words?.slice(1) ?? [] }),
  )
}

/** The document after an edit; undefined if it does not fit. */
function fitting(doc: CaptionDocument, edit: Restore): CaptionDocument | undefined {
  try {
    return applyEdit(doc, edit).doc
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

function refusalOf(check: () => void): string | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}
