import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { CaptionServer, documentOf } from '../../../../../tests/support/captions.ts'
import { showEditor, word } from '../../../../../tests/support/editor.tsx'

afterEach(() => localStorage.clear())

const PROBE = {
  container: 'webm',
  durationMs: 5_000,
  width: 270,
  height: 480,
  fps: { n: 30, d: 1 },
  variableFrameRate: false,
  rotation: 0 as const,
  videoCodec: 'vp9',
  hdr: false,
}
const AUDIO = { codec: 'opus', channels: 1, sampleRate: 48_000, tracks: 1, track: 0 }
const ASSETS = { preview: null, peaks: null, filmstrip: null, poster: null, shots: null }

test('says that a video has no sound, and how its captions are made', async () => {
  await start({ isSilent: true })
  await expect.element(page.getByText('This video has no sound')).toBeVisible()
  await expect.element(page.getByText(/Move the playhead to where a caption should appear/u)).toBeVisible()
})

test('says to a viewer that a video has no sound', async () => {
  const server = new CaptionServer(documentOf(''))
  server.access = 'viewer'
  await start({ isSilent: true, server })
  await expect.element(page.getByText('This video has no sound')).toBeVisible()
  await expect.element(page.getByText('Nobody has typed a caption yet.')).toBeVisible()
})

test('a video with sound whose words were all deleted only says that there are none', async () => {
  await start({ isSilent: false })
  await expect.element(page.getByText('No words yet')).toBeVisible()
  await expect.element(page.getByText('This video has no sound')).not.toBeInTheDocument()
})

test('offers caption files once there are captions', async () => {
  await start({ isSilent: true })
  await page.getByRole('tab', { name: 'Export' }).click()
  await expect.element(page.getByText(/^There are no captions yet/u)).toBeVisible()
  await expect.element(page.getByRole('link', { name: /^SRT/u })).not.toBeInTheDocument()
  await page.getByRole('textbox', { name: 'Add a caption at the playhead' }).fill('Look')
  await page.getByRole('button', { name: /^Add at/u }).click()
  await expect.element(word('Look')).toBeVisible()
  await expect.element(page.getByRole('link', { name: /^SRT/u })).toBeVisible()
})

function start({
  isSilent,
  server = new CaptionServer(documentOf('')),
}: {
  isSilent: boolean
  server?: CaptionServer
}) {
  const probe = { ...PROBE, audio: isSilent ? null : AUDIO }
  return showEditor(server, { timeline: { id: 'p', probe, assets: ASSETS } })
}
