const UNITS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
]
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const SCALES = [
  { value: 1_000_000_000_000, name: 'trillion' },
  { value: 1_000_000_000, name: 'billion' },
  { value: 1_000_000, name: 'million' },
  { value: 1_000, name: 'thousand' },
]
const ORDINALS: Readonly<Record<string, string>> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
}
/** Digits of larger numbers are read one by one. */
const LARGEST = 999_999_999_999_999

/** The English words of a whole number from 0 on: `['forty', 'two']`. Larger than a quadrillion: digit by digit. */
export function cardinal(value: number): string[] {
  if (value > LARGEST) return digitByDigit(String(value))
  if (value < 20) return [UNITS[value] ?? '']
  if (value < 100) return [TENS[Math.floor(value / 10)] ?? '', ...(value % 10 === 0 ? [] : cardinal(value % 10))]
  if (value < 1_000) return withRest([...cardinal(Math.floor(value / 100)), 'hundred'], value % 100)
  const scale = SCALES.find((candidate) => value >= candidate.value)
  if (scale === undefined) return []
  return withRest([...cardinal(Math.floor(value / scale.value)), scale.name], value % scale.value)
}

/** The English words of an ordinal number: `['twenty', 'first']`. */
export function ordinal(value: number): string[] {
  const words = cardinal(value)
  const last = words.at(-1) ?? ''
  const ranked =
    ORDINALS[last] ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : last.endsWith('t') ? `${last}h` : `${last}th`)
  return [...words.slice(0, -1), ranked]
}

/** Four digits read as a year, in pairs: `['nineteen', 'ninety', 'five']`, `['nineteen', 'oh', 'five']`. */
export function year(value: number): string[] {
  const rest = value % 100
  const century = cardinal(Math.floor(value / 100))
  if (rest === 0) return [...century, 'hundred']
  return [...century, ...(rest < 10 ? ['oh'] : []), ...cardinal(rest)]
}

/** The name of each digit; `zero` may be read as `oh`. */
export function digitByDigit(digits: string, zero = 'zero'): string[] {
  return [...digits]
    .filter((digit) => /\d/u.test(digit))
    .map((digit) => (digit === '0' ? zero : (UNITS[Number(digit)] ?? '')))
}

/**
 * The ways an English speaker may read a run of digits, likeliest first: as an amount, a year, in pairs, or digit by
 * digit.
 * @param digits only 0 to 9
 */
export function readings(digits: string): string[][] {
  const value = Number(digits)
  if (digits.startsWith('0') && digits.length > 1) return [digitByDigit(digits), digitByDigit(digits, 'oh')]
  const amount = cardinal(value)
  const said = [amount, ...withAnd(value)]
  if (digits.length === 4 && value % 1_000 >= 10) said.splice(value >= 1_100 && value < 2_010 ? 0 : 1, 0, year(value))
  if (digits.length === 3 && value % 100 !== 0) said.push(pairs(digits))
  if (digits.length > 2) said.push(digitByDigit(digits))
  return said
}

function withAnd(value: number): string[][] {
  const rest = value % 100
  if (value < 100 || rest === 0 || value > LARGEST) return []
  return [[...cardinal(value - rest), 'and', ...cardinal(rest)]]
}

/** `101` as "one oh one", `250` as "two fifty". */
function pairs(digits: string): string[] {
  const rest = Number(digits.slice(1))
  return [...cardinal(Number(digits[0])), ...(rest < 10 ? ['oh'] : []), ...cardinal(rest)]
}

function withRest(words: string[], rest: number): string[] {
  return rest === 0 ? words : [...words, ...cardinal(rest)]
}
