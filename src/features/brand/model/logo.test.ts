import { expect, test } from 'vitest'
import { logoName } from './logo.ts'

test.each([
  ['Acme white.png', 'Acme white'],
  ['C:\\pictures\\logo.final.webp', 'logo.final'],
  ['\u0007\u202e.png', 'Logo'],
  ['', 'Logo'],
])('the name of %j is %j', (file, name) => {
  expect(logoName(file)).toBe(name)
})
