import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followTime } from './follow-time.ts'
import { createPlayer } from './player.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a seek is followed at once', () => {
  const { player, shown } = start()
  player.seek(700)
  expect(shown).toEqual([0, 700])
})

test('a drag is followed once it rests', () => {
  const { player, shown } = start()
  for (const tMs of [100, 200, 300, 400]) {
    player.scrub(tMs)
    vi.advanceTimersByTime(130)
  }
  expect(shown).toEqual([0])
  vi.advanceTimersByTime(300)
  expect(shown).toEqual([0, 400])
})

test('a drag that goes on is followed each second', () => {
  const { player, shown } = start()
  for (let piece = 1; piece <= 24; piece += 1) {
    player.scrub(100 * piece)
    vi.advanceTimersByTime(130)
  }
  expect(shown.length).toBeGreaterThanOrEqual(3)
  expect(shown.length).toBeLessThanOrEqual(4)
})

test('the drop of a drag is followed at once, and nothing comes after it', () => {
  const { player, shown } = start()
  player.scrub(400)
  player.seek(420)
  expect(shown).toEqual([0, 420])
  vi.advanceTimersByTime(2_000)
  expect(shown).toEqual([0, 420])
})

test('nothing is followed after the end', () => {
  const { player, shown, stop } = start()
  player.scrub(400)
  stop()
  vi.advanceTimersByTime(2_000)
  expect(shown).toEqual([0])
})

function start() {
  const player = createPlayer({ durMs: 10_000, fps: { n: 30, d: 1 } })
  const shown: number[] = []
  const stop = followTime(player, (tMs) => shown.push(tMs))
  return { player, shown, stop }
}
