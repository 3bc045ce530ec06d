import { expect, test } from 'vitest'
import type { SpokenWord } from '#features/transcription/model/index.ts'
import { expectLinear } from '../../../../../tests/support/linear.ts'
import { type CaptionDocument, createDocument, cuesOf, linesOf, type ProfileId, textOf } from '../index.ts'

test.each([
  {
    never: 'after an article',
    text: 'Yesterday we walked along the river and found an old wooden boat near a bridge',
    apart: ['the|river', 'an|old', 'a|bridge'],
  },
  {
    never: 'between first and last name',
    text: 'The first computer program was written by Ada Lovelace in eighteen forty three for the engine of Charles Babbage',
    apart: ['Ada|Lovelace', 'Charles|Babbage'],
  },
  {
    never: 'inside a number with its unit',
    text: 'It weighs about 25 kilograms and it can drive for almost 300 km before it needs $ 40 of fuel',
    apart: ['25|kilograms', '300|km', '$|40'],
  },
  {
    never: 'between a title and its name',
    text: 'Somebody has to tell Dr. Watson that Mr. Holmes is waiting',
    apart: ['Dr.|Watson', 'Mr.|Holmes'],
  },
  {
    never: 'after an article even between lines, when the caption can be cut elsewhere',
    text: 'that changed how i make videos and it is not the camera it is not the light it is the first three seconds',
    apart: ['the|camera', 'the|light', 'the|first'],
  },
  {
    never: 'between an auxiliary and its verb',
    text: 'Everybody in the whole village had noticed that they would never have opened the second letter',
    apart: ['had|noticed', 'would|never', 'have|opened'],
  },
  {
    never: 'after a pronoun, a preposition or a conjunction',
    text: 'we told them about the accident because they wanted to hear it from somebody they knew',
    apart: ['we|told', 'about|the', 'because|they', 'they|wanted', 'from|somebody', 'they|knew'],
  },
  {
    never: 'between two adjectives or numbers of a kind',
    text: 'The virus spreads faster in cold and dry air and stays for three or four days',
    apart: ['cold|and', 'and|dry', 'dry|air', 'three|or', 'or|four', 'four|days'],
  },
  {
    never: 'inside a name without capitals',
    text: 'the first computer program was written by ada lovelace for a friend of vincent van gogh',
    apart: ['ada|lovelace', 'vincent|van', 'van|gogh'],
  },
  {
    never: 'after a German article',
    text: 'Gestern sind wir mit dem Fahrrad durch den Wald an das Meer gefahren',
    lang: 'de',
    apart: ['dem|Fahrrad', 'den|Wald', 'das|Meer'],
  },
])('splits never $never', ({ text, lang = 'en', apart }) => {
  const ends = shown(spoken(text), { lang }).flat()
  for (const pair of apart) {
    const [before = '', after = ''] = pair.split('|')
    const parted = ends.some(
      (line, at) => `${line} `.endsWith(` ${before} `) && ends[at + 1]?.startsWith(after) === true,
    )
    expect(parted, pair).toBe(false)
  }
})

test.each([
  {
    lang: 'fr',
    text: "Je n'ai jamais compris pourquoi il était parti sans rien dire",
    apart: ['il|était', 'était|parti'],
  },
  {
    lang: 'es',
    text: 'No me había dado cuenta de que llevaba años viviendo en la misma casa',
    apart: ['me|había', 'había|dado'],
  },
  {
    lang: 'it',
    text: 'Non mi ero mai accorto di quanto fosse bella questa piccola città',
    apart: ['mi|ero', 'questa|piccola'],
  },
  {
    lang: 'pt',
    text: 'Nunca tinha reparado que a minha mãe cantava tão bem na cozinha',
    apart: ['tinha|reparado', 'tão|bem'],
  },
  {
    lang: 'nl',
    text: 'Ik had nooit gedacht dat ik ooit in een klein dorp zou wonen',
    apart: ['ik|ooit', 'klein|dorp', 'zou|wonen'],
  },
])('keeps phrases of language $lang together', ({ lang, text, apart }) => {
  const ends = shown(spoken(text), { lang }).flat()
  for (const pair of apart) expect(ends.join('|'), pair).not.toContain(pair)
})

test('ends a caption at the end of a sentence, not inside the next one', () => {
  expect(captions(spoken('I quit my job. Then I moved to Lisbon. It changed my life.'))).toEqual([
    'I quit my job.',
    'Then I moved to Lisbon.',
    'It changed my life.',
  ])
})

test.each([
  {
    lang: 'en',
    text: 'they never found the letter the neighbours of the old king sold his castle',
    starts: 'the neighbours',
  },
  {
    lang: 'es',
    text: 'nadie encontró la carta el vecino vendió la casa de su madre',
    starts: 'el vecino',
  },
] as const)('starts a caption where a subject with its verb begins: $starts', ({ lang, text, starts }) => {
  expect(captions(spoken(text), { lang }).some((caption) => caption.startsWith(starts))).toBe(true)
})

