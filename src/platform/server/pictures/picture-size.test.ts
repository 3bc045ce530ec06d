import { expect, test } from 'vitest'
import { pictureOf } from '../../../../tests/support/logos.ts'
import { checkPictureSize, pictureSizeIn } from './picture-size.ts'

test.each([
  ['a PNG', 'image2pipe', ['-c:v', 'png']],
  ['a JPEG', 'image2pipe', ['-c:v', 'mjpeg']],
  ['a lossy WebP', 'webp', ['-c:v', 'libwebp']],
  ['a lossless WebP', 'webp', ['-c:v', 'libwebp', '-lossless', '1']],
  ['an animated WebP', 'webp', ['-c:v', 'libwebp_anim']],
])('finds the size in the header of %s', async (_, format, codec) => {
  const frames = format === 'webp' ? [] : ['-frames:v', '1']
  const picture = await pictureOf('testsrc=size=322x46:rate=5:duration=1', format, ...frames, ...codec)
  expect(pictureSizeIn(picture)).toEqual({ width: 322, height: 46 })
})

test('walks over the metadata of a JPEG, and fill bytes', () => {
  const metadata = Buffer.concat([Buffer.from('ffe1c350', 'hex'), Buffer.alloc(0xc350 - 2)])
  const frame = Buffer.from('ffffffc0001108177021340301220002110103110100', 'hex')
  const head = Buffer.concat([Buffer.from('ffd8', 'hex'), metadata, frame])
  expect(pictureSizeIn(head)).toEqual({ width: 0x2134, height: 0x1770 })
  expect(pictureSizeIn(head.subarray(0, 50_000))).toBeUndefined()
})

test.each([
  ['nothing', ''],
  ['a PNG that ends in its header', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
  ['a JPEG of other bytes', `\xff\xd8${'\0'.repeat(40)}`],
  ['a JPEG whose segments have no length', `\xff\xd8${'\xff\xe0\0\0'.repeat(40)}`],
  ['a WebP of an unknown kind', `RIFF\0\0\0\0WEBPVP9 ${'\0'.repeat(40)}`],
  ['a page', `<!doctype html>${' '.repeat(40)}`],
])('finds no size in %s', (_, head) => {
  expect(pictureSizeIn(Buffer.from(head, 'latin1'))).toBeUndefined()
})

test.each([
  [{ width: 4_097, height: 8 }, 4_096, 'This picture has 4097 × 8 pixels. Choose one of at most 4096 × 4096.'],
  [
    { width: 20_000, height: 20_000 },
    undefined,
    'This picture has 20000 × 20000 pixels. Choose one of at most 50 megapixels.',
  ],
])('refuses %j above a side of %s', (size, maxSide, problem) => {
  expect(() => checkPictureSize(size, maxSide === undefined ? {} : { maxSide })).toThrow(problem)
})

test('accepts a wide picture where no side is limited', () => {
  expect(() => checkPictureSize({ width: 16_000, height: 3_000 }, {})).not.toThrow()
})
