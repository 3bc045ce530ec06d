import { createCanvas } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { prepareText } from '#features/rendering/model/canvas.ts'
import { EFFECT_TEMPLATES, TRACKS, type TrackName } from '../../../../../tests/golden/scenes.ts'
import { layOutScene } from './paint-frames.ts'

test.each(['english', 'cyrillic'] as const)('%s: a word is equally wide in all its weights', (name) => {
  const context = createCanvas(8, 8).getContext('2d')
  prepareText(context, TRACKS[name].language)
  for (const { text, width, weights = [] } of wordsOf(name)) {
    expect(new Set(weights.map(({ font }) => font)).size).toBe(13)
    for (const { font, letterSpacing } of weights) {
      Object.assign(context, { font, letterSpacing })
      expect(Math.abs(context.measureText(text).width - width)).toBeLessThan(0.3)
    }
  }
})

test('words of scripts that the family lacks have one weight', () => {
  const changing = wordsOf('arabic').filter(({ weights }) => weights !== undefined)
  expect(changing.map(({ text }) => text)).toEqual(expect.arrayContaining(['YouTube', '2026']))
  expect(changing.every(({ text }) => !/\p{Script=Arabic}/u.test(text))).toBe(true)
})

function wordsOf(name: TrackName) {
  const template = EFFECT_TEMPLATES.find(({ id }) => id === 'active-weight')
  if (template === undefined) throw new Error('no template changes weights')
  const scene = layOutScene({ track: TRACKS[name], template, frame: { width: 720, height: 1_280 } })
  return scene.pages.flatMap(({ words }) => words)
}
