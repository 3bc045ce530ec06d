import { expect, test } from 'vitest'
import { newestTemplate, type Template } from '#features/templates/model/index.ts'
import { evenLetters } from '../../../../../tests/support/even-letters.ts'
import { spokenTrack } from '../../../../../tests/support/exports.ts'
import { type CaptionTrack, sceneOf, stateAt } from '../index.ts'

const FRAME = { width: 1_080, height: 1_920 }
const SCRAMBLE = { preset: 'scramble', ms: 200, ease: 'out', amount: 0, gapMs: 35 } as const

test('types the letters of a word while it is spoken, then draws it in one piece', () => {
  const at = momentsOf('Hello there', { reveal: 'word' })
  expect(textsAt(at, 1_000)).toEqual([['H'], undefined])
  expect(textsAt(at, 1_120)).toEqual([['Hel'], undefined])
  expect(textsAt(at, 1_200)).toEqual([null, undefined])
  expect(textsAt(at, 1_450)).toEqual([null, ['th']])
})

test('types all letters from the start of a caption whose words come at once', () => {
  const at = momentsOf('ab cd', { reveal: 'caption' })
  expect([1_000, 1_060, 1_110, 1_160].map((tMs) => textsAt(at, tMs))).toEqual([
    [['a'], []],
    [null, []],
    [null, ['c']],
    [null, null],
  ])
})

test.each(['مرحبا', 'नमस्ते', 'สวัสดี', '👍🏽'])('shows a word whose letters join or stack as a whole: %s', (text) => {
  const at = momentsOf(text, { reveal: 'word' })
  expect(textsAt(at, 1_000)).toEqual([null])
})

test('moves the caret behind the last letter, and blinks it once a second while nothing is typed', () => {
  const at = momentsOf('Hello', { reveal: 'word' }, 4_000)
  const [first, third] = [1_000, 1_120].map((tMs) => at(tMs)?.caret?.x0 ?? 0)
  expect(third).toBeGreaterThan(first ?? 0)
  const shown = Array.from({ length: 30 }, (_, tenth) => at(1_950 + 100 * tenth)?.caret !== null)
  const changes = shown.filter((isShown, index) => index > 0 && isShown !== shown[index - 1])
  expect(changes.length).toBeGreaterThanOrEqual(4)
  expect(changes.length).toBeLessThanOrEqual(6)
})

test('gives the caret the colour of the word at which it stands, whatever style each has', () => {
  const track = spokenTrack('Hello there you', { startMs: 1_000, wordMs: 400 })
  const wordPatches = [[{ fill: { active: '#ff0000' } }], [{ fill: { active: '#00ff00' } }]]
  const captions = track.captions.map((caption) => ({
    ...caption,
    wordPatches,
    words: caption.words.map((word, at) => (at < 2 ? { ...word, own: at } : word)),
  }))
  const at = momentsIn({ ...track, captions }, { reveal: 'word' })
  const colors = [1_100, 1_500, 1_900].map((tMs) => at(tMs)?.caret?.color)
  expect(colors).toEqual(['#ff0000', '#00ff00', newestTemplate('karaoke').fill.active])
})

const SCRAMBLED = ['ANYMORE', 'SEE THE TREES', 'COFFEE', 'GO', 'ПРИВЕТ ДРУЗЬЯ', 'Ελληνικά', '没有人编辑', 'שלום לכולם']

test.each(SCRAMBLED)('never scrambles two neighbours into the same letter: %s', (text) => {
  const at = momentsOf(text, { reveal: 'caption', letters: SCRAMBLE })
  for (let tMs = 1_000; tMs < 1_800; tMs += 10) {
    for (const letters of scrambledAt(at, tMs)) {
      const equal = letters.filter(
        ({ text, isSwapped }, index) => isSwapped && text === letters[index - 1]?.text.at(-1),
      )
      expect(equal, `${tMs} ms: ${letters.map((letter) => letter.text).join('')}`).toEqual([])
    }
  }
})

test('scrambles letters into others of the caption, and the same ones at the same time', () => {
  const text = 'SEE THE TREES'
  const at = momentsOf(text, { reveal: 'caption', letters: SCRAMBLE })
  const again = momentsOf(text, { reveal: 'caption', letters: SCRAMBLE })
  const shown = new Set<string>()
  for (let tMs = 1_000; tMs < 1_800; tMs += 70) {
    expect(textsAt(at, tMs)).toEqual(textsAt(again, tMs))
    for (const letter of scrambledAt(at, tMs).flat()) for (const each of letter.text) shown.add(each)
  }
  expect(shown).toEqual(new Set(text.replaceAll(' ', '')))
})

function scrambledAt(at: ReturnType<typeof momentsOf>, tMs: number) {
  return at(tMs)?.poses.map(({ letters }) => letters ?? []) ?? []
}

function textsAt(at: ReturnType<typeof momentsOf>, tMs: number) {
  return at(tMs)?.poses.map(({ tone, letters }) =>
    tone === 'hidden' ? undefined : (letters?.map((run) => run.text) ?? null),
  )
}

/** One caption from 1 s on, typed with 50 ms for a letter. */
function momentsOf(text: string, animation: Partial<Template['animation']>, wordMs = 400) {
  return momentsIn(spokenTrack(text, { startMs: 1_000, wordMs }), animation)
}

function momentsIn(track: CaptionTrack, animation: Partial<Template['animation']>) {
  const karaoke = newestTemplate('karaoke')
  const letters = { preset: 'typewriter', ms: 0, ease: 'linear', amount: 0, gapMs: 50 } as const
  const template = { ...karaoke, animation: { ...karaoke.animation, letters, ...animation } }
  const scene = sceneOf({ track, template, frame: FRAME, context: evenLetters() })
  return (tMs: number) => stateAt(scene, tMs)
}
