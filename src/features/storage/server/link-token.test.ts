import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { linkKeyOf, readLink, signLink } from './link-token.ts'

const KEY = linkKeyOf('a secret of at least thirty-two letters')
const LINK = {
  kind: 'video',
  id: randomUUID(),
  userId: randomUUID(),
  downloadName: 'Größe “1”.mp4',
  expires: 1,
} as const

test('a link contains what was signed', () => {
  expect(readLink(KEY, signLink(KEY, LINK))).toEqual(LINK)
})

test('refuses a link with any letter changed, added or removed', () => {
  const token = signLink(KEY, LINK)
  for (let at = 0; at < token.length; at += 1) {
    const other = token[at] === 'A' ? 'B' : 'A'
    expect(readLink(KEY, token.slice(0, at) + other + token.slice(at + 1)), `letter ${at}`).toBeUndefined()
    expect(readLink(KEY, token.slice(0, at) + token.slice(at + 1)), `without letter ${at}`).toBeUndefined()
  }
  for (const forged of ['', '.', 'x', `${token}.`, `${token}=`, `${token}.x`]) {
    expect(readLink(KEY, forged), forged).toBeUndefined()
  }
})

test('refuses a link signed with another secret, or with the cookie secret itself', () => {
  expect(readLink(KEY, signLink(linkKeyOf('another secret of thirty-two letters'), LINK))).toBeUndefined()
  expect(readLink(KEY, signLink(Buffer.from('a secret of at least thirty-two letters'), LINK))).toBeUndefined()
})
