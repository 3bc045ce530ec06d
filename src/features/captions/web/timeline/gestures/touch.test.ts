import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CaptionServer, documentOf } from '../../../../../../tests/support/captions.ts'
import { openStore } from '../../../../../../tests/support/editor-store.ts'
import { createPlayer } from '../../playback/player.ts'
import { createGestures } from './gestures.ts'
import type { PointerAt } from './grip-at.ts'
import { createMomentum } from './momentum.ts'
import { NO_MEDIA } from '../timeline-media.ts'
import { createTimelineStore, type TimelineStore } from '../timeline-store.ts'
import { createTouch, type Touch } from './touch.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('a tap selects and goes there; a finger that moved did neither', () => {
  const { touch, store, player } = start()
  touch.press(1, at(45))
  touch.release(1, at(47), true)
  expect(store.getState().selection.focus).toBe('w2')
  expect(player.nowMs()).toBeGreaterThanOrEqual(300)
  touch.press(1, at(105))
  touch.move(1, 85)
  touch.release(1, at(85), true)
  expect(store.getState().selection.focus).toBe('w2')
})

test('a long press picks a word, and a movement before it does not', () => {
  const { touch, store, gestures } = start()
  touch.press(1, at(45))
  touch.move(1, 60)
  vi.advanceTimersByTime(1_000)
  expect(gestures.isDragging()).toBe(false)
  touch.release(1, at(60), true)
  touch.press(1, at(135))
  vi.advanceTimersByTime(1_000)
  expect(gestures.isDragging()).toBe(true)
  expect(store.getState().selection.focus).toBe('w5')
})

test('a finger scrolls where the browser does not', () => {
  const { touch, timeline } = start()
  timeline.actions.zoom(4, 0)
  touch.press(1, at(200))
  for (const px of [190, 180, 160]) touch.move(1, px)
  expect(timeline.getState().view.startMs).toBeCloseTo(40 * timeline.getState().view.msPerPx, 6)
})

test('scrolling goes on after a finger that lets go while it moves, and slows down', () => {
  const { touch, timeline } = start()
  fling(touch, timeline)
  const px = () => timeline.getState().view.startMs / timeline.getState().view.msPerPx
  const released = px()
  vi.advanceTimersByTime(FRAME_MS)
  const first = px() - released
  expect(first).toBeGreaterThan(10)
  vi.advanceTimersByTime(400)
  const before = px()
  vi.advanceTimersByTime(FRAME_MS)
  expect(px() - before).toBeLessThan(first / 2)
  vi.advanceTimersByTime(5_000)
  // A pixel a millisecond falls off over 325 ms.
  expect(px() - released).toBeGreaterThan(250)
  expect(px() - released).toBeLessThan(330)
})

test('a new finger stops what the last one left moving', () => {
  const { touch, timeline } = start()
  fling(touch, timeline)
  vi.advanceTimersByTime(FRAME_MS)
  touch.press(2, at(100))
  const { startMs } = timeline.getState().view
  vi.advanceTimersByTime(300)
  expect(timeline.getState().view.startMs).toBe(startMs)
})

test.each([
  { what: 'a finger that rested', restMs: 150, isReduced: false },
  { what: 'reduced motion', restMs: 0, isReduced: true },
])('nothing goes on after $what', ({ restMs, isReduced }) => {
  const { touch, timeline } = start({ isReduced })
  fling(touch, timeline, restMs)
  const { startMs } = timeline.getState().view
  vi.advanceTimersByTime(1_000)
  expect(timeline.getState().view.startMs).toBe(startMs)
})

test('two fingers zoom around their middle, and end a long press', () => {
  const { touch, timeline, gestures } = start()
  const before = timeline.getState().view.msPerPx
  touch.press(1, at(100))
  touch.press(2, at(200))
  touch.move(1, 50)
  touch.move(2, 250)
  vi.advanceTimersByTime(1_000)
  expect(timeline.getState().view.msPerPx).toBeCloseTo(before / 2, 6)
  expect(gestures.isDragging()).toBe(false)
})

/** One frame of the page, ms. */
const FRAME_MS = 16

/** A finger moves 64 px to the left at a pixel a millisecond, rests, and lets go. */
function fling(touch: Touch, timeline: TimelineStore, restMs = 0): void {
  timeline.actions.zoom(4, 0)
  touch.press(1, at(200))
  for (const px of [184, 168, 152, 136]) {
    vi.advanceTimersByTime(FRAME_MS)
    touch.move(1, px)
  }
  vi.advanceTimersByTime(restMs)
  touch.release(1, at(136), true)
}

/** A finger on the words, 10 ms a pixel. */
function at(px: number): PointerAt {
  return { lane: 'words', px, isShift: false }
}

function start({ isReduced = false } = {}) {
  const server = new CaptionServer(documentOf('never lose a word again.'))
  const store = openStore(server)
  const player = createPlayer(server.document.media)
  const timeline = createTimelineStore({ durMs: 5_000 })
  timeline.actions.resize(500)
  const gestures = createGestures({ editor: { store, player }, timeline, media: () => NO_MEDIA })
  const momentum = createMomentum({
    scrollBy: (px) =>
      timeline.actions.scroll(timeline.getState().view.startMs - px * timeline.getState().view.msPerPx, 0),
    isReduced: () => isReduced,
    frames: { request: (callback) => Number(setTimeout(callback, FRAME_MS)), cancel: (frame) => clearTimeout(frame) },
  })
  const touch = createTouch({ gestures, timeline, scrollsNatively: false, momentum, nowMs: player.nowMs })
  return { store, player, timeline, gestures, touch }
}
