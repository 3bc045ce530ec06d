import { expect, test } from 'vitest'
import { formatBytes } from './bytes.ts'

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1_000, '1 kB'],
  [64_000, '64 kB'],
  [999_499, '999 kB'],
  [999_950, '1 MB'],
  [12_345_678, '12.3 MB'],
  [99_960_000, '100 MB'],
  [612_400_000, '612 MB'],
  [1_500_000_000, '1.5 GB'],
  [2_000_000_000, '2 GB'],
  [4_200_000_000_000_000, '4,200 TB'],
])('writes %i bytes as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
