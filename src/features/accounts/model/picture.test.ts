import { expect, test } from 'vitest'
import { isPicture, PICTURE_HEAD_BYTES } from './picture.ts'

test.each([
  ['a JPEG of a camera', '\xff\xd8\xff\xe1\x12\x34Exif'],
  ['a JPEG of a program', '\xff\xd8\xff\xe0\x00\x10JFIF'],
  ['a PNG', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
  ['a lossy WebP', 'RIFF\x24\x01\0\0WEBPVP8 '],
  ['a lossless WebP', 'RIFF\xff\xff\xff\x7fWEBPVP8L'],
  ['an extended WebP', 'RIFF\0\0\0\0WEBPVP8X'],
])('recognises %s as a picture', (_, begins) => {
  expect(isPicture(headOf(begins))).toBe(true)
})

test.each([
  ['nothing', ''],
  ['the beginning of a JPEG’s beginning', '\xff\xd8'],
  ['a PNG whose line ends were changed on its way', '\x89PNG\n\x1a\n\0\0\0\rIHDR'],
  ['a WebP cut off in its head', 'RIFF\x24\x01\0\0WEBPV'],
  ['a sound in the same wrapping as WebP', 'RIFF\x24\x01\0\0WAVEfmt '],
  ['a GIF', 'GIF89a\x01\0\x01\0'],
  ['an AVIF', '\0\0\0\x1cftypavif\0\0'],
  ['a HEIC of a phone', '\0\0\0\x1cftypheic\0\0'],
  ['an MP4', '\0\0\0\x20ftypisom\0\0'],
  ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['a list of other files', 'ffconcat version 1.0\n'],
  ['a JPEG after something else', '\n\xff\xd8\xff\xe0'],
])('does not recognise %s as a picture', (_, begins) => {
  expect(isPicture(headOf(begins))).toBe(false)
})

function headOf(begins: string): Uint8Array {
  return Uint8Array.from(begins, (sign) => sign.charCodeAt(0)).subarray(0, PICTURE_HEAD_BYTES)
}
