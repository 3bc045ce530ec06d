import { expect, test } from 'vitest'
import { kindOfPicture } from './picture-kind.ts'

test.each([
  ['\x89PNG\r\n\x1a\n\0\0', 'picture'],
  ['\xff\xd8\xff\xe0', 'picture'],
  ['RIFF\x10\0\0\0WEBPVP8L', 'picture'],
  ['RIFF\x10\0\0\0WEBPVP8X\x0a\0\0\0\x10', 'picture'],
  ['RIFF\x10\0\0\0WEBPVP8X\x0a\0\0\0\x12', 'animated'],
  [png('IHDR', 'acTL', 'IDAT'), 'animated'],
  [png('IHDR', 'tEXt of acTL', 'IDAT'), 'picture'],
  [png('IHDR', 'IDAT', 'acTL'), 'picture'],
  [png('IHDR', `iCCP${'p'.repeat(2_000)}`, 'acTL'), 'animated'],
  [png('IHDR').slice(0, -1), 'picture'],
  ['<svg xmlns="http://www.w3.org/2000/svg">', 'svg'],
  ['<?xml version="1.0"?><!-- a logo --><svg>', 'svg'],
  ['\xef\xbb\xbf<?xml version="1.0"?>', 'svg'],
  ['GIF89a', 'other'],
  ['\xff\xd8', 'other'],
  ['\n\xff\xd8\xff\xe0', 'other'],
  ['\x89PNG\n\x1a\n\0\0\0\rIHDR', 'other'],
  ['RIFF\x24\x01\0\0WEBPV', 'other'],
  ['RIFF\x24\x01\0\0WAVEfmt ', 'other'],
  ['\0\0\0\x1cftypavif\0\0', 'other'],
  ['\0\0\0\x1cftypheic\0\0', 'other'],
  ['\0\0\0\x20ftypisom\0\0', 'other'],
  ['ffconcat version 1.0\n', 'other'],
  ['<!doctype html>', 'other'],
  ['', 'other'],
])('%j is %s', (head, kind) => {
  expect(kindOfPicture(Buffer.from(head, 'latin1'))).toBe(kind)
})

/** A PNG of chunks, each a type of four letters and its data. */
function png(...chunks: readonly string[]): string {
  const parts = chunks.map((chunk) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(chunk.length - 4)
    return `${length.toString('latin1')}${chunk}\0\0\0\0`
  })
  return `\x89PNG\r\n\x1a\n${parts.join('')}`
}
