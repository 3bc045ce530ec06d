import fc from 'fast-check'
import { expect, test } from 'vitest'
import { threadMs } from '../../../../../tests/support/linear.ts'
import type { SpokenWord } from '../word.ts'
import { applyGlossary } from './apply-glossary.ts'
import { entryKey, GlossaryEntry, MAX_GLOSSARY_ENTRIES } from './entry.ts'

const EN = { language: 'en-US' }
const PHONES: Readonly<Record<string, string[]>> = {
  brannigan: ['B R AE N IH G AH N'],
  brennigan: ['B R AE N IH G AH N'],
  bran: ['B R AE N'],
  again: ['AH G EH N', 'IH G AH N'],
  an: ['AE N', 'AH N'],
  ann: ['AE N'],
  kaitlyn: ['K EY T L IH N'],
  caitlin: ['K EY T L IH N'],
}
const BY_SOUND = { ...EN, pronunciationsOf: (key: string) => PHONES[key] ?? [] }

test.each([
  { said: 'we met brennigan there', heard: 'brennigan', write: 'Brannigan', written: 'we met Brannigan there' },
  { said: 'open word pop now', heard: 'word pop', write: 'Wordpop', written: 'open Wordpop now' },
  { said: 'open twenty four seven', heard: 'twenty four seven', write: '24/7', written: 'open 24/7' },
  { said: 'use wordpop now', heard: 'wordpop', write: 'Word Pop', written: 'use Word Pop now' },
  { said: 'see Brennigan’s, please', heard: 'brennigan', write: 'Brannigan', written: 'see Brannigan’s, please' },
  { said: 'the don’t app', heard: "don't", write: 'DONUT', written: 'the DONUT app' },
  { said: '“Brennigan!” he said', heard: 'BRENNIGAN', write: 'Brannigan', written: '“Brannigan!” he said' },
])('writes "$said" as "$written"', ({ said, heard, write, written }) => {
  expect(textOf(applyGlossary(words(said), [entry({ heard, write })], EN))).toBe(written)
})

test('replaces exactly these words, and none across a sentence or a pause', () => {
  const rules = [entry({ heard: 'word pop', write: 'Wordpop' }), entry({ heard: 'cat', write: 'Kat' })]
  const said = words('concatenate. A word. Pop it')
  expect(applyGlossary(said, rules, EN)).toEqual(said)
  const apart = words('word pop').map((word, at) => ({
    ...word,
    startMs: word.startMs + at * 2_000,
    endMs: word.endMs + at * 2_000,
  }))
  expect(applyGlossary(apart, rules, EN)).toEqual(apart)
})

test('joined words keep their times, added ones share them, and the recognised text stays', () => {
  const [joined] = applyGlossary(words('word pop'), [entry({ heard: 'word pop', write: 'Wordpop' })], EN)
  expect(joined).toMatchObject({ startMs: 0, endMs: 380, heard: 'word pop', timing: 'asr', confidence: 0.5 })
  const split = applyGlossary(words('wordpop'), [entry({ heard: 'wordpop', write: 'Word Pop' })], EN)
  expect(split.map(({ startMs, endMs, heard }) => [startMs, endMs, heard])).toEqual([
    [0, 90, 'wordpop'],
    [90, 180, ''],
  ])
})

test('a name to know replaces what sounds or is spelled the same, and nothing else', () => {
  const rules = [entry({ write: 'Brannigan' }), entry({ write: 'Caitlin' }), entry({ write: 'GitHub' })]
  const written = (said: string) => textOf(applyGlossary(words(said), rules, BY_SOUND))
  expect(written('ask brennigan or kaitlyn')).toBe('ask Brannigan or Caitlin')
  expect(written('push to git hub or github')).toBe('push to GitHub or GitHub')
  expect(written('ask bran again')).toBe('ask Brannigan')
  expect(written('ask brandon or kate')).toBe('ask brandon or kate')
})

test('a common word never becomes a name that sounds or is spelled the same', () => {
  const rules = [entry({ write: 'Ann' }), entry({ write: 'Will' })]
  expect(textOf(applyGlossary(words('she will eat an apple'), rules, BY_SOUND))).toBe('she will eat an apple')
})

test('applies an entry only to its language, and by sound only in English', () => {
  const french = [entry({ heard: 'chat', write: 'Chat', language: 'fr' }), entry({ write: 'Caitlin' })]
  expect(textOf(applyGlossary(words('le chat kaitlyn'), french, { ...BY_SOUND, language: 'fr-CA' }))).toBe(
    'le Chat kaitlyn',
  )
  expect(textOf(applyGlossary(words('we chat'), french, EN))).toBe('we chat')
})

