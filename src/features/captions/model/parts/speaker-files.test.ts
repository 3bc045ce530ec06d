import { expect, test } from 'vitest'
import { unitsOf } from '#features/transcription/model/index.ts'
import { documentOf } from '../../../../../tests/support/captions.ts'
import {
  applyCommands,
  type CaptionDocument,
  checkDocument,
  type Command,
  createDocument,
  exportAss,
  exportSrt,
  exportVtt,
  SPEAKER_COLORS,
} from '../index.ts'

const ADD: readonly Command[] = [
  { type: 'addSpeaker', speaker: { id: 'a', name: 'Ana & Co > all', color: '#ffd84d' } },
  { type: 'addSpeaker', speaker: { id: 'b', name: 'Ben, the\nhost', color: '#5ad1ff' } },
  { type: 'setSpeaker', from: 'w1', to: 'w2', speaker: 'a' },
  { type: 'setSpeaker', from: 'w3', to: 'w4', speaker: 'b' },
]
/** Two captions of two words, one of each speaker. */
const APART = after([...ADD, { type: 'splitCue', before: 'w3', newId: 'c' }])
/** One caption of both speakers, whose last word has none. */
const TOGETHER = after([...ADD, { type: 'setSpeaker', from: 'w4', to: 'w4', speaker: null }])

test('writes the speaker of a caption as its voice in WebVTT', () => {
  expect(textsOf(exportVtt(APART))).toEqual(['<v Ana &amp; Co &gt; all>one two', '<v Ben, the host>three four'])
})

test('ends a voice in WebVTT where another one begins, or nobody is named', () => {
  expect(textsOf(exportVtt(TOGETHER))).toEqual(['<v Ana &amp; Co &gt; all>one two</v> <v Ben, the host>three</v> four'])
})

test('keeps word times inside the voices of WebVTT', () => {
  expect(textsOf(exportVtt(APART, { words: true }))).toEqual([
    '<v Ana &amp; Co &gt; all>one <00:00:00.300>two',
    '<v Ben, the host>three <00:00:00.900>four',
  ])
})

test('writes names into SRT only if they are asked for', () => {
  expect(textsOf(exportSrt(APART))).toEqual(['one two', 'three four'])
  expect(textsOf(exportSrt(APART, { names: true }))).toEqual(['Ana & Co > all: one two', 'Ben, the host: three four'])
  expect(textsOf(exportSrt(TOGETHER, { names: true }))).toEqual(['Ana & Co > all: one two Ben, the host: three four'])
})

test('writes the speaker into the field Name of ASS, and no command from the text', () => {
  const doc = after([{ type: 'setWordText', id: 'w3', text: '{\\b1}three' }], APART)
  const lines = exportAss(doc)
    .split('\n')
    .filter((line) => line.startsWith('Dialogue:'))
  expect(lines).toEqual([
    'Dialogue: 0,0:00:00.00,0:00:00.60,Default,Ana & Co > all,0,0,0,,one two',
    expect.stringMatching(/^Dialogue: 0,0:00:00\.60,\S+,Default,Ben {2}the host,0,0,0,,｛＼b1｝three four$/),
  ])
  expect(exportAss(doc)).toMatch(/^\[Script Info\]\n.*\nPlayResX: 1080\nPlayResY: 1920\n/)
})

test('breaks lines of ASS by its own mark', () => {
  const [cue] = APART.tracks[0].cues
  const doc = after([{ type: 'setBreaks', id: cue?.id ?? '', breaks: ['w2'] }], APART)
  expect(exportAss(doc)).toContain(',one\\Ntwo\n')
})

test('reads the voices that it wrote, also with word times', () => {
  for (const words of [false, true]) {
    const { words: spoken = [] } = unitsOf({ kind: 'subtitles', text: exportVtt(TOGETHER, { words }) }, 'en')
    const doc = createDocument({ ...documentOf('x'), words: spoken })
    expect(doc.speakers).toEqual([
      { id: 's1', name: 'Ana & Co > all', color: SPEAKER_COLORS[0] },
      { id: 's2', name: 'Ben, the host', color: SPEAKER_COLORS[1] },
    ])
    expect(doc.words.map(({ text, speaker }) => [text, speaker])).toEqual([
      ['one', 's1'],
      ['two', 's1'],
      ['three', 's2'],
      ['four', undefined],
    ])
    checkDocument(doc)
  }
})

/** The texts of the captions of a file. */
function textsOf(file: string): string[] {
  return file
    .trimEnd()
    .split('\n\n')
    .flatMap((block) => block.split('\n').slice(2).join('\n') || [])
}

function after(commands: readonly Command[], doc: CaptionDocument = documentOf('one two three four')): CaptionDocument {
  return applyCommands(doc, commands).doc
}
