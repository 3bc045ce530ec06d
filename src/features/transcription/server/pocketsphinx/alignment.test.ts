import { expect, test } from 'vitest'
import { bare, type KnownWord, quantile, speechMaker } from '../../../../../tests/support/speech.ts'
import type { SpokenWord } from '../../model/word.ts'
import { energySegmenter } from '../segments/energy-segmenter.ts'
import { pocketsphinxAligner } from './aligner.ts'
import { pocketsphinxInstallation } from './installation.ts'

const speech = await speechMaker()
const aligner = pocketsphinxAligner(pocketsphinxInstallation(), energySegmenter())
const io = () => ({ signal: new AbortController().signal, threads: 1, memoryLimitMb: 1_024 })

const TEXTS = [
  'The quick brown fox jumped over the lazy dog while nobody was watching. Then it went home and slept for hours.',
  'Every good video starts with one clear idea. Say it in the first second, and people will stay until the end.',
  'Most people never change the settings of their phone camera. Here is what I would turn on before anything else.',
  'When the rain finally stopped, we walked along the river and talked about everything that had happened since then.',
  'A recipe is only a suggestion. Taste the sauce, add a little salt, and trust your tongue more than the book.',
]
/** Enough for a first sentence, one between and a last one: the cost grows with the square of the length. */
const FEW = TEXTS.slice(0, 3)
const WITH_NUMBERS = 'He paid 42 dollars for 3 apples in 1995, and 7 more in June.'
const WITH_NAMES = 'Wordpop met Zyphora Kwentin near the Blorptown bakery.'
const MUFFLED = 'And so my fellow travellers.'
const [numbers, names, muffled, ...told] = await speech.speakWithTimes([WITH_NUMBERS, WITH_NAMES, MUFFLED, ...TEXTS])
if (numbers === undefined || names === undefined || muffled === undefined) throw new Error('nothing was spoken')

test('finds word starts with a median error of at most 20 ms, and 90% within 80 ms', async () => {
  const errors: number[] = []
  for (const [at, { path, words }] of told.entries()) {
    const aligned = await aligner.align({ wavPath: path, language: 'en', units: [{ text: TEXTS[at] ?? '' }] }, io())
    expect(aligned.map(({ text }) => text).join(' ')).toBe(TEXTS[at])
    expect(aligned.every(({ timing }) => timing === 'aligned')).toBe(true)
    errors.push(...startErrors(words, aligned))
  }
  expect(errors.length).toBeGreaterThan(90)
  expect(quantile(errors, 0.5)).toBeLessThanOrEqual(20)
  expect(quantile(errors, 0.9)).toBeLessThanOrEqual(80)
})

test('times numbers, prices and years as they are spoken', async () => {
  const { path, words } = numbers
  const written = 'He paid $42 for 3 apples in 1995, and 7 more in June.'
  const aligned = await aligner.align({ wavPath: path, language: 'en', units: [{ text: written }] }, io())
  expect(aligned.map(({ text }) => text).join(' ')).toBe(written)
  const spoken = (text: string) => words.find((word) => word.text === text)
  for (const { digits, first, last } of [
    { digits: '$42', first: 'forty', last: 'dollars' },
    { digits: '3', first: 'three', last: 'three' },
    { digits: '1995,', first: 'nineteen', last: 'five' },
    { digits: '7', first: 'seven', last: 'seven' },
  ]) {
    const found = aligned.find(({ text }) => text === digits)
    expect(found?.timing, digits).toBe('aligned')
    expect(Math.abs((found?.startMs ?? 0) - (spoken(first)?.startMs ?? 0)), digits).toBeLessThanOrEqual(100)
    expect(Math.abs((found?.endMs ?? 0) - (spoken(last)?.endMs ?? 0)), digits).toBeLessThanOrEqual(150)
  }
})

test('finds invented words and names by their likely pronunciation', async () => {
  const { path, words } = names
  const aligned = await aligner.align({ wavPath: path, language: 'en', units: [{ text: WITH_NAMES }] }, io())
  expect(aligned.every(({ timing }) => timing === 'aligned')).toBe(true)
  expect(quantile(startErrors(words, aligned), 0.5)).toBeLessThanOrEqual(60)
})

