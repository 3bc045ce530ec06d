/** Powers of 2 in the field of 256 elements with the polynomial x⁸+x⁴+x³+x²+1 (ISO/IEC 18004, 7.5.2). */
const POWER: readonly number[] = powers()
const LOGARITHM: ReadonlyMap<number, number> = new Map(POWER.map((value, exponent) => [value, exponent]))

/**
 * The codewords that let a reader repair the data: the remainder of its division by the generator polynomial.
 * @param count how many; half as many wrong codewords can be repaired
 */
export function errorCorrection(data: readonly number[], count: number): number[] {
  const divisor = generator(count)
  const rest = [...data, ...Array.from({ length: count }, () => 0)]
  for (let index = 0; index < data.length; index++) {
    const factor = rest[index] ?? 0
    for (const [offset, coefficient] of divisor.entries()) {
      rest[index + offset] = (rest[index + offset] ?? 0) ^ product(coefficient, factor)
    }
  }
  return rest.slice(data.length)
}

/** (x − 2⁰)(x − 2¹)…, the highest power first. */
function generator(count: number): readonly number[] {
  let polynomial: readonly number[] = [1]
  for (let exponent = 0; exponent < count; exponent++) {
    const root = POWER[exponent] ?? 1
    const shifted = [...polynomial, 0]
    polynomial = shifted.map((coefficient, index) => coefficient ^ product(polynomial[index - 1] ?? 0, root))
  }
  return polynomial
}

function product(one: number, other: number): number {
  const [a, b] = [LOGARITHM.get(one), LOGARITHM.get(other)]
  return a === undefined || b === undefined ? 0 : (POWER[(a + b) % 255] ?? 0)
}

function powers(): number[] {
  const values = [1]
  while (values.length < 255) {
    const doubled = (values.at(-1) ?? 0) * 2
    values.push(doubled > 255 ? doubled ^ 0b1_0001_1101 : doubled)
  }
  return values
}
