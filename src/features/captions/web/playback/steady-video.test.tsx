import { beforeAll, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { recordClip } from '../../../../../tests/support/recorded-clip.ts'
import { createPlayer } from './player.ts'
import { SteadyVideo } from './steady-video.tsx'

const FRAME_MS = 1_000 / 30

let own = ''
let preview = ''
beforeAll(async () => {
  const clip = await recordClip()
  own = URL.createObjectURL(clip)
  preview = URL.createObjectURL(clip)
  return () => [own, preview].forEach((address) => URL.revokeObjectURL(address))
})

test('a new source replaces the old one at the same time, unseen until then', async () => {
  const { player, change } = await start()
  player.seek(400)
  await change()
  await expect.poll(shown).toEqual([preview])
  const shownMs = (document.querySelector('video')?.currentTime ?? 0) * 1_000
  for (const tMs of [shownMs, player.nowMs()]) expect(Math.abs(tMs - 400)).toBeLessThanOrEqual(FRAME_MS)
})

test('a new source waits while the old one plays', async () => {
  const { player, change } = await start()
  const video = document.querySelector('video')
  // The clip is short: repeated, it plays until it is paused.
  Object.assign(video ?? {}, { loop: true, muted: true })
  player.play()
  await expect.poll(player.isPlaying).toBe(true)
  await change()
  expect(shown()).toEqual([own])
  expect(player.isPlaying()).toBe(true)
  player.pause()
  await expect.poll(shown).toEqual([preview])
  expect(player.isPlaying()).toBe(false)
})

/** The addresses of the visible videos. */
function shown(): string[] {
  const visible = [...document.querySelectorAll('video')].filter((video) => !video.classList.contains('invisible'))
  return visible.map(({ src }) => src)
}

async function start() {
  const player = createPlayer({ durMs: 1_500, fps: { n: 30, d: 1 } })
  const hold = player.attach
  const { rerender } = await render(<SteadyVideo player={player} source={own} poster={null} hold={hold} />)
  const first = () => document.querySelector('video')?.readyState
  await expect.poll(first).toBeGreaterThanOrEqual(HTMLMediaElement.HAVE_CURRENT_DATA)
  const change = () => rerender(<SteadyVideo player={player} source={preview} poster={null} hold={hold} />)
  return { player, change }
}
