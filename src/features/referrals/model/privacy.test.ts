import { expect, test } from 'vitest'
import { maskPerson } from './privacy.ts'

test.each([
  { displayName: 'dana ray', email: 'ada.love@example.co.uk', shown: { initial: 'D', email: 'a•••@e•••.uk' } },
  { displayName: '', email: 'ben@mail.example', shown: { initial: 'B', email: 'b•••@m•••.example' } },
])('F4: shows $email as a letter and a masked address', ({ shown, ...person }) => {
  expect(maskPerson(person)).toEqual(shown)
})
