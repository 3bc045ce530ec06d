import { expect, test } from 'vitest'
import type { FileFacts, PictureFacts, SoundFacts } from './file-facts.ts'
import { type PictureTiming, playsAsIs } from './plays-as-is.ts'

const PICTURE: PictureFacts = {
  index: 0,
  codec: 'h264',
  width: 1_080,
  height: 1_920,
  pixelAspect: 1,
  rotation: 0,
  rate: { n: 30, d: 1 },
  hdr: false,
  hasAlpha: false,
  pixelFormat: 'yuv420p',
  isInterlaced: false,
  matrix: 'bt709',
  range: 'tv',
  primaries: 'bt709',
  transfer: 'bt709',
}
const SOUND: SoundFacts = { codec: 'aac', channels: 2, sampleRate: 48_000, isDefault: true }
const FACTS: FileFacts = {
  container: 'mp4',
  sizeBytes: 5_000_000,
  durationMs: 10_000,
  startMs: 0,
  tracks: 2,
  picture: PICTURE,
  sounds: [SOUND],
}
const TIMING: PictureTiming = {
  firstMs: 0,
  durationMs: 10_000,
  longestGopMs: 1_000,
  variableFrameRate: false,
  isCut: false,
}

test('a video that every browser plays and seeks in may be copied', () => {
  expect(playsAsIs(FACTS, TIMING)).toBe(true)
  expect(playsAsIs({ ...FACTS, sounds: [] }, TIMING)).toBe(true)
  expect(playsAsIs(FACTS, { ...TIMING, longestGopMs: 2_000 })).toBe(true)
})

test.each<[string, Partial<PictureFacts>]>([
  ['another codec', { codec: 'hevc' }],
  ['more than 8 bits', { pixelFormat: 'yuv420p10le' }],
  ['full range', { range: 'pc' }],
  ['high dynamic range', { hdr: true }],
  ['interlaced frames', { isInterlaced: true }],
  ['a rotation', { rotation: 90 }],
  ['wide pixels', { pixelAspect: 1.33 }],
  ['more pixels', { width: 1_440, height: 2_560 }],
  ['odd sides', { width: 1_079 }],
])('a picture with %s is encoded', (_, picture) => {
  expect(playsAsIs({ ...FACTS, picture: { ...PICTURE, ...picture } }, TIMING)).toBe(false)
})

test.each<[string, Partial<PictureTiming>]>([
  ['keyframes far apart', { longestGopMs: 2_034 }],
  ['a first frame that is no keyframe', { longestGopMs: Infinity }],
  ['a variable rate', { variableFrameRate: true }],
  ['a picture that begins late', { firstMs: 83 }],
  ['frames hidden by an edit list', { isCut: true }],
])('a video with %s is encoded', (_, timing) => {
  expect(playsAsIs(FACTS, { ...TIMING, ...timing })).toBe(false)
})

test.each<[string, Partial<SoundFacts>]>([
  ['another codec', { codec: 'ac3' }],
  ['six channels', { channels: 6 }],
])('a video whose sound has %s is encoded', (_, sound) => {
  expect(playsAsIs({ ...FACTS, sounds: [{ ...SOUND, ...sound }] }, TIMING)).toBe(false)
})

test('a video of more than 10 Mbit/s is encoded', () => {
  expect(playsAsIs({ ...FACTS, sizeBytes: 12_500_000 }, TIMING)).toBe(true)
  expect(playsAsIs({ ...FACTS, sizeBytes: 12_600_000 }, TIMING)).toBe(false)
})
