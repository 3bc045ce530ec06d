import { errorCorrection } from './reed-solomon.ts'

/** A QR code: rows of modules, true where dark, without the quiet zone around it. */
export type QrCode = readonly (readonly boolean[])[]

/**
 * What each version holds with error correction M (ISO/IEC 18004, table 9): blocks of data, and the codewords of
 * correction each of them gets. Six versions are enough for 106 bytes.
 */
const VERSIONS = [
  { blocks: 1, data: 16, correction: 10 },
  { blocks: 1, data: 28, correction: 16 },
  { blocks: 1, data: 44, correction: 26 },
  { blocks: 2, data: 32, correction: 18 },
  { blocks: 2, data: 43, correction: 24 },
  { blocks: 4, data: 27, correction: 16 },
] as const
type Version = (typeof VERSIONS)[number]

/** The mask with the fewest modules a camera might misread. @returns null when the text is longer than 106 bytes */
export function qrCode(text: string): QrCode | null {
  const bytes = new TextEncoder().encode(text)
  const index = VERSIONS.findIndex(({ blocks, data }) => bytes.length + 2 <= blocks * data)
  const version = VERSIONS[index]
  if (version === undefined) return null
  const bits = codewords(bytes, version)
  const size = 21 + index * 4
  const candidates = MASKS.map((_, mask) => drawn(bits, size, mask))
  return candidates.reduce((best, candidate) => (penalty(candidate) < penalty(best) ? candidate : best))
}

/** Mode, length, bytes and padding; then the blocks' codewords by turns, data before correction. */
function codewords(bytes: Uint8Array, { blocks, data, correction }: Version): readonly boolean[] {
  const bits = [...bitsOf(0b0100, 4), ...bitsOf(bytes.length, 8), ...[...bytes].flatMap((byte) => bitsOf(byte, 8))]
  const room = blocks * data * 8
  bits.push(...bitsOf(0, Math.min(4, room - bits.length)))
  while (bits.length % 8 !== 0) bits.push(false)
  for (let pad = 0xec; bits.length < room; pad ^= 0xec ^ 0x11) bits.push(...bitsOf(pad, 8))
  const words = Array.from({ length: room / 8 }, (_, index) => numberOf(bits.slice(index * 8, index * 8 + 8)))
  const parts = Array.from({ length: blocks }, (_, block) => words.slice(block * data, (block + 1) * data))
  const corrections = parts.map((part) => errorCorrection(part, correction))
  return [...byTurns(parts), ...byTurns(corrections)].flatMap((word) => bitsOf(word, 8))
}

function byTurns(parts: readonly (readonly number[])[]): number[] {
  return Array.from({ length: parts[0]?.length ?? 0 }, (_, index) => parts.map((part) => part[index] ?? 0)).flat()
}

function drawn(bits: readonly boolean[], size: number, mask: number): boolean[][] {
  const code = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  const taken = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  const put = (row: number, column: number, dark: boolean) => {
    const [line, used] = [code[row], taken[row]]
    if (line === undefined || used === undefined || column < 0 || column >= size) return
    line[column] = dark
    used[column] = true
  }
  drawPatterns(put, size)
  drawFormat(put, size, mask)
  const isMasked = MASKS[mask]
  let next = 0
  for (const [row, column] of zigzag(size)) {
    const line = code[row]
    if (line === undefined || taken[row]?.[column] !== false) continue
    line[column] = (bits[next++] ?? false) !== (isMasked?.(row, column) ?? false)
  }
  return code
}

type Put = (row: number, column: number, dark: boolean) => void

/** The three corners with their light borders, the timing lines and, from version 2 on, the small square. */
function drawPatterns(put: Put, size: number): void {
  for (let place = 8; place < size - 8; place++) {
    put(6, place, place % 2 === 0)
    put(place, 6, place % 2 === 0)
  }
  for (const [top, left] of [
    [0, 0],
    [0, size - 7],
    [size - 7, 0],
  ] as const) {
    squares({ put, row: top + 3, column: left + 3, radius: 4, light: new Set([2, 4]) })
  }
  if (size > 21) squares({ put, row: size - 7, column: size - 7, radius: 2, light: new Set([1]) })
}

function squares(o: { put: Put; row: number; column: number; radius: number; light: ReadonlySet<number> }): void {
  for (let down = -o.radius; down <= o.radius; down++) {
    for (let right = -o.radius; right <= o.radius; right++) {
      o.put(o.row + down, o.column + right, !o.light.has(Math.max(Math.abs(down), Math.abs(right))))
    }
  }
}

/** Error correction M and the mask, protected by a BCH code and written twice. */
function drawFormat(put: Put, size: number, mask: number): void {
  // M is 00, so the mask is all of the data.
  let rest = mask << 10
  for (let bit = 14; bit >= 10; bit--) if ((rest >> bit) & 1) rest ^= 0b10100110111 << (bit - 10)
  const format = ((mask << 10) | rest) ^ 0b101010000010010
  for (let bit = 0; bit < 15; bit++) {
    const dark = ((format >> bit) & 1) === 1
    const beside = bit < 6 ? bit : bit < 8 ? bit + 1 : size - 15 + bit
    const along = bit < 8 ? size - 1 - bit : bit < 9 ? 7 : 14 - bit
    put(beside, 8, dark)
    put(8, along, dark)
  }
  put(size - 8, 8, true)
}

/** Two columns at a time from the right, up and down by turns; the timing column is skipped. */
function* zigzag(size: number): Generator<readonly [row: number, column: number]> {
  let isUp = true
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step++) {
      const row = isUp ? size - 1 - step : step
      yield [row, right]
      yield [row, right - 1]
    }
    isUp = !isUp
  }
}

/** How hard a code is to read (ISO/IEC 18004, 7.8.3). */
function penalty(code: QrCode): number {
  const size = code.length
  const columns = code.map((_, column) => code.map((row) => row[column] ?? false))
  const lines = [...code, ...columns]
  let sum = 0
  for (const line of lines) {
    const text = line.map((dark) => (dark ? '1' : '0')).join('')
    for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2
    sum += 40 * [...text.matchAll(/(?=10111010000|00001011101)/g)].length
  }
  for (let row = 1; row < size; row++) {
    for (let column = 1; column < size; column++) {
      const dark = code[row]?.[column]
      const same = [code[row - 1]?.[column], code[row]?.[column - 1], code[row - 1]?.[column - 1]]
      if (same.every((other) => other === dark)) sum += 3
    }
  }
  const share = (code.flat().filter(Boolean).length * 100) / (size * size)
  return sum + 10 * Math.floor(Math.abs(share - 50) / 5)
}

function bitsOf(value: number, length: number): boolean[] {
  return Array.from({ length }, (_, index) => ((value >> (length - 1 - index)) & 1) === 1)
}

function numberOf(bits: readonly boolean[]): number {
  return bits.reduce((value, bit) => value * 2 + (bit ? 1 : 0), 0)
}

/** Which modules a mask turns over (ISO/IEC 18004, table 10). */
const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
]
