import { expect, test } from 'vitest'
import { receiveBytes, shareBytes, shareText, textOf } from './shared-bytes.ts'

test.each(['', 'a', '‹ü𝒳›'.repeat(10_000)])('shares a text between threads', (text) => {
  expect(textOf(shareText(text))).toBe(text)
  expect(textOf(shareBytes(Buffer.from(text)))).toBe(text)
})

test('receives a body of the announced length in one piece', async () => {
  const bytes = await receiveBytes(chunks('one ', 'two ', 'three'), 13)
  expect(bytes.buffer).toBeInstanceOf(SharedArrayBuffer)
  expect(textOf(bytes)).toBe('one two three')
})

test('refuses a body that is shorter or longer than announced', async () => {
  await expect(receiveBytes(chunks('one'), 4)).rejects.toThrow('ended after 3')
  await expect(receiveBytes(chunks('one', 'two'), 4)).rejects.toThrow(RangeError)
})

async function* chunks(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text)
}
