import { expect, test } from 'vitest'
import {
  displaySize,
  durationRefusal,
  type FileFacts,
  type PictureFacts,
  rateRefusal,
  refusalOf,
  sizeRefusal,
  type SoundFacts,
  truncationRefusal,
  usedSound,
} from './file-facts.ts'

const LIMITS = { plan: 'free', maxDurationMs: 180_000, maxBytes: 500_000_000 }

test('accepts an ordinary clip', () => {
  expect(refusalOf(facts(), LIMITS)).toBeNull()
})

test('accepts a file that does not state its duration', () => {
  expect(refusalOf({ ...facts(), durationMs: null }, LIMITS)).toBeNull()
})

test.each([
  [180_000, null],
  [180_999, null],
  [181_000, 'This video is 3:01 long; the free plan takes up to 3:00. Shorten it or choose a larger plan.'],
  [86_400_000, 'This video is 24:00:00 long; the free plan takes up to 3:00. Shorten it or choose a larger plan.'],
])('on a plan of 3 minutes, %i ms', (durationMs, problem) => {
  expect(durationRefusal(durationMs, LIMITS)).toBe(problem)
  expect(refusalOf({ ...facts(), durationMs }, LIMITS)).toBe(problem)
})

test.each([
  [500_000_000, null],
  [500_000_001, 'This file is 500 MB; the free plan takes up to 500 MB. Make it smaller or choose a larger plan.'],
  [2_400_000_000, 'This file is 2.4 GB; the free plan takes up to 500 MB. Make it smaller or choose a larger plan.'],
])('on a plan of 500 MB, %i bytes', (bytes, problem) => {
  expect(sizeRefusal(bytes, LIMITS)).toBe(problem)
})

test.each([
  [3_840, 2_160, true],
  [2_160, 3_840, true],
  [3_842, 2_160, false],
  [2_162, 2_162, false],
  [16_384, 64, false],
  [16_384, 16_384, false],
  [0, 0, false],
])('a picture of %i×%i pixels is accepted: %s', (width, height, taken) => {
  expect(refusalOf(facts({ width, height }), LIMITS) === null).toBe(taken)
})

test('counts wide pixels as displayed', () => {
  expect(refusalOf(facts({ width: 1_920, height: 1_080, pixelAspect: 4 }), LIMITS)).toContain('7680×1080')
})

test('refuses 240 frames a second, but not slightly over 120 or an absurd declared rate', () => {
  expect(refusalOf(facts({ rate: { n: 240, d: 1 } }), LIMITS)).toContain('240 frames a second; the maximum is 120')
  expect(refusalOf(facts({ rate: { n: 57_600, d: 1 } }), LIMITS)).toBeNull()
  expect(rateRefusal(120.3)).toBeNull()
  expect(rateRefusal(121)).not.toBeNull()
})

test('names the codecs it refuses', () => {
  expect(refusalOf(facts({ codec: 'mpeg2video' }), LIMITS)).toContain('support MPEG2VIDEO video')
  expect(refusalOf({ ...facts(), sounds: [sound({ codec: 'dts' })] }, LIMITS)).toContain('support DTS sound')
  // Only the selected track needs a known codec.
  expect(refusalOf({ ...facts(), sounds: [sound({ codec: 'dts', isDefault: false }), sound()] }, LIMITS)).toBeNull()
})

test('accepts eight tracks and refuses nine', () => {
  expect(refusalOf({ ...facts(), tracks: 8 }, LIMITS)).toBeNull()
  expect(refusalOf({ ...facts(), tracks: 9 }, LIMITS)).toContain('9 tracks; the maximum is 8')
})

test('accepts a truncated file with nine tenths of its content', () => {
  expect(truncationRefusal(90_000, 100_000)).toBeNull()
  expect(truncationRefusal(89_999, 100_000)).toContain('only 1:29 of 1:40 can be read')
})

test.each([
  [
    { width: 640, height: 360, pixelAspect: 2 },
    { width: 1_280, height: 360 },
  ],
  [
    { width: 1_920, height: 1_080, rotation: 90 },
    { width: 1_080, height: 1_920 },
  ],
  [
    { width: 720, height: 576, pixelAspect: 64 / 45, rotation: 270 },
    { width: 576, height: 1_024 },
  ],
  [
    { width: 100, height: 100, rotation: 180 },
    { width: 100, height: 100 },
  ],
] as const)('displays %j as %j', (stored, shown) => {
  expect(displaySize(picture(stored))).toEqual(shown)
})

test('selects the default sound track, or else the first', () => {
  expect(usedSound([sound({ isDefault: false }), sound({ isDefault: true })])).toBe(1)
  expect(usedSound([sound({ isDefault: false }), sound({ isDefault: false })])).toBe(0)
  expect(usedSound([])).toBe(0)
})

function facts(more: Partial<PictureFacts> = {}): FileFacts {
  return {
    container: 'mp4',
    sizeBytes: 1_000,
    durationMs: 10_000,
    startMs: 0,
    tracks: 2,
    picture: picture(more),
    sounds: [sound()],
  }
}

function picture(more: Partial<PictureFacts> = {}): PictureFacts {
  return {
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
    ...more,
  }
}

function sound(more: Partial<SoundFacts> = {}): SoundFacts {
  return { codec: 'aac', channels: 2, sampleRate: 48_000, isDefault: true, ...more }
}
