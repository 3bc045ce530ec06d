import { expect, test } from 'vitest'
import { createPlayer } from './player.ts'

test('keeps the playhead while a new video seeks', () => {
  const { player, frame, told } = start()
  player.seek(700)
  frame({ at: 0, seeking: true })
  expect(told).toEqual([0, 700])
  frame({ at: 0.69, seeking: true })
  frame({ at: 0.723, seeking: false })
  expect(told).toEqual([0, 700, 690, 723])
})

/** A player with a video whose frames are controlled by the test. */
function start() {
  const video = document.createElement('video')
  const asked: VideoFrameRequestCallback[] = []
  let seeking = false
  Object.defineProperties(video, {
    seeking: { get: () => seeking },
    currentTime: { value: 0, writable: true },
    requestVideoFrameCallback: { value: (callback: VideoFrameRequestCallback) => asked.push(callback) },
  })
  const player = createPlayer({ durMs: 5_000, fps: { n: 30, d: 1 } })
  const told: number[] = []
  player.onTime((tMs) => told.push(Math.round(tMs)))
  player.attach(video)
  return {
    player,
    told,
    frame(o: { at: number; seeking: boolean }) {
      seeking = o.seeking
      const now = performance.now()
      const still = { presentationTime: now, expectedDisplayTime: now, width: 9, height: 16, presentedFrames: 1 }
      asked.shift()?.(now, { ...still, mediaTime: o.at })
    },
  }
}
