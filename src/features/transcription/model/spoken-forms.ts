import { cardinal, digitByDigit, ordinal, readings, year } from './english-numbers.ts'
import { baseLanguage } from './language.ts'

/** One way to say a written word, as plain dictionary words; the name of a letter is written `x.`. */
export type SpokenForm = readonly string[]

/** Maximum spoken forms of one word; more do not improve alignment. */
const MOST_FORMS = 8
const CURRENCIES: Readonly<Record<string, string>> = { $: 'dollar', '€': 'euro', '£': 'pound', '¥': 'yen' }
const SYMBOLS: Readonly<Record<string, string>> = {
  '&': 'and',
  '+': 'plus',
  '=': 'equals',
  '@': 'at',
  '%': 'percent',
  '°': 'degrees',
  '#': 'hashtag',
  $: 'dollars',
  '€': 'euros',
  '£': 'pounds',
  '¥': 'yen',
}
const LEADING_MARKS = /^[^\p{L}\p{N}$€£¥&+=@%°#]+/u
const TRAILING_MARKS = /(?<![^\p{L}\p{N}$€£¥&+=@%°])[^\p{L}\p{N}$€£¥&+=@%°]+$/u
/**
 * Maximum length of one spoken word in UTF-16 units: longer than any web address read aloud. Unicode normalization
 * takes quadratic time in a run of combining marks, so longer texts never reach it.
 */
const LONGEST_SPOKEN = 100

/**
 * The spoken forms of a written word, likeliest first; empty for a silent one and for more than 100 characters
 * without a space. Drops punctuation and spells out digits and symbols in English; in other languages the speech
 * synthesiser reads the digits, whole and part by part.
 */
export function spokenForms(written: string, language: string): SpokenForm[] {
  if (written.length > LONGEST_SPOKEN) return []
  const apostrophes = written.normalize('NFKC').replace(/[’‘ʼ]/gu, "'")
  const core = apostrophes.replace(LEADING_MARKS, '').replace(TRAILING_MARKS, '')
  if (core === '') return []
  if (baseLanguage(language) !== 'en') return /[\p{L}\p{N}]/u.test(core) ? otherForms(core, baseLanguage(language)) : []
  return unique(englishForms(core)).slice(0, MOST_FORMS)
}

/** The word for hundred in languages that count years by it: neunzehnhundertneunzig. */
const HUNDRED: Readonly<Record<string, string>> = {
  de: 'hundert',
  nl: 'honderd',
  sv: 'hundra',
  da: 'hundrede',
  nb: 'hundre',
}

function otherForms(core: string, language: string): SpokenForm[] {
  const whole = core.toLowerCase()
  if (!/\d/u.test(whole)) return [[whole]]
  const parts = whole.match(/\d+(?:[.\u00A0]\d{3})*|\p{L}+|[$€£¥%°]/gu) ?? []
  const [, century, rest = '', ending = ''] = /^(1[1-9])(\d\d)(\p{L}*)$/u.exec(whole) ?? []
  const hundred = HUNDRED[language]
  const byHundred =
    century === undefined || hundred === undefined ? [] : [[century, hundred, ...afterHundreds(rest, ending)]]
  return unique([[whole], ...(parts.length > 1 ? [parts] : []), ...byHundred])
}

/** What follows the hundreds of a year. */
function afterHundreds(rest: string, ending: string): string[] {
  return rest === '00' ? (ending === '' ? [] : [ending]) : [`${Number(rest)}${ending}`]
}

function englishForms(core: string): SpokenForm[] {
  const amount = money(core) ?? number(core)
  if (amount !== undefined) return amount
  if (/^[\p{L}']+$/u.test(core)) return word(core)
  if (/^(\p{L}\.)+\p{L}?$/u.test(core)) return [letters(core), [core.replaceAll('.', '').toLowerCase()]]
  const parts = core.match(/[\p{L}']+|\d[\d,]*(?:\.\d+)?(?:st|nd|rd|th)?|[$€£¥&+=@%°#]|\.(?=\p{L})/gu) ?? []
  return combine(parts.map((part) => (part === '.' ? [['dot']] : partForms(part))))
}

function partForms(part: string): SpokenForm[] {
  const symbol = SYMBOLS[part]
  return symbol === undefined ? (number(part) ?? word(part)) : [[symbol]]
}

/** A word of letters; capitals may be an acronym, read as a word or letter by letter. */
function word(text: string): SpokenForm[] {
  const whole = [text.toLowerCase()]
  if (/^\p{L}$/u.test(text))
    return text === 'a' || text === 'A' || text === 'I' ? [whole, letters(text)] : [letters(text)]
  if (/^\p{Lu}{2,6}s?$/u.test(text)) {
    const plural = text.endsWith('s') && text !== text.toUpperCase()
    const spelled = letters(plural ? text.slice(0, -1) : text)
    return [plural ? [...spelled.slice(0, -1), `${spelled.at(-1) ?? ''}s`] : spelled, whole]
  }
  return [whole]
}

function letters(text: string): string[] {
  return [...text.toLowerCase()].filter((letter) => /\p{L}/u.test(letter)).map((letter) => `${letter}.`)
}

function number(text: string): SpokenForm[] | undefined {
  const plain = text.replaceAll(',', '')
  const [, digits = '', tail = ''] = /^(\d+)(st|nd|rd|th|s|'s|%|k|m|bn|x|°)?$/iu.exec(plain) ?? []
  if (digits !== '') return counted(digits, tail.toLowerCase())
  const decimal = /^(\d+)\.(\d+)(%?)$/u.exec(plain)
  if (decimal !== null) return decimals(decimal)
  const clock = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/u.exec(plain)
  if (clock !== null) return [clockTime(clock)]
  return undefined
}

const TAILS: Readonly<Record<string, readonly string[]>> = {
  '%': ['percent'],
  k: ['thousand'],
  m: ['million'],
  bn: ['billion'],
  x: ['times'],
  '°': ['degrees'],
}

function counted(digits: string, tail: string): SpokenForm[] {
  const value = Number(digits)
  if (['st', 'nd', 'rd', 'th'].includes(tail)) return [ordinal(value)]
  if (tail === 's' || tail === "'s") return [plural(digits.length === 4 ? year(value) : cardinal(value))]
  const after = TAILS[tail] ?? []
  const said = readings(digits).map((words) => [...words, ...after])
  return tail === 'k' || tail === 'm' || tail === 'x' ? [...said, [...cardinal(value), `${tail}.`]] : said
}

function decimals([, whole = '', part = '', percent = '']: RegExpExecArray): SpokenForm[] {
  const after = percent === '' ? [] : ['percent']
  const digits = [...cardinal(Number(whole)), 'point', ...digitByDigit(part), ...after]
  return whole === '0'
    ? [digits, ['point', ...digitByDigit(part), ...after]]
    : [digits, [...cardinal(Number(whole)), 'point', ...cardinal(Number(part)), ...after]]
}

function clockTime([, hours = '', minutes = '', seconds = '']: RegExpExecArray): SpokenForm {
  const tail = seconds === '' ? [] : cardinal(Number(seconds))
  if (minutes === '00') return [...cardinal(Number(hours)), ...(seconds === '' ? ["o'clock"] : tail)]
  return [...cardinal(Number(hours)), ...(minutes.startsWith('0') ? ['oh'] : []), ...cardinal(Number(minutes)), ...tail]
}

function money(text: string): SpokenForm[] | undefined {
  const [, sign = '', digits = '', cents = '', scale = ''] =
    /^([$€£¥])(\d[\d,]*)(?:\.(\d{2}))?(k|m|bn)?$/iu.exec(text) ?? []
  const coin = CURRENCIES[sign]
  if (coin === undefined) return undefined
  const value = Number(digits.replaceAll(',', ''))
  const coins = value === 1 && scale === '' ? coin : coin === 'yen' ? coin : `${coin}s`
  const amounts = readings(String(value)).map((words) => [...words, ...(TAILS[scale.toLowerCase()] ?? [])])
  if (cents === '' || cents === '00') return amounts.map((words) => [...words, coins])
  const small = cardinal(Number(cents))
  const whole = cardinal(value)
  return [
    [...whole, coins, ...small],
    [...whole, coins, 'and', ...small, 'cents'],
    [...whole, ...small],
  ]
}

function plural(words: string[]): string[] {
  const last = words.at(-1) ?? ''
  return [
    ...words.slice(0, -1),
    last.endsWith('y') ? `${last.slice(0, -1)}ies` : last.endsWith('x') ? `${last}es` : `${last}s`,
  ]
}

function combine(parts: readonly SpokenForm[][]): SpokenForm[] {
  return parts.reduce<SpokenForm[]>(
    (forms, choices) => forms.flatMap((form) => choices.map((choice) => [...form, ...choice])).slice(0, MOST_FORMS),
    [[]],
  )
}

function unique(forms: readonly SpokenForm[]): SpokenForm[] {
  const seen = new Set<string>()
  return forms.filter((form) => {
    const key = form.join(' ')
    return form.length > 0 && !seen.has(key) && seen.add(key)
  })
}
