import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { CaptionServer, documentOf } from '../../../../../tests/support/captions.ts'
import { showEditor } from '../../../../../tests/support/editor.tsx'
import { applyCommands, censoredSpansOf } from '../../model/index.ts'

afterEach(() => localStorage.clear())

/** The slowest that Chromium plays: a machine that needs a second for a frame is then 63 ms further. */
const SLOWEST = 0.0625
/** How far from the edge of a word the sound is checked, ms. */
const NEAR_MS = 70

test.each([false, true])('mutes the video only while a censored word is spoken (muted before: %s)', async (muted) => {
  const { doc } = applyCommands(documentOf('one two three four five'), [
    { type: 'setCensoring', wordIds: ['w2', 'w4'], censored: { sound: 'mute' } },
  ])
  await showEditor(new CaptionServer(doc), { source: silence() })
  const video = document.querySelector('video')
  if (video === null) throw new Error('no video')
  await expect.poll(() => video.readyState).toBeGreaterThanOrEqual(HTMLMediaElement.HAVE_CURRENT_DATA)
  video.muted = muted
  await page.getByRole('button', { name: 'Play' }).last().click()
  video.playbackRate = SLOWEST
  const spans = censoredSpansOf(doc)
  expect(spans).toHaveLength(2)
  const edgesMs = spans.flatMap(({ t0, t1 }) => [t0, t1])
  const seen = []
  for (const tMs of edgesMs.flatMap((edge) => [edge - NEAR_MS, edge + NEAR_MS])) {
    video.currentTime = tMs / 1_000
    await once(video, 'seeked')
    await nextFrame()
    await nextFrame()
    seen.push(video.muted)
  }
  const spoken = [false, true, true, false]
  expect(seen).toEqual([...spoken, ...spoken].map((isCensored) => muted || isCensored))
  await page.getByRole('button', { name: 'Pause' }).last().click()
  await expect.poll(() => video.muted).toBe(muted)
})

function once(video: HTMLVideoElement, event: string): Promise<unknown> {
  return new Promise((resolve) => video.addEventListener(event, resolve, { once: true }))
}

function nextFrame(): Promise<unknown> {
  return new Promise(requestAnimationFrame)
}

/** Three seconds of silence as a WAV file, which a video element plays. */
function silence(): string {
  const rate = 8_000
  const bytes = 3 * rate
  const head = new DataView(new ArrayBuffer(44))
  const text = (at: number, value: string) =>
    [...value].forEach((letter, n) => head.setUint8(at + n, letter.charCodeAt(0)))
  text(0, 'RIFF')
  head.setUint32(4, 36 + bytes, true)
  text(8, 'WAVEfmt ')
  for (const [at, value] of [
    [16, 16],
    [24, rate],
    [28, rate],
    [40, bytes],
  ] as const)
    head.setUint32(at, value, true)
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 1],
    [34, 8],
  ] as const)
    head.setUint16(at, value, true)
  text(36, 'data')
  return URL.createObjectURL(new Blob([head, new Uint8Array(bytes).fill(128)], { type: 'audio/wav' }))
}
