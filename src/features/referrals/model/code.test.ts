import { expect, test } from 'vitest'
import { codeFrom, normalizeCode } from './code.ts'
import { CODE_MIN, COMMISSION_BPS, REFERRAL_LIFETIME_MS, USERNAME_MIN } from './constants.ts'

test('A: the constants are those of the specification', () => {
  expect({ COMMISSION_BPS, REFERRAL_LIFETIME_MS, USERNAME_MIN, CODE_MIN }).toEqual({
    COMMISSION_BPS: 4_000,
    REFERRAL_LIFETIME_MS: 2_592_000_000,
    USERNAME_MIN: 3,
    CODE_MIN: 6,
  })
})

test('B5: a code has eight characters, none of them ambiguous', () => {
  for (let byte = 0; byte < 256; byte += 1) {
    expect(codeFrom(new Uint8Array(8).fill(byte))).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
  }
  expect(codeFrom(new Uint8Array([0, 1, 9, 10, 31, 32, 63, 255, 7]))).toBe('019AZ0ZZ')
})

test.each([
  { entered: 'a1b2c3d4', code: 'A1B2C3D4' },
  { entered: ' A1B2C3D4 ', code: 'A1B2C3D4' },
  { entered: 'A1B2C3D', code: null },
  { entered: 'A1B2C3D4E', code: null },
  { entered: 'A1B2C3DU', code: null },
  { entered: '', code: null },
])('"$entered" is the code $code', ({ entered, code }) => {
  expect(normalizeCode(entered)).toBe(code)
})