test('times each word of subtitles that are slightly out of sync', async () => {
  const { path: sound, cues, words } = await joined(1_200)
  const off = cues.map((cue, at) => ({ ...cue, shift: at % 2 === 0 ? 300 : -300 }))
  const units = off.map(({ text, startMs, endMs, shift }) => ({
    text,
    window: { startMs: Math.max(0, startMs + shift - 500), endMs: endMs + shift + 500 },
  }))
  const aligned = await aligner.align({ wavPath: sound, language: 'en', units }, io())
  const errors = startErrors(words, aligned)
  expect(quantile(errors, 0.5)).toBeLessThanOrEqual(25)
  expect(quantile(errors, 0.9)).toBeLessThanOrEqual(100)
})

test.each(['before', 'between', 'after'])(
  '`align` interpolates an unspoken sentence %s the others, and keeps their times',
  async (where) => {
    const unspoken = 'This sentence was cut from the recording before anybody could say a single word of it.'
    const [{ path, words } = { path: '', words: [] }] = told
    const [first = '', second = ''] = (TEXTS[0] ?? '').split(/(?<=\.) /u)
    const script =
      { before: [unspoken, first, second], between: [first, unspoken, second], after: [first, second, unspoken] }[
        where
      ] ?? []
    const aligned = await aligner.align({ wavPath: path, language: 'en', units: [{ text: script.join(' ') }] }, io())
    expect(aligned.map(({ text }) => text).join(' ')).toBe(script.join(' '))
    expectInOrder(aligned)
    const at = script
      .slice(0, script.indexOf(unspoken))
      .join(' ')
      .split(' ')
      .filter((word) => word !== '').length
    const count = unspoken.split(' ').length
    expect(aligned.slice(at, at + count).every(({ timing }) => timing === 'interpolated')).toBe(true)
    const errors = startErrors(words, [...aligned.slice(0, at), ...aligned.slice(at + count)])
    expect(quantile(errors, 0.5)).toBeLessThanOrEqual(25)
    expect(quantile(errors, 0.9)).toBeLessThanOrEqual(100)
  },
)

const NOT_SAID = 'This sentence was cut from the recording before anybody could say a single word of it.'

test.each([
  { what: 'a long sentence', unsaid: NOT_SAID, places: ['first', 'between', 'last'] },
  { what: 'two sentences', unsaid: `Thank you. ${NOT_SAID}`, places: ['between'] },
  { what: 'two words', unsaid: 'Thank you.', places: ['first', 'last'] },
] as const)('sets $what aside that nobody says, wherever it stands in the script', async ({ unsaid, places }) => {
  const { words, path } = await joined(300, FEW.length)
  const said = FEW.flatMap((text) => text.split(/(?<=\.) /u))
  for (const name of places) {
    const place = { first: 0, between: 3, last: said.length }[name]
    const script = said.toSpliced(place, 0, unsaid).join(' ')
    const followed = await aligner.follow({ wavPath: path, language: 'en', units: [{ text: script }] }, io())
    expect(followed.unspoken.map(({ text }) => text)).toEqual([unsaid])
    const before = said.slice(0, place).join(' ').split(' ').filter(Boolean).length
    expect(followed.unspoken[0]).toMatchObject({ place: before, words: unsaid.split(' ').length })
    expect(quantile(startErrors(words, followed.words), 1)).toBeLessThanOrEqual(200)
    expectInOrder(followed.words)
  }
})

test('keeps a poorly recorded sentence in place beside one that nobody says', async () => {
  const [first, last] = [told[0], told[2]]
  const dull = await speech.alter(muffled.path, 'lowpass=f=800:p=2,lowpass=f=800')
  const path = await speech.join('muffled', [first?.path ?? '', dull, last?.path ?? ''], { pauseMs: 150 })
  const script = [TEXTS[0], NOT_SAID, MUFFLED, TEXTS[2]].join(' ')
  const followed = await aligner.follow({ wavPath: path, language: 'en', units: [{ text: script }] }, io())
  expect(followed.unspoken.map(({ text }) => text)).toEqual([NOT_SAID])
  expect(followed.words.every(({ timing }) => timing === 'aligned')).toBe(true)
  const startMs = (await soundMs(first?.path ?? '')) + 150
  const from = first?.words.length ?? 0
  const found = followed.words.slice(from, from + muffled.words.length)
  const errors = startErrors(
    muffled.words,
    found.map((word) => ({ ...word, startMs: word.startMs - startMs })),
  )
  expect(quantile(errors, 1)).toBeLessThanOrEqual(200)
})

