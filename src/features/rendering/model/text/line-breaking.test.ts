import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Breakable, breakLines, widthOf } from './line-breaking.ts'

const words = (text: string, o: Partial<Breakable> = {}): Breakable[] =>
  text
    .split(' ')
    .map((word) => ({ text: word, width: 10 * word.length, spaceBefore: 5, joined: false, breakBefore: false, ...o }))

test('keeps words that fit one line on one line', () => {
  expect(breakLines(words('one two'), 100, 2)).toEqual([0])
})

test('makes two lines as even as possible', () => {
  expect(breakLines(words('a bb ccc dddd eeeee'), 120, 2)).toEqual([0, 3])
})

test("keeps the document's own line breaks where they fit", () => {
  const own = words('one two three four').map((word, at) => ({ ...word, breakBefore: at === 1 }))
  expect(breakLines(own, 200, 2)).toEqual([0, 1])
  expect(breakLines(own, 100, 3)).not.toEqual([0, 1])
})

test('returns null for captions that do not fit', () => {
  expect(breakLines(words('incomprehensibilities'), 100, 2)).toBeNull()
})

test('breaks Japanese between words, never before a full stop or after an opening bracket', () => {
  const japanese = words('今日は 「 新しい 」 カメラ 。', { joined: true, spaceBefore: 0 })
  for (const width of [40, 50, 60, 70, 80]) {
    const starts = breakLines(japanese, width, 6) ?? []
    const firsts = starts.slice(1).map((at) => japanese[at]?.text)
    expect(firsts).not.toContain('。')
    expect(firsts).not.toContain('」')
    expect(firsts).not.toContain('新しい')
  }
})

test('breaks Thai between its words, which no space parts', () => {
  expect(breakLines(words('ตอนนี้ ไม่มี ใคร', { joined: true, spaceBefore: 0, width: 40 }), 90, 2)).toEqual([0, 1])
})

test('keeps the parts of one Latin word together', () => {
  expect(breakLines(words('twenty -one', { joined: true }), 70, 2)).toBeNull()
})

test('puts every word on exactly one line, none too wide', () => {
  const widths = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 9 })
  fc.assert(
    fc.property(widths, fc.integer({ min: 90, max: 300 }), (lengths, maxWidth) => {
      const some = lengths.map((width) => ({ text: 'w', width, spaceBefore: 4, joined: false, breakBefore: false }))
      const starts = breakLines(some, maxWidth, lengths.length)
      expect(starts?.[0]).toBe(0)
      expect(starts?.every((start, at) => at === 0 || start > (starts[at - 1] ?? 0))).toBe(true)
      for (const [line, start] of (starts ?? []).entries())
        expect(widthOf(some, start, starts?.[line + 1] ?? some.length)).toBeLessThanOrEqual(maxWidth)
    }),
  )
})
