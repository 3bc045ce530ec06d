import fc from 'fast-check'
import { expect, test } from 'vitest'
import { perform, someIntents } from '../../../../../tests/support/caption-edits.ts'
import { someFullDocument } from '../../../../../tests/support/caption-parts.ts'
import { createDocument } from '../create-document.ts'
import type { CaptionDocument, Word } from '../document.ts'
import { checkDocument } from '../check-document.ts'
import { replaceCaptions } from '../replace-transcript.ts'
import { applyCommands } from '../edits/apply-commands.ts'
import { carryToCut } from './carry-to-cut.ts'
import { matchWords } from './match-words.ts'

/** Parts of the recording as a person cuts them: some twice, some nowhere, at another speed, with new words between. */
const somePlan = fc.array(
  fc.record({
    from: fc.nat(45),
    length: fc.integer({ min: 0, max: 20 }),
    speed: fc.constantFrom(1, 1, 1, 0.8, 1.25),
    added: fc.array(fc.constantFrom('brand', 'new', 'words', 'the', 'cats'), { maxLength: 4 }),
    wrong: fc.nat(30),
  }),
  { maxLength: 6 },
)

const someCut = fc
  .tuple(someFullDocument(), someIntents(), somePlan)
  .map(([doc, intents, plan]) => ({ earlier: perform(doc, intents).at(-1)?.after ?? doc, recorded: doc, plan }))
  .map(({ earlier, recorded, plan }) => ({ earlier, fresh: recut(recorded, plan) }))

test('every word of the earlier cut is kept once or lost once', () => {
  fc.assert(
    fc.property(someCut, ({ earlier, fresh }) => {
      const { words, lost } = matchWords(earlier.words, fresh.words)
      const kept = words.flatMap((item) => (item.kind === 'new' ? [] : [item.before]))
      expect([...kept, ...lost].toSorted((a, b) => a - b)).toEqual([...earlier.words.keys()])
    }),
  )
})

test('recognised words are used once, in their order, or dropped', () => {
  fc.assert(
    fc.property(someCut, ({ earlier, fresh }) => {
      const { words, dropped } = matchWords(earlier.words, fresh.words)
      const used = words.flatMap((item) => (item.kind === 'held' ? [] : [item.after]))
      expect(used).toEqual([...new Set(used)].toSorted((a, b) => a - b))
      expect([...used, ...dropped].toSorted((a, b) => a - b)).toEqual([...fresh.words.keys()])
    }),
  )
})

test('the result is valid, and words that are still said keep everything but their times', () => {
  fc.assert(
    fc.property(someCut, ({ earlier, fresh }) => {
      const { doc, plain, lost, keptWords, newWords } = carryToCut(earlier, fresh)
      const lostIds = lost.map(([id]) => id)
      checkDocument(doc)
      checkDocument(plain)
      expect(keptWords + newWords).toBe(doc.words.length)
      expect(keptWords + lostIds.length).toBe(earlier.words.length)
      const now = new Map(doc.words.map((word) => [word.id, word]))
      for (const was of earlier.words) {
        const word = now.get(was.id)
        expect(word === undefined).toBe(lostIds.includes(was.id))
        if (word !== undefined) expect(withoutTimes(word)).toEqual(withoutTimes(was))
      }
    }),
  )
})

test('every letter of a lost word is set aside', () => {
  fc.assert(
    fc.property(someCut, ({ earlier, fresh }) => {
      const cut = carryToCut(earlier, fresh)
      const { doc } = cut
      const lostIds = cut.lost.map(([id]) => id)
      const lost = earlier.words.filter(({ id }) => lostIds.includes(id)).map(({ text }) => text)
      const known = new Set((earlier.setAside ?? []).map(({ id }) => id))
      const aside = (doc.setAside ?? []).filter(({ id }) => !known.has(id)).map(({ text }) => text)
      expect(lettersOf(aside)).toEqual(lettersOf(lost))
    }),
  )
})

test('an unchanged video keeps its captions as they are', () => {
  fc.assert(
    fc.property(someFullDocument(), (doc) => {
      const fresh = recut(doc, [{ from: 0, length: doc.words.length, speed: 1, added: [], wrong: 99 }])
      const { lost, newWords, doc: carried } = carryToCut(doc, fresh)
      expect([lost, newWords]).toEqual([[], 0])
      expect(carried.tracks[0].cues.map(({ id, from, to }) => [id, from, to])).toEqual(
        doc.tracks[0].cues.map(({ id, from, to }) => [id, from, to]),
      )
    }),
  )
})

test('the captions replace those that were recognised, and can be undone', () => {
  fc.assert(
    fc.property(someCut, ({ earlier, fresh }) => {
      const { doc, plain } = carryToCut(earlier, fresh)
      const { doc: next, inverse } = applyCommands(plain, replaceCaptions(plain, doc))
      expect(next.words).toEqual(doc.words)
      expect(next.tracks[0].cues).toEqual(doc.tracks[0].cues)
      expect(applyCommands(next, inverse).doc).toEqual(plain)
    }),
  )
})

function withoutTimes(word: Word): Word {
  return { ...word, t0: 0, t1: 0, timing: 'asr', join: 'space' }
}

function lettersOf(texts: readonly string[]): string {
  return [...texts.join('').replaceAll(/\s/gu, '')].toSorted().join('')
}

type Part = { from: number; length: number; speed: number; added: readonly string[]; wrong: number }

/** A new recording of the words that were recognised, as a recogniser finds them. */
function recut(doc: CaptionDocument, plan: readonly Part[]): CaptionDocument {
  let t = 0
  const words = plan.flatMap(({ from, length, speed, added, wrong }) => {
    const part = doc.words.slice(from, from + length)
    const start = part[0]?.t0 ?? 0
    const spoken = part.map((word, at) => ({
      text: at === wrong ? 'misheard' : word.raw === '' ? word.text : word.raw,
      startMs: Math.round(t + (word.t0 - start) / speed),
      endMs: Math.round(t + (word.t1 - start) / speed),
    }))
    t = (spoken.at(-1)?.endMs ?? t) + 100
    const more = added.map((text, at) => ({ text, startMs: t + at * 200, endMs: t + at * 200 + 150 }))
    t = (more.at(-1)?.endMs ?? t) + 50
    return [...spoken, ...more].map((word) => ({ ...word, confidence: 0.9, timing: 'asr' as const }))
  })
  const { id, media, lang, provenance } = doc
  return createDocument({ id, media: { ...media, durMs: t + 500 }, lang, provenance, words })
}
