import { expect, test } from 'vitest'
import { maskPerson, sameAddress } from './privacy.ts'

test.each([
  { displayName: 'dana ray', email: 'ada.love@example.co.uk', shown: { initial: 'D', email: 'a•••@e•••.uk' } },
  { displayName: '', email: 'ben@mail.example', shown: { initial: 'B', email: 'b•••@m•••.example' } },
])('F4: shows $email as a letter and a masked address', ({ shown, ...person }) => {
  expect(maskPerson(person)).toEqual(shown)
})

test.each([
  ['Ada+ref@Example.com', 'ada@example.com'],
  ['a.d.a+x@gmail.com', 'ada@googlemail.com'],
])('D6: %s and %s are one person', (a, b) => {
  expect(sameAddress(a)).toBe(sameAddress(b))
})

test('D6: dots distinguish addresses except at Gmail', () => {
  expect(sameAddress('a.da@example.com')).not.toBe(sameAddress('ada@example.com'))
})
