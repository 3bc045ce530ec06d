import { expect, test } from 'vitest'
import { packText, unpackText } from './packed-text.ts'

test.each(['', 'a', '(µ/ý', 'ü'.repeat(600), `${'short words '.repeat(1_000)}‹›`])(
  'reads back what it packed',
  (text) => {
    expect(unpackText(packText(text))).toBe(text)
  },
)

test('packs a long text into fewer bytes than it has letters', () => {
  expect(packText('one two three '.repeat(10_000)).byteLength).toBeLessThan(1_000)
})

test('reads a text that was stored without compression, however long', () => {
  const text = 'x'.repeat(50_000)
  expect(unpackText(Buffer.from(text))).toBe(text)
})
