import { expect, test } from 'vitest'
import { coloursOf, isTagged } from './picture-colours.ts'
import type { SourcePicture } from './probe.ts'

const TAGGED = {
  index: 0,
  width: 1_920,
  height: 1_080,
  pixelAspect: 1,
  range: 'tv',
  matrix: 'bt709',
  primaries: 'bt709',
  transfer: 'bt709',
  hdr: false,
  codec: 'h264',
}
const UNTAGGED = { ...TAGGED, matrix: 'unknown', primaries: 'unknown', transfer: 'unknown' }
const BT709 = { colorspace: 'bt709', primaries: 'bt709', transfer: 'bt709' }
const BT601 = { colorspace: 'smpte170m', primaries: 'smpte170m', transfer: 'smpte170m' }
const BT601_HD = { ...BT601, primaries: 'bt709' }

test.each([
  { what: '720 rows or more', picture: UNTAGGED, tags: BT709 },
  { what: 'fewer rows', picture: { ...UNTAGGED, width: 640, height: 360 }, tags: BT601 },
  { what: 'more rows than columns', picture: { ...UNTAGGED, width: 540, height: 960 }, tags: BT709 },
  { what: 'VP9', picture: { ...UNTAGGED, codec: 'vp9' }, tags: BT601_HD },
  { what: 'AV1', picture: { ...UNTAGGED, codec: 'av1' }, tags: BT601_HD },
])('an untagged picture of $what is tagged as browsers take it', ({ picture, tags }) => {
  expect(coloursOf(picture)).toEqual({ conversion: 'none', tags })
})

test('full range without a matrix is limited, and of BT.601 as in JPEG', () => {
  expect(coloursOf({ ...UNTAGGED, range: 'pc' })).toEqual({ conversion: 'range', tags: BT601_HD })
})

test('tags that a file states are kept, and those it leaves open follow its matrix', () => {
  const wide = { ...TAGGED, primaries: 'smpte432', transfer: 'iec61966-2-1' }
  expect(coloursOf(wide).tags).toEqual({ colorspace: 'bt709', primaries: 'smpte432', transfer: 'iec61966-2-1' })
  const lone = { ...UNTAGGED, matrix: 'bt470bg' }
  expect(coloursOf(lone).tags).toEqual({ colorspace: 'bt470bg', primaries: 'bt709', transfer: 'smpte170m' })
})

test.each([
  { picture: { ...TAGGED, matrix: 'bt2020nc', primaries: 'bt2020', transfer: 'bt2020-10' }, conversion: 'gamut' },
  { picture: { ...TAGGED, matrix: 'bt2020nc', transfer: 'arib-std-b67', hdr: true }, conversion: 'tone' },
  { picture: { ...TAGGED, matrix: 'gbr' }, conversion: 'matrix' },
])('a picture that networks would not take becomes BT.709 by its $conversion', ({ picture, conversion }) => {
  expect(coloursOf(picture)).toEqual({ conversion, tags: BT709 })
})

test('a picture without one of three tags is untagged to a browser', () => {
  const picture: SourcePicture = TAGGED
  expect(isTagged(picture, BT709)).toBe(true)
  expect(isTagged({ ...picture, primaries: 'unknown' }, BT709)).toBe(false)
})
