import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { CaptionServer, documentOf } from '../../../../../tests/support/captions.ts'
import { showEditor } from '../../../../../tests/support/editor.tsx'
import { applyCommands, censoringAt, censoredSpansOf } from '../../model/index.ts'

afterEach(() => localStorage.clear())

/** Distance to the edge of a word within which a frame may be on either side, ms; on a slow machine the last frame. */
const NEAR_MS = 60

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
  const seen: { tMs: number; frameMs: number; muted: boolean }[] = []
  while (video.currentTime < 1.5 && !video.ended) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    const tMs = video.currentTime * 1_000
    seen.push({ tMs, frameMs: tMs - (seen.at(-1)?.tMs ?? 0), muted: video.muted })
  }
  const spans = censoredSpansOf(doc)
  const clear = seen.filter(({ tMs, frameMs }) => {
    const nearMs = Math.max(NEAR_MS, frameMs)
    return spans.every(({ t0, t1 }) => Math.min(Math.abs(tMs - t0), Math.abs(tMs - t1)) >= nearMs)
  })
  const wrong = clear.filter((at) => at.muted !== (muted || censoringAt(spans, at.tMs) !== undefined))
  expect(wrong).toEqual([])
  expect(clear.filter(({ tMs }) => censoringAt(spans, tMs) !== undefined).length).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Pause' }).last().click()
  await expect.poll(() => video.muted).toBe(muted)
})

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
