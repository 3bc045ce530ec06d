import { expect, test } from 'vitest'
import { documentOf } from '../../../../../tests/support/captions.ts'
import {
  acceptBatches,
  applyCommands,
  breaksAtSpeakers,
  type CaptionDocument,
  type Command,
  cuesOf,
  labelCommands,
  newSpeaker,
  PROFILES,
  segmentWords,
  speakerLookCommands,
  speakerLookOf,
} from '../index.ts'

const ANA = { id: 'a', name: 'Ana', color: '#ffd84d' }
const BEN = { id: 'b', name: 'Ben', color: '#5ad1ff' }
/** “Are you sure” of Ana, then “yes I am” of Ben. */
const TALK = after(documentOf('Are you sure yes I am'), [
  { type: 'addSpeaker', speaker: BEN },
  { type: 'addSpeaker', speaker: ANA },
  { type: 'setSpeaker', from: 'w1', to: 'w3', speaker: 'a' },
  { type: 'setSpeaker', from: 'w4', to: 'w6', speaker: 'b' },
])

test('lists speakers by their ids and gives each of them a range of words', () => {
  expect(TALK.speakers).toEqual([ANA, BEN])
  expect(speakersOf(TALK)).toEqual(['a', 'a', 'a', 'b', 'b', 'b'])
})

test('cuts captions where the speaker changes, however short they get', () => {
  expect(segmentWords(TALK.words, PROFILES.netflix, 'en').map(({ from, to }) => [from, to])).toEqual([
    ['w1', 'w3'],
    ['w4', 'w6'],
  ])
})

test('finds where the speaker changes inside a caption, also after the changed words', () => {
  expect(cuesOf(TALK)).toHaveLength(1)
  expect(breaksAtSpeakers(TALK, 'w1', 'w3')).toEqual(['w4'])
  expect(breaksAtSpeakers(TALK, 'w4', 'w6')).toEqual(['w4'])
  const split = after(TALK, [{ type: 'splitCue', before: 'w4', newId: 'c9' }])
  expect(breaksAtSpeakers(split, 'w1', 'w6')).toEqual([])
})

test('merges two speakers: the other one says all words, and undo parts them again', () => {
  const { doc, inverse } = applyCommands(TALK, [{ type: 'removeSpeaker', id: 'b', into: 'a' }])
  expect(doc.speakers).toEqual([ANA])
  expect(new Set(speakersOf(doc))).toEqual(new Set(['a']))
  expect(after(doc, inverse)).toEqual(TALK)
})

test('removes a speaker: nobody says their words, and without speakers the part is absent', () => {
  const one = after(TALK, [{ type: 'removeSpeaker', id: 'b', into: null }])
  expect(speakersOf(one)).toEqual(['a', 'a', 'a', undefined, undefined, undefined])
  expect(after(one, [{ type: 'removeSpeaker', id: 'a', into: null }])).not.toHaveProperty('speakers')
})

test.each<{ what: string; command: Command }>([
  { what: 'words of an unknown speaker', command: { type: 'setSpeaker', from: 'w1', to: 'w2', speaker: 'z' } },
  { what: 'a name for an unknown speaker', command: { type: 'editSpeaker', id: 'z', name: 'Zoe' } },
  { what: 'a merge into an unknown speaker', command: { type: 'removeSpeaker', id: 'a', into: 'z' } },
  { what: 'a merge of a speaker with themselves', command: { type: 'removeSpeaker', id: 'a', into: 'a' } },
])('refuses $what', ({ command }) => {
  expect(() => applyCommands(TALK, [command])).toThrow('That speaker no longer exists.')
})

test('refuses a range that ends before it starts', () => {
  const backward: Command = { type: 'setSpeaker', from: 'w4', to: 'w2', speaker: 'a' }
  expect(() => applyCommands(TALK, [backward])).toThrow('The last of these words comes before the first.')
})

test.each<{ what: string; theirs: Command; mine: Command }>([
  {
    what: 'corrects a word that another one gives a speaker',
    theirs: { type: 'setWordText', id: 'w2', text: 'we' },
    mine: { type: 'setSpeaker', from: 'w1', to: 'w3', speaker: 'b' },
  },
  {
    what: 'names a speaker whose words another one chooses',
    theirs: { type: 'editSpeaker', id: 'a', name: 'Anna' },
    mine: { type: 'setSpeaker', from: 'w4', to: 'w5', speaker: 'a' },
  },
  {
    what: 'adds a speaker while another one does',
    theirs: { type: 'addSpeaker', speaker: { ...ANA, id: 'c' } },
    mine: { type: 'addSpeaker', speaker: { ...BEN, id: 'd' } },
  },
  {
    what: 'names a speaker while another one recolours the next',
    theirs: { type: 'editSpeaker', id: 'a', name: 'Anna' },
    mine: { type: 'editSpeaker', id: 'b', color: '#ffffff' },
  },
])('keeps both edits when one person $what, in either order', ({ theirs, mine }) => {
  const [first, second] = [merged(theirs, mine), merged(mine, theirs)]
  expect([first.refused, second.refused]).toEqual([[], []])
  expect(first.doc).toEqual(second.doc)
})