test('cuts at a comma, and at a pause without punctuation', () => {
  expect(captions(spoken('When I opened the door that morning, nobody was standing there'))).toEqual([
    'When I opened the door that morning,',
    'nobody was standing there',
  ])
  const paused = [...spoken('so this is the thing'), ...spoken('nobody ever told me about it', 3_000)]
  expect(captions(paused)).toEqual(['so this is the thing', 'nobody ever told me about it'])
})

test('breaks lines near the middle where places are equally good', () => {
  const [lines] = shown(spoken('apples lemons grapes cherries peaches'))
  expect(lines).toEqual(['apples lemons grapes', 'cherries peaches'])
})

test('prefers a good place to lines of equal width', () => {
  expect(shown(spoken('this caption is too long for one line'))).toEqual([['this caption', 'is too long for one line']])
})

test('counts a pause by the pauses of the same speaker', () => {
  // Quick speech: 230 ms between sentences, without punctuation.
  const quick = ['we lost our keys', 'nobody came home', 'it rained all night', 'someone found us'].flatMap(
    (text, at) => spoken(text, at * 1_230),
  )
  expect(captions(quick)).toEqual(['we lost our keys', 'nobody came home', 'it rained all night', 'someone found us'])
})

test('keeps a phrase together over a hesitation', () => {
  const hesitant = [...spoken('she put the money into'), ...spoken('my old leather bag', 1_700)]
  expect(captions(hesitant)).toEqual(['she put the money into my old leather bag'])
})

test('gives a word wider than a line its own caption and never cuts it', () => {
  const long = 'Donaudampfschifffahrtsgesellschaftskapitän'
  expect(captions(spoken(`der ${long} kommt`)).join(' ')).toBe(`der ${long} kommt`)
})

test('cuts Japanese by width and joins it again without spaces', () => {
  const words = [
    '今日',
    'は',
    'とても',
    '良い',
    '天気',
    'な',
    'ので',
    '公園',
    'まで',
    '散歩',
    'に',
    '行き',
    'ました。',
  ].map((text, at) => ({ text, startMs: at * 300, endMs: at * 300 + 300, confidence: 1, timing: 'asr' as const }))
  const lines = shown(words, { lang: 'ja' })
  expect(lines.flat().join('')).toBe('今日はとても良い天気なので公園まで散歩に行きました。')
  for (const line of lines.flat()) expect([...line].length).toBeLessThanOrEqual(12)
})

test('joins Thai without spaces', () => {
  expect(
    captions(
      ['สวัสดี', 'ครับ'].map((text, at) => ({
        text,
        startMs: at * 400,
        endMs: at * 400 + 400,
        confidence: 1,
        timing: 'asr' as const,
      })),
      { lang: 'th' },
    ),
  ).toEqual(['สวัสดีครับ'])
})

test('allows lines of 42 characters in the Netflix profile', () => {
  const lines = shown(
    spoken('the quick brown fox jumps over the lazy dog while the cat is watching from the garden wall'),
    { profile: 'netflix' },
  ).flat()
  expect(Math.max(...lines.map((line) => line.length))).toBeGreaterThan(24)
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(42)
})

test('cuts words that have no width, such as lone Thai marks, in linear time', () => {
  expectLinear(
    (size) =>
      createDocument({
        id: 'd',
        media: { id: 'm', durMs: size, fps: { n: 30, d: 1 }, w: 1_080, h: 1_920 },
        lang: 'th',
        provenance: { engine: 'e', model: 'm' },
        words: Array.from({ length: size }, (_, at) => ({
          text: '\u0E31',
          startMs: at,
          endMs: at + 1,
          confidence: null,
          timing: 'interpolated' as const,
        })),
      }),
    100,
  )
})

test('creates no captions without words', () => {
  expect(captions([])).toEqual([])
})

/** Words of 250 ms each, without pauses. */
function spoken(text: string, from = 0): SpokenWord[] {
  return text.split(' ').map((word, at) => ({
    text: word,
    startMs: from + at * 250,
    endMs: from + at * 250 + 250,
    confidence: 1,
    timing: 'asr',
  }))
}

type Options = { lang?: string; profile?: ProfileId }

function shown(words: SpokenWord[], { lang = 'en', profile = 'shorts' }: Options = {}): string[][] {
  const doc: CaptionDocument = createDocument({
    id: 'd',
    media: { id: 'p', durMs: 60_000, fps: { n: 30, d: 1 }, w: 1080, h: 1920 },
    lang,
    provenance: { engine: '', model: '' },
    words,
    profile,
  })
  return cuesOf(doc).map((cue) => linesOf(doc, cue).map(textOf))
}

function captions(words: SpokenWord[], options?: Options): string[] {
  return shown(words, options).map((lines) => lines.join(' '))
}
