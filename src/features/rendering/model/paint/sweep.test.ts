import { expect, test } from 'vitest'
import { newestTemplate, type Template } from '#features/templates/model/index.ts'
import { evenLetters } from '../../../../../tests/support/even-letters.ts'
import { spokenTrack } from '../../../../../tests/support/exports.ts'
import { type PainterContext, sceneOf, stateAt } from '../index.ts'
import { hardEnd, sweepPaint } from './sweep.ts'

type Active = Partial<Template['animation']['active']>

test('colours one letter after the other, the first at once and the last before the word ends', () => {
  expect([0, 110, 210, 399].map((sinceMs) => shownAt('four', sinceMs, { by: 'letter' }))).toEqual([
    'after | before',
    'after | before',
    'after | before',
    'after',
  ])
  expect(endAt('four', 0, { by: 'letter' })).toBe(0.25)
  expect(endAt('four', 110, { by: 'letter' })).toBe(0.5)
  expect(endAt('four', 399, { by: 'letter' })).toBe(1)
})

test('runs from right to left through a right-to-left word', () => {
  const [line] = linesAt('שלום', 100, { by: 'letter' })
  expect(line?.from).toBeGreaterThan(line?.to ?? 0)
  expect(line?.stops.map(({ color }) => color)).toEqual(['after', 'after', 'before', 'before'])
})

test.each(['مرحبا', 'नमस्ते', 'ตอนนี้'])('colours a word whose letters join or stack as a whole: %s', (text) => {
  for (const sinceMs of [0, 150, 399]) expect(shownAt(text, sinceMs, { by: 'letter' })).toBe('after')
})

test('fades a joined word as a whole where the edge is soft', () => {
  expect(shownAt('مرحبا', 0, { by: 'letter', edge: 0.5 })).toBe('before')
  expect(shownAt('مرحبا', 30, { by: 'letter', edge: 0.5 })).toMatch(/^#[\da-f]{8}$/)
  expect(shownAt('مرحبا', 399, { by: 'letter', edge: 0.5 })).toBe('after')
})

test('starts a word in its first colour and ends it in the active one, with a soft edge', () => {
  const lengths = [0, 200, 399].map((sinceMs) => linesAt('four', sinceMs, { edge: 0.5 })[0])
  for (const line of lengths) expect(line?.stops.map(({ color }) => color)).toEqual(['after', 'before'])
  expect(lengths[0]?.to).toBe(0)
  expect(lengths[2]?.from).toBeCloseTo(wordOf('four', 0, {}).word.width, -1)
})

test('draws nothing again between two letters', () => {
  const swept = (sinceMs: number) => wordOf('four', sinceMs, { by: 'letter' }).to
  expect(swept(110)).toBe(swept(190))
  expect(swept(210)).toBeGreaterThan(swept(190))
})

/** The share of a word that is filled where its edge must be hard. */
function endAt(text: string, sinceMs: number, active: Active): number {
  const { word, sweep } = wordOf(text, sinceMs, active)
  return Math.round((100 * hardEnd(word, sweep)) / word.width) / 100
}

/** The colours of a word from its start, without repetitions. */
function shownAt(text: string, sinceMs: number, active: Active): string {
  const { paint, lines } = painted(text, sinceMs, active)
  return typeof paint === 'string' ? paint : [...new Set(lines[0]?.stops.map(({ color }) => color))].join(' | ')
}

function linesAt(text: string, sinceMs: number, active: Active) {
  return painted(text, sinceMs, active).lines
}

function painted(text: string, sinceMs: number, active: Active) {
  const { word, sweep } = wordOf(text, sinceMs, active)
  const lines: { from: number; to: number; stops: { at: number; color: string }[] }[] = []
  const context: Pick<PainterContext, 'createLinearGradient'> = {
    createLinearGradient(x0, _y0, x1) {
      const stops: { at: number; color: string }[] = []
      lines.push({ from: x0, to: x1, stops })
      return { addColorStop: (at, color) => stops.push({ at, color: NAMES.get(color) ?? color }) }
    },
  }
  const paint = sweepPaint(context, word, sweep, { before: '#FFFFFF', after: '#FF0000', x: 0 })
  return { paint: typeof paint === 'string' ? (NAMES.get(paint) ?? paint) : paint, lines }
}

const NAMES = new Map([
  ['#FFFFFF', 'before'],
  ['#FF0000', 'after'],
])

/** A word that is spoken for 400 ms, and how far it is swept. */
function wordOf(text: string, sinceMs: number, active: Active) {
  const karaoke = newestTemplate('karaoke-sweep')
  const animation = { ...karaoke.animation, active: { ...karaoke.animation.active, ...active } }
  const scene = sceneOf({
    track: spokenTrack(text, { startMs: 1_000, wordMs: 400 }),
    template: { ...karaoke, animation },
    frame: { width: 1_080, height: 1_920 },
    context: evenLetters(),
  })
  const state = stateAt(scene, 1_000 + sinceMs)
  const [word] = scene.pages[0]?.words ?? []
  const to = state?.poses[0]?.sweep
  if (word === undefined || to === undefined || to === null) throw new Error('the word is not filled')
  return { word, to, sweep: { to, isByLetter: active.by === 'letter', width: active.edge ?? 0 } }
}
