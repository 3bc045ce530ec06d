import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { documentOf } from '../../../../../tests/support/captions.ts'
import { applyCommands, type CaptionDocument, type Command, suggestEmoji } from '../index.ts'

/** Words of the file that the editor loads. */
const { words: ENGLISH } = readTable('en')

/**
 * Sentences of short videos, with the emoji that a person would accept for each; none where no emoji fits.
 */
const LABELLED: readonly (readonly [text: string, ...fitting: string[]])[] = [
  ['I lost all my money in one day.', '💰', '💸', '💵'],
  ['Grab a coffee and sit down with me.', '☕'],
  ['This idea changed my whole life.', '💡'],
  ['We are going to the moon, baby!', '🌙', '🌕', '🚀', '👶'],
  ['My dog ate the whole pizza.', '🐶', '🐕', '🍕'],
  ['Nobody tells you how hard it really is.'],
  ['So what do you do about it?'],
  ['The first thing I do every morning is nothing.'],
  ['I set three goals for this year.', '🎯'],
  ['Your phone is listening to you.', '📱'],
  ['Then the fire alarm went off.', '🔥', '🚨'],
  ['She wrote a book about sharks.', '📖', '📚', '🦈'],
  ['You have to believe me on this one.'],
  ['And that is when the police came.', '🚓', '🚔', '👮'],
  ['He bought a car without a license.', '🚗', '🚙'],
  ['I cried on my birthday.', '🎂', '😭', '🥳'],
  ['It was the best team I ever had.', '🤝', '🏆'],
  ['Put the butter in the pan first.', '🧈', '🍳'],
  ['Let it rest for about ten minutes.'],
  ['We have been married for six years.', '💍', '💒'],
  ['Three mistakes everybody makes at the gym.', '❌', '🏋️', '💪'],
  ['I will never fly with them again.', '✈️'],
  ['The brain needs eight hours of sleep.', '🧠', '😴'],
  ['You just have to keep going.'],
  ['Here is the secret nobody shares.', '🤫', '🔐'],
  ['Our profit doubled in a month.', '📈', '💰'],
  ['The camera adds ten pounds.', '📷', '📸'],
  ['Take the second street on your left.'],
  ['I love the way you look at it.', '❤️', '😍'],
  ['They arrived with twenty suitcases.', '🧳'],
  ['It rained the entire week.', '🌧️', '☔'],
  ['Most people get this completely wrong.', '❌'],
  ['The robot learned to cook eggs.', '🤖', '🥚', '🍳'],
  ['That is not how any of this works.'],
  ['Subscribe if you want part two.', '🔔'],
  ['My grandmother makes the best soup.', '🍲', '🥣', '👵', '🏆'],
  ['You can see the ocean from here.', '🌊'],
  ['We were both very tired.', '😴', '🥱'],
  ['The band played until midnight.', '🎸', '🎵', '🕛'],
  ['Ask yourself why you started.'],
]

test('suggests an emoji that fits for at least 85% of the captions that get one', () => {
  const outcomes = LABELLED.map(([text, ...fitting]) => {
    const emoji = suggestEmoji(documentOf(text), ENGLISH).map((each) => each.emoji)
    return { text, emoji, isRight: emoji.every((each) => fitting.includes(each)) }
  })
  const given = outcomes.filter(({ emoji }) => emoji.length > 0)
  const wrong = given.filter(({ isRight }) => !isRight).map(({ text, emoji }) => `${text} ${emoji.join('')}`)
  expect((given.length - wrong.length) / given.length, wrong.join('\n')).toBeGreaterThanOrEqual(0.85)
  expect(given.length / LABELLED.filter(([, ...fitting]) => fitting.length > 0).length).toBeGreaterThan(0.6)
})

test('suggests at most one emoji for a caption: for its keyword, else its longest word', () => {
  const doc = documentOf('My dog ate the pizza.')
  expect(suggestEmoji(doc, ENGLISH)).toEqual([{ wordId: 'w5', emoji: '🍕' }])
  const marked = after(doc, [{ type: 'setTag', ids: ['w2'], tag: 'keyword', on: true }])
  expect(suggestEmoji(marked, ENGLISH)).toEqual([{ wordId: 'w2', emoji: '🐶' }])
})

test('suggests nothing for captions with emoji, and for hidden and censored words', () => {
  const doc = documentOf('the pizza')
  const pizza = { id: 'e', kind: 'emoji' as const, emoji: '🍕', side: 'above' as const }
  for (const command of [
    { type: 'setDecor', items: [{ wordId: 'w1', decor: pizza }] },
    { type: 'setHidden', wordIds: ['w2'], hidden: true },
    { type: 'setCensoring', wordIds: ['w2'], censored: { text: 'stars' } },
  ] satisfies Command[])
    expect(suggestEmoji(after(doc, [command]), ENGLISH), command.type).toEqual([])
})

test('does not repeat an emoji in neighbouring captions', () => {
  const doc = documentOf('The pizza was good. The pizza was bad. Fire in the hole. Never mind. Eat that pizza now.')
  const emoji = suggestEmoji(doc, ENGLISH).map((each) => each.emoji)
  expect(emoji.filter((each) => each === '🍕').length).toBeLessThanOrEqual(2)
  expect(emoji[1]).not.toBe('🍕')
})

test('suggests no emoji under the rules of Netflix', () => {
  const netflix = after(documentOf('the pizza'), [{ type: 'resegment', profile: 'netflix', newId: 'n' }])
  expect(suggestEmoji(netflix, ENGLISH)).toEqual([])
})

test('suggests by the names of emoji in other languages', () => {
  const doc = { ...documentOf('Die Rakete fliegt zum Mond'), lang: 'de' }
  expect(suggestEmoji(doc, readTable('de').words)).toEqual([{ wordId: 'w2', emoji: '🚀' }])
})

function after(doc: CaptionDocument, commands: Command[]): CaptionDocument {
  return applyCommands(doc, commands).doc
}

function readTable(language: string) {
  const file = readFileSync(new URL(`../../web/emoji/data/${language}.json`, import.meta.url), 'utf8')
  return z.object({ words: z.record(z.string(), z.string()) }).parse(JSON.parse(file))
}
