import { expect, test, vi } from 'vitest'
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

test('scrubs a short piece of sound at the last requested time, and stays there', async () => {
  vi.useFakeTimers()
  try {
    const { player, frame, told, video, sounds } = start()
    player.scrub(1_000)
    player.scrub(1_100)
    player.scrub(1_200)
    expect(player.isPlaying(), 'scrubbing is not playing').toBe(false)
    frame({ at: 1.03 })
    await vi.advanceTimersByTimeAsync(120)
    expect(sounds, 'the first piece, then the last request').toEqual([1, 1.2])
    expect(video.paused).toBe(false)
    await vi.advanceTimersByTimeAsync(120)
    expect(video.paused).toBe(true)
    expect(video.currentTime).toBe(1.2)
    expect(told).toEqual([0, 1_000, 1_100, 1_200])
  } finally {
    vi.useRealTimers()
  }
})

test('ends a scrub when playback starts, and ignores scrubbing then', async () => {
  const { player, video, sounds } = start()
  player.scrub(1_000)
  player.play()
  expect(player.isPlaying()).toBe(true)
  player.scrub(3_000)
  expect(sounds).toEqual([1, 1])
  expect(video.currentTime).toBe(1)
})

test('repeats a span, and leaves it after a seek beyond its end', () => {
  const { player, frame } = start()
  player.loop({ t0: 1_000, t1: 2_000 })
  player.seek(1_900)
  player.play()
  frame({ at: 1.99 })
  frame({ at: 2.02 })
  expect(Math.round(player.nowMs())).toBe(1_001)
  player.seek(2_500)
  frame({ at: 2.53 })
  expect(Math.round(player.nowMs())).toBe(2_530)
})

test('repeats a span that lasts to the end of the video', () => {
  const { player, video, frame } = start()
  player.loop({ t0: 4_000, t1: 5_000 })
  player.seek(4_900)
  player.play()
  frame({ at: 4.966 })
  video.pause()
  video.dispatchEvent(new Event('ended'))
  expect(Math.round(player.nowMs())).toBe(4_001)
  expect(player.isPlaying()).toBe(true)
})

test('draws captions of another time at rest, until playback or a seek', () => {
  const { player, video, told, frame } = start()
  const drawn: number[] = []
  player.drawing.onTime((tMs) => drawn.push(tMs))
  player.rest(() => 1_450)
  frame({ at: 0.033 })
  expect(told, 'the clock of the video').toEqual([0, 33])
  expect(drawn).toEqual([0, 1_450, 1_450])
  player.play()
  expect(video.currentTime).toBe(0)
  frame({ at: 0.066 })
  expect(drawn.at(-1)).toBe(66)
})

test('draws captions before the page follows the time, which would lay it out in between', () => {
  const { player, frame } = start()
  const order: string[] = []
  player.onTime(() => order.push('page'))
  player.drawing.onTime(() => order.push('captions'))
  for (const move of [() => frame({ at: 0.033 }), () => player.seek(500), () => player.scrub(700)]) {
    order.length = 0
    move()
    expect(order).toEqual(['captions', 'page'])
  }
})

test('ends the rest with a seek, a scrub, or a video that somebody plays elsewhere', () => {
  const { player, video, frame } = start()
  for (const begin of [player.seek, player.scrub]) {
    player.rest(() => 1_450)
    begin(700)
    expect(player.drawing.nowMs()).toBe(700)
  }
  player.pause()
  player.rest(() => 1_450)
  void video.play()
  frame({ at: 0.733 })
  expect(player.drawing.nowMs()).toBe(733)
  player.rest(() => 1_450)
  expect(player.drawing.nowMs(), 'nothing rests during playback').toBe(733)
})

test('plays at the chosen speed with the pitch kept, faster until the next pause', () => {
  const { player, video } = start()
  player.setRate(0.75)
  expect([video.playbackRate, video.preservesPitch]).toEqual([0.75, true])
  player.play()
  player.faster()
  expect(video.playbackRate).toBe(1.5)
  player.faster()
  expect(player.settings()).toEqual({ rate: 0.75, speed: 2, loop: null })
  expect(player.slower()).toBe(true)
  expect(video.playbackRate).toBe(1)
  player.pause()
  expect(video.playbackRate).toBe(0.75)
  expect(player.slower(), 'not below the chosen speed').toBe(false)
})

test('limits the speed to a quarter and twice the normal one', () => {
  const { player } = start()
  player.setRate(9)
  expect(player.settings().rate).toBe(2)
  player.setRate(0)
  expect(player.settings().rate).toBe(0.25)
})

/** A player with a video whose frames and playback are controlled by the test. */
function start() {
  const video = document.createElement('video')
  const asked: VideoFrameRequestCallback[] = []
  const sounds: number[] = []
  let seeking = false
  let paused = true
  Object.defineProperties(video, {
    seeking: { get: () => seeking },
    paused: { get: () => paused },
    currentTime: { value: 0, writable: true },
    requestVideoFrameCallback: { value: (callback: VideoFrameRequestCallback) => asked.push(callback) },
    play: {
      value: async () => {
        paused = false
        sounds.push(video.currentTime)
        video.dispatchEvent(new Event('play'))
      },
    },
    pause: {
      value: () => {
        paused = true
        video.dispatchEvent(new Event('pause'))
      },
    },
  })
  const player = createPlayer({ durMs: 5_000, fps: { n: 30, d: 1 } })
  const told: number[] = []
  player.onTime((tMs) => told.push(Math.round(tMs)))
  player.attach(video)
  return {
    player,
    told,
    video,
    sounds,
    frame(o: { at: number; seeking?: boolean }) {
      seeking = o.seeking ?? false
      const now = performance.now()
      const still = { presentationTime: now, expectedDisplayTime: now, width: 9, height: 16, presentedFrames: 1 }
      asked.shift()?.(now, { ...still, mediaTime: o.at })
    },
  }
}