test('finds where a sentence is said that is not in the script', async () => {
  const { words, path } = await joined(300, FEW.length)
  const script = FEW.toSpliced(1, 1).join(' ')
  const { unscripted } = await aligner.follow({ wavPath: path, language: 'en', units: [{ text: script }] }, io())
  const from = (FEW[0] ?? '').split(' ').length
  const own = words.slice(from, from + (FEW[1] ?? '').split(' ').length)
  expect(unscripted).toHaveLength(1)
  expect(Math.abs((unscripted[0]?.startMs ?? 0) - (own[0]?.startMs ?? 0))).toBeLessThanOrEqual(400)
  expect(Math.abs((unscripted[0]?.endMs ?? 0) - (own.at(-1)?.endMs ?? 0))).toBeLessThanOrEqual(400)
})

test('sets no sentence aside that is said, with pauses between sentences or without', async () => {
  for (const pauseMs of [0, 900]) {
    const { path } = await joined(pauseMs)
    const { unspoken, unscripted, words } = await aligner.follow(
      { wavPath: path, language: 'en', units: TEXTS.map((text) => ({ text })) },
      io(),
    )
    expect(unspoken).toEqual([])
    expect(unscripted).toEqual([])
    expect(words.map(({ text }) => text).join(' ')).toBe(TEXTS.join(' '))
  }
})

test('keeps other words in place when the script leaves words out', async () => {
  const [{ path, words } = { path: '', words: [] }] = told
  const missing = ['lazy', 'nobody', 'slept']
  const script = (TEXTS[0] ?? '')
    .split(' ')
    .filter((word) => !missing.includes(word))
    .join(' ')
  const aligned = await aligner.align({ wavPath: path, language: 'en', units: [{ text: script }] }, io())
  const known = words.filter(({ text }) => !missing.includes(text))
  expect(quantile(startErrors(known, aligned), 0.5)).toBeLessThanOrEqual(40)
})

test.each([0, 1])('keeps the other words in place when text %i is spoken but not in the script', async (left) => {
  const { words, path } = await joined(300, FEW.length)
  const script = FEW.filter((_, at) => at !== left).join(' ')
  const aligned = await aligner.align({ wavPath: path, language: 'en', units: [{ text: script }] }, io())
  const before = FEW.slice(0, left)
    .join(' ')
    .split(' ')
    .filter((word) => word !== '').length
  const count = (FEW[left] ?? '').split(' ').length
  const errors = startErrors([...words.slice(0, before), ...words.slice(before + count)], aligned)
  expect(errors.filter((error) => error > 200)).toEqual([])
})

test('does not time two sentences in the wrong order as if they were right', async () => {
  const { words, path } = await joined(300, FEW.length)
  const [a = '', b = '', c = ''] = FEW
  const script = [a, c, b].join(' ')
  const aligned = await aligner.align({ wavPath: path, language: 'en', units: [{ text: script }] }, io())
  const found = aligned.filter(({ timing }) => timing === 'aligned')
  expect(found.length).toBeGreaterThan(words.length / 2)
  expect(aligned.length - found.length).toBeGreaterThanOrEqual(Math.min(b.split(' ').length, c.split(' ').length) - 1)
  const wrong = found.filter(({ text, startMs }) =>
    words.every((word) => bare(word.text) !== bare(text) || Math.abs(word.startMs - startMs) > 200),
  )
  expect(wrong.map(({ text }) => text)).toEqual([])
})

test.each([2_000, 5_000])('finds the words of subtitles that are %i ms late', async (late) => {
  const { path: sound, cues, words } = await joined(300, FEW.length)
  const units = cues.map(({ text, startMs, endMs }) => ({
    text,
    window: { startMs: startMs + late - 500, endMs: endMs + late + 500 },
  }))
  const aligned = await aligner.align({ wavPath: sound, language: 'en', units }, io())
  const errors = startErrors(words, aligned)
  expect(quantile(errors, 0.5)).toBeLessThanOrEqual(25)
  expect(quantile(errors, 0.99)).toBeLessThanOrEqual(200)
})

test('finds hardly a word of a script in a language that is not spoken', async () => {
  const [{ path } = { path: '' }] = told
  const text = 'Heute zeige ich euch, wie man in wenigen Minuten ein gutes Frühstück macht. Zuerst brauchen wir Eier.'
  const aligned = await aligner.align({ wavPath: path, language: 'de', units: [{ text }] }, io())
  expect(aligned.filter(({ timing }) => timing === 'aligned').length).toBeLessThan(aligned.length * 0.2)
})

test('interpolates text over silence in order and marks it', async () => {
  const silence = await speech.make('silence', 'anullsrc=r=16000:cl=mono:d=4')
  const aligned = await aligner.align(
    { wavPath: silence, language: 'en', units: [{ text: 'Nobody says this, at all!' }] },
    io(),
  )
  expect(aligned.map(({ text }) => text)).toEqual(['Nobody', 'says', 'this,', 'at', 'all!'])
  expectInOrder(aligned)
})

