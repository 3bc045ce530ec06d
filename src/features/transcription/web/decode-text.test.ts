import { expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'

test.each([
  { how: 'in UTF-8', bytes: [0xc3, 0xa9, 0x74, 0xc3, 0xa9] },
  { how: 'in UTF-8 with a byte order mark', bytes: [0xef, 0xbb, 0xbf, 0xc3, 0xa9, 0x74, 0xc3, 0xa9] },
  { how: 'in UTF-16, small end first', bytes: [0xff, 0xfe, 0xe9, 0x00, 0x74, 0x00, 0xe9, 0x00] },
  { how: 'in UTF-16, big end first', bytes: [0xfe, 0xff, 0x00, 0xe9, 0x00, 0x74, 0x00, 0xe9] },
  { how: 'in Windows-1252', bytes: [0xe9, 0x74, 0xe9] },
])('decodes a caption file written $how', ({ bytes }) => {
  expect(decodeText(new Uint8Array(bytes).buffer)).toBe('été')
})

test('decodes an empty file as empty text', () => {
  expect(decodeText(new ArrayBuffer(0))).toBe('')
})