test('the longest match wins, then the earlier entry', () => {
  const rules = [
    entry({ heard: 'new york', write: 'New York' }),
    entry({ heard: 'new york times', write: 'NYT' }),
    entry({ heard: 'new york', write: 'NYC' }),
  ]
  expect(textOf(applyGlossary(words('new york times in new york'), rules, EN))).toBe('NYT in New York')
})

test('a lower-case spelling takes the capital of a sentence, another one never', () => {
  const rules = [entry({ heard: 'okay', write: 'ok' }), entry({ heard: 'i phone', write: 'iPhone' })]
  expect(textOf(applyGlossary(words('Okay. I phone. Say Okay'), rules, EN))).toBe('Ok. iPhone. Say ok')
})

const WORDS = ['word', 'pop', 'a', 'b', 'an', 'Ann', 'brennigan', 'bran', 'again.', '“pop”', '…', "pop's"]
const someEntry = fc
  .record({
    heard: fc.option(fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }), { nil: null }),
    write: fc.array(fc.constantFrom(...WORDS, 'Yahoo!', 'Brannigan'), { minLength: 1, maxLength: 4 }),
  })
  .map(({ heard, write }) =>
    GlossaryEntry.safeParse({ heard: heard?.join(' ') ?? null, write: write.join(' '), language: null }),
  )
  .filter(({ success }) => success)
  .map(({ data }) => data ?? entry({ write: 'x' }))
const someWords = fc
  .array(fc.record({ text: fc.constantFrom(...WORDS), gap: fc.nat(700), length: fc.integer({ min: 1, max: 300 }) }))
  .map((parts) => {
    let at = 0
    return parts.map(({ text, gap, length }): SpokenWord => {
      const startMs = at + gap
      at = startMs + length
      return { text, startMs, endMs: at, confidence: null, timing: 'asr' }
    })
  })

test('keeps the words in order inside the same times, and is idempotent', () => {
  fc.assert(
    fc.property(someWords, fc.array(someEntry, { maxLength: 8 }), (spoken, rules) => {
      const once = applyGlossary(spoken, rules, BY_SOUND)
      for (const [at, { startMs, endMs }] of once.entries()) {
        expect(endMs).toBeGreaterThan(startMs)
        expect(startMs).toBeGreaterThanOrEqual(once[at - 1]?.endMs ?? 0)
      }
      expect(once.at(0)?.startMs).toBe(spoken.at(0)?.startMs)
      expect(once.at(-1)?.endMs).toBe(spoken.at(-1)?.endMs)
      // Every word that was not replaced is as it was.
      for (const word of once) if (word.heard === undefined) expect(spoken).toContain(word)
      expect(applyGlossary(once, rules, BY_SOUND)).toEqual(once)
    }),
  )
})

test('applies 500 entries to 20,000 words in a second of processor time', () => {
  const rules = Array.from({ length: MAX_GLOSSARY_ENTRIES }, (_, at) =>
    at % 2 === 0 ? entry({ heard: `a b c d e f${at}`, write: `Name${at}` }) : entry({ write: `Brannigan${at}` }),
  )
  const many = words(Array.from({ length: 20_000 }, (_, at) => `${'abcdef'[at % 6]}`).join(' '))
  const pronunciationsOf = () => ['B R AE N', 'AH G EH', 'IH G AH', 'P L M']
  expect(threadMs(() => applyGlossary(many, rules, { ...EN, pronunciationsOf }))).toBeLessThan(1_000)
})

test('two entries for the same words and language are one', () => {
  const key = entryKey(entry({ heard: 'Word pop!', write: 'Wordpop' }))
  expect(entryKey(entry({ heard: 'word POP', write: 'WordPop' }))).toBe(key)
  expect(entryKey(entry({ heard: 'word pop', write: 'Wordpop', language: 'en' }))).not.toBe(key)
  expect(entryKey(entry({ write: 'word pop' }))).not.toBe(key)
})

test.each([
  { from: 'a b c d e f g', write: 'x' },
  { from: '…', write: 'x' },
  { from: 'a', write: '  ' },
  { from: 'a', write: 'x'.repeat(121) },
  { from: null, write: '\u0000' },
])('rejects the entry $from → $write', ({ from, write }) => {
  expect(GlossaryEntry.safeParse({ heard: from, write, language: null }).success).toBe(false)
})

function entry(o: Partial<GlossaryEntry> & Pick<GlossaryEntry, 'write'>): GlossaryEntry {
  return GlossaryEntry.parse({ heard: null, language: null, ...o })
}

function words(text: string): SpokenWord[] {
  return text.split(' ').map((word, at) => ({
    text: word,
    startMs: at * 200,
    endMs: at * 200 + 180,
    confidence: at === 0 ? 0.5 : 0.9,
    timing: 'asr',
  }))
}

function textOf(spoken: readonly SpokenWord[]): string {
  return spoken.map(({ text }) => text).join(' ')
}