test.each<{ what: string; theirs: Command; mine: Command }>([
  {
    what: 'two speakers for one word',
    theirs: { type: 'setSpeaker', from: 'w1', to: 'w2', speaker: null },
    mine: { type: 'setSpeaker', from: 'w2', to: 'w3', speaker: 'b' },
  },
  {
    what: 'words of a speaker who was removed',
    theirs: { type: 'removeSpeaker', id: 'b', into: 'a' },
    mine: { type: 'setSpeaker', from: 'w1', to: 'w1', speaker: 'b' },
  },
  {
    what: 'two names for one speaker',
    theirs: { type: 'editSpeaker', id: 'a', name: 'Anna' },
    mine: { type: 'editSpeaker', id: 'a', name: 'Anne' },
  },
])('asks about $what', ({ theirs, mine }) => {
  expect(merged(theirs, mine).refused).toHaveLength(1)
})

test('names a new speaker by the next free number, in a colour that nobody has', () => {
  expect(newSpeaker(documentOf('hello'), 'x')).toEqual({ id: 'x', name: 'Speaker 1', color: '#5ad1ff' })
  const named = after(TALK, [{ type: 'editSpeaker', id: 'b', name: 'Speaker 3' }])
  expect(newSpeaker(named, 'x')).toEqual({ id: 'x', name: 'Speaker 4', color: '#ff8fb1' })
})

test('shows colours and places of speakers by their styles, and takes them back whole', () => {
  const coloured = after(TALK, speakerLookCommands(TALK, { hasColors: true, lanes: 'together' }))
  expect(coloured.styles).toMatchObject({
    'speaker-a': { fill: { upcoming: ANA.color } },
    'speaker-b': { fill: { upcoming: BEN.color } },
  })
  const apart = after(coloured, speakerLookCommands(coloured, { hasColors: true, lanes: 'levels' }))
  expect(speakerLookOf(apart)).toEqual({ hasColors: true, lanes: 'levels' })
  expect(apart.styles['speaker-a']?.layout).toBeUndefined()
  expect(apart.styles['speaker-b']?.layout?.y).toBeLessThan(0.5)
  const plain = after(apart, speakerLookCommands(apart, { hasColors: false, lanes: 'together' }))
  expect(plain).toEqual(TALK)
})

test('keeps other fields of a speaker’s style when their colour is shown', () => {
  const styled = after(TALK, [
    { type: 'setStyle', styleId: 'loud', patch: { font: { case: 'upper' } } },
    { type: 'editSpeaker', id: 'a', styleId: 'loud' },
  ])
  const shown = after(styled, speakerLookCommands(styled, { hasColors: true, lanes: 'sides' }))
  expect(shown.styles['loud']).toMatchObject({ font: { case: 'upper' }, fill: { upcoming: ANA.color } })
  expect(after(shown, speakerLookCommands(shown, { hasColors: false, lanes: 'together' }))).toEqual(after(styled, []))
})

test.each<{ command: Command; label: string }>([
  { command: { type: 'addSpeaker', speaker: { ...ANA, id: 'c' } }, label: 'Add the speaker “Ana”' },
  { command: { type: 'editSpeaker', id: 'a', name: 'Anna' }, label: 'Name a speaker “Anna”' },
  { command: { type: 'editSpeaker', id: 'a', color: '#ffffff' }, label: 'Change the colour of a speaker' },
  { command: { type: 'removeSpeaker', id: 'b', into: 'a' }, label: 'Merge two speakers' },
  { command: { type: 'removeSpeaker', id: 'b', into: null }, label: 'Remove a speaker' },
  { command: { type: 'setSpeaker', from: 'w1', to: 'w4', speaker: 'b' }, label: 'Set the speaker of 3 words' },
  { command: { type: 'setSpeaker', from: 'w1', to: 'w1', speaker: null }, label: 'Remove the speaker of a word' },
])('says in the history: $label', ({ command, label }) => {
  expect(labelCommands([command], applyCommands(TALK, [command]).inverse)).toBe(label)
})

function after(doc: CaptionDocument, commands: readonly Command[]): CaptionDocument {
  return applyCommands(doc, commands).doc
}

function speakersOf({ words }: CaptionDocument): (string | undefined)[] {
  return words.map(({ speaker }) => speaker)
}

/** Two edits of the same talk: one is saved, the other arrives late. */
function merged(saved: Command, late: Command) {
  const theirs = { batchId: 'theirs', revision: 1, by: null, commands: [saved], isReplacement: false }
  const batches = [{ batchId: 'mine', commands: [late] }]
  return acceptBatches({ base: TALK, since: [theirs], current: { ...after(TALK, [saved]), rev: 1 }, batches })
}
