import { expect, test } from 'vitest'
import type { SourcePicture } from '#features/media/model/index.ts'
import { probeOf } from '../../../../../tests/support/exports.ts'
import { exportRate, exportSize, chooseExportFormat } from './export-format.ts'

const PLAIN: SourcePicture = {
  index: 0,
  width: 1920,
  height: 1080,
  pixelAspect: 1,
  matrix: 'bt709',
  range: 'tv',
  primaries: 'bt709',
  transfer: 'bt709',
}
const HD = { width: 1920, height: 1080 }
const LIMIT = { height: 1080, fps: 30 }

test.each([
  { size: [1080, 1920], limit: 1080, made: [1080, 1920] },
  { size: [2160, 3840], limit: 1080, made: [1080, 1920] },
  { size: [3840, 2160], limit: 2160, made: [3840, 2160] },
  { size: [853, 481], limit: 1080, made: [852, 480] },
  { size: [3026, 1386], limit: 1080, made: [2356, 1080] },
  { size: [1, 1], limit: 1080, made: [2, 2] },
])('exports $size with a limit of $limit as $made', ({ size: [width = 0, height = 0], limit, made }) => {
  expect(Object.values(exportSize({ width, height }, limit))).toEqual(made)
})

test.each([
  { fps: { n: 30, d: 1 }, most: 30, made: { n: 30, d: 1 } },
  { fps: { n: 60, d: 1 }, most: 30, made: { n: 30, d: 1 } },
  { fps: { n: 60_000, d: 1_001 }, most: 30, made: { n: 30_000, d: 1_001 } },
  { fps: { n: 50, d: 1 }, most: 30, made: { n: 25, d: 1 } },
  { fps: { n: 120, d: 1 }, most: 30, made: { n: 30, d: 1 } },
  { fps: { n: 25, d: 1 }, most: 60, made: { n: 25, d: 1 } },
  { fps: { n: 31, d: 1 }, most: 30, made: { n: 31, d: 2 } },
])('exports $fps with a limit of $most a second as $made', ({ fps, most, made }) => {
  expect(exportRate(fps, most)).toEqual(made)
})

test.each([
  { what: '1080p', width: 1080, height: 1920, fps: 60 },
  { what: '720p', width: 1280, height: 720, fps: 60 },
  { what: '4K', width: 2160, height: 3840, fps: 30 },
])('where 4K has 30 frames a second and 1080p 60, $what has $fps', ({ width, height, fps }) => {
  const limit = { height: 2160, fps: 30, fullHdFps: 60 }
  expect(chooseExportFormat(probeOf({ width, height, fps: { n: 60, d: 1 } }), PLAIN, limit).fps).toEqual({
    n: fps,
    d: 1,
  })
})

test('leaves an ordinary picture unchanged', () => {
  const format = chooseExportFormat(probeOf({ ...HD, durationMs: 36_000, fps: { n: 30, d: 1 } }), PLAIN, LIMIT)
  expect(format).toMatchObject({
    frame: HD,
    frames: 1_080,
    matrix: 'bt709',
    filters: ['format=yuv420p', 'setsar=1'],
    sound: { track: 0, copy: true },
  })
})

test('crops an odd edge and does not mistake rotation for scaling', () => {
  const odd = chooseExportFormat(
    probeOf({ width: 1079, height: 1921, rotation: 90 }),
    { ...PLAIN, width: 1921, height: 1079 },
    LIMIT,
  )
  expect(odd.filters[0]).toBe('crop=1078:1920:0:0')
  const upright = chooseExportFormat(probeOf({ width: 1080, height: 1920, rotation: 270 }), PLAIN, LIMIT)
  expect(upright.filters).toEqual(['format=yuv420p', 'setsar=1'])
})

test.each([
  { picture: { matrix: 'bt709' }, matrix: 'bt709' },
  { picture: { matrix: 'bt470bg' }, matrix: 'bt601' },
  { picture: { matrix: 'bt2020nc' }, matrix: 'bt709' },
] as const)('captions over a picture of $picture are converted by $matrix', ({ picture, matrix }) => {
  const format = chooseExportFormat(probeOf(HD), { ...PLAIN, ...picture }, LIMIT)
  expect(format.matrix).toBe(matrix)
})

test('converts HDR to SDR in BT.709', () => {
  const format = chooseExportFormat(
    probeOf({ ...HD, hdr: true }),
    { ...PLAIN, matrix: 'bt2020nc', transfer: 'arib-std-b67', primaries: 'bt2020' },
    LIMIT,
  )
  expect(format.filters.join()).toContain('tonemap')
  expect(format.tags).toEqual({ colorspace: 'bt709', primaries: 'bt709', transfer: 'bt709' })
})
