import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { qrCode } from './qr-code.ts'

const TEXT = 'https://wordpop.example/dana-' + 'abcdefghijklmnopqrstuvwxyz0123456789'.repeat(4)

test('a short link is the picture that another encoder makes of it', () => {
  expect(pictureOf('https://wordpop.example/dana')).toBe(DANA)
})

// Sizes with one, two and four blocks of error correction; fingerprints of the pictures of the npm package qrcode 1.5.
test.each([
  { bytes: 14, size: 21, fingerprint: '13a8885a9b5c5e91' },
  { bytes: 28, size: 29, fingerprint: 'ae707d7f2d6e1a86' },
  { bytes: 40, size: 29, fingerprint: '9cfdcab3f897b663' },
  { bytes: 60, size: 33, fingerprint: '7701825c08eadb7a' },
  { bytes: 80, size: 37, fingerprint: '83fb57f41e39a85a' },
  { bytes: 106, size: 41, fingerprint: '8034f26f32f99f36' },
])('a link of $bytes bytes has $size modules, each where another encoder puts it', ({ bytes, size, fingerprint }) => {
  const text = TEXT.slice(0, bytes)
  expect(qrCode(text)).toHaveLength(size)
  expect(createHash('sha256').update(pictureOf(text)).digest('hex').slice(0, 16)).toBe(fingerprint)
})

test('a link of more than 106 bytes has none', () => {
  expect(qrCode('x'.repeat(107))).toBeNull()
  expect(qrCode('é'.repeat(54))).toBeNull()
})

function pictureOf(text: string): string {
  return (qrCode(text) ?? []).map((row) => row.map((dark) => (dark ? '#' : '.')).join('')).join('\n')
}

const DANA = `
#######....#.###..###.#######
#.....#..#..#####.....#.....#
#.###.#.##...#.#....#.#.###.#
#.###.#.#..##.##.###..#.###.#
#.###.#.###....######.#.###.#
#.....#.###......#....#.....#
#######.#.#.#.#.#.#.#.#######
........###...#.#............
#.#####...##....##..#.#####..
.#......##.#####..###.###...#
..#..###..##.####...##..#....
#..#.#.###.###.#..#.##.###.#.
..#..##.......##.#.#.....##..
####...###.....##.#######...#
.#....#.#.#.......#.#.#..##..
##.###.#.##...#.#.....#.#..#.
##.#.##....#....##.....#.##..
###.##.##..#####.####.###.#.#
#.#######.##.#####...#.#..#..
#.#.#..###.#.#.#..#..#.#...#.
#..#.##.#.##..##.#.######.###
........#.#.#..##.###...#####
#######...#.#.....###.#.###..
#.....#.#.##..#.#..##...#..#.
#.###.#.#.###...#.#.#####.#.#
#.###.#.##.#####.###.#...##..
#.###.#.####.#.###.#.#######.
#.....#..#.#####.##.#.##.#.#.
#######.##...###...#.######..
`.trim()