test.each([
  { language: 'es', text: 'La palabra que más me gusta es corazón, y la repito 3 veces cada mañana.' },
  { language: 'de', text: 'Heute zeige ich euch, wie man in 5 Minuten ein gutes Frühstück macht.' },
  { language: 'fr', text: 'Les élèves de la forêt ont 42 questions pour le conseiller général.' },
])('aligns $language with the sounds of the English model', async ({ language, text }) => {
  const sound = await speech.speakLanguage(language, `in-${language}`, text)
  const aligned = await aligner.align({ wavPath: sound, language, units: [{ text }] }, io())
  expect(aligned.map(({ text: word }) => word).join(' ')).toBe(text)
  expectInOrder(aligned)
  expect(aligned.filter(({ timing }) => timing === 'aligned').length).toBeGreaterThan(aligned.length * 0.8)
})

test('loses no word of a script in a language without a voice or spaces', async () => {
  const text = '今日は東京へ行きます。天気がいいですね。'
  const aligned = await aligner.align({ wavPath: names.path, language: 'ja', units: [{ text }] }, io())
  expect(aligned.map(({ text: word }) => word).join('')).toBe(text)
  expectInOrder(aligned)
})

test("refines an engine's rough word edges and keeps its texts and word count", async () => {
  const [{ path, words } = { path: '', words: [] }] = told
  const rough = words.map((word, at): SpokenWord => {
    const shift = at % 2 === 0 ? 120 : -90
    return {
      text: word.text,
      startMs: Math.max(0, word.startMs + shift),
      endMs: word.endMs + 140,
      confidence: 0.8,
      timing: 'asr',
    }
  })
  const refined = await aligner.refine({ wavPath: path, language: 'en', words: rough }, io())
  expect(refined.map(({ text }) => text)).toEqual(rough.map(({ text }) => text))
  expect(refined.every(({ confidence }) => confidence === 0.8)).toBe(true)
  expect(quantile(startErrors(words, refined), 0.5)).toBeLessThanOrEqual(25)
  expectInOrder(refined)
})

test('ends a cancelled alignment at once', async () => {
  const cancel = new AbortController()
  const pending = aligner.align(
    { wavPath: told[0]?.path ?? '', language: 'en', units: [{ text: TEXTS[0] ?? '' }] },
    { ...io(), signal: cancel.signal },
  )
  cancel.abort(new Error('cancelled'))
  await expect(pending).rejects.toThrow('cancelled')
})

const made = new Map<string, ReturnType<typeof join>>()

/** The first recordings in a row, by default all, as subtitles and with the time of every word; made once. */
function joined(pauseMs: number, count = told.length): ReturnType<typeof join> {
  const key = `${pauseMs} ${count}`
  const recording = made.get(key) ?? join(pauseMs, count)
  made.set(key, recording)
  return recording
}

async function join(pauseMs: number, count: number) {
  const recordings = told.slice(0, count)
  const path = await speech.join(
    `joined-${pauseMs}-${count}`,
    recordings.map((each) => each.path),
    { pauseMs },
  )
  let from = 0
  const cues: { text: string; startMs: number; endMs: number }[] = []
  const words: KnownWord[] = []
  for (const [at, each] of recordings.entries()) {
    const shifted = each.words.map((word) => ({ ...word, startMs: word.startMs + from, endMs: word.endMs + from }))
    cues.push({ text: TEXTS[at] ?? '', startMs: shifted[0]?.startMs ?? 0, endMs: shifted.at(-1)?.endMs ?? 0 })
    words.push(...shifted)
    from += (await soundMs(each.path)) + pauseMs
  }
  return { path, cues, words }
}

async function soundMs(path: string): Promise<number> {
  const { withWav } = await import('../wav.ts')
  return withWav(path, async (wav) => wav.durationMs)
}

/** Absolute error of each word's start, in milliseconds; fails when the words differ. */
function startErrors(known: readonly KnownWord[], found: readonly SpokenWord[]): number[] {
  expect(found.map(({ text }) => bare(text))).toEqual(known.map(({ text }) => bare(text)))
  return known.map((word, at) => Math.abs(word.startMs - (found[at]?.startMs ?? Number.NaN)))
}

function expectInOrder(words: readonly SpokenWord[]): void {
  for (const [at, word] of words.entries()) {
    expect(word.endMs).toBeGreaterThan(word.startMs)
    expect(word.startMs).toBeGreaterThanOrEqual(words[at - 1]?.endMs ?? 0)
  }
}
