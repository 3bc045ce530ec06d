import { expect, test } from 'vitest'
import { isAppCode, secretIn, tidyRecoveryCode } from './second-factor.ts'

test.each([
  { text: '123456', is: true },
  { text: '123 456', is: true },
  { text: '12345', is: false },
  { text: '1234567', is: false },
  { text: 'abcde-fghjk', is: false },
])('"$text" has the form of a code of an app: $is', ({ text, is }) => {
  expect(isAppCode(text)).toBe(is)
})

test.each(['abcde-fghjk', ' ABCDE FGHJK ', 'abcdefghjk'])('reads "%s" as the recovery code that was shown', (text) => {
  expect(tidyRecoveryCode(text)).toBe('abcde-fghjk')
})

test('shows the secret in groups for typing', () => {
  expect(secretIn('otpauth://totp/Wordpop:a@example.com?secret=ABCDEFGHIJ&issuer=Wordpop')).toBe('ABCD EFGH IJ')
})
