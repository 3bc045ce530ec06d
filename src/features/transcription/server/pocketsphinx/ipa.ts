/**
 * Maps the International Phonetic Alphabet to the 39 phones of the English acoustic model; sounds of other languages
 * map to the nearest phones. Longer keys win.
 */
const WRITTEN: Readonly<Record<string, string>> = {
  // vowels
  i: 'IY',
  iː: 'IY',
  ɪ: 'IH',
  ᵻ: 'IH',
  ɨ: 'IH',
  y: 'UW',
  yː: 'UW',
  ʏ: 'UH',
  e: 'EY',
  eː: 'EY',
  ɛ: 'EH',
  ɛː: 'EH',
  æ: 'AE',
  a: 'AA',
  aː: 'AA',
  ɑ: 'AA',
  ɑː: 'AA',
  ɒ: 'AA',
  ɔ: 'AO',
  ɔː: 'AO',
  o: 'OW',
  oː: 'OW',
  ʊ: 'UH',
  u: 'UW',
  uː: 'UW',
  ɯ: 'UW',
  ø: 'ER',
  øː: 'ER',
  œ: 'ER',
  ə: 'AH',
  ɐ: 'AH',
  ʌ: 'AH',
  ɵ: 'AH',
  ɜ: 'ER',
  ɜː: 'ER',
  ɚ: 'ER',
  əː: 'ER',
  // diphthongs, and vowels before r and l
  aɪ: 'AY',
  eɪ: 'EY',
  ɔɪ: 'OY',
  aʊ: 'AW',
  oʊ: 'OW',
  əʊ: 'OW',
  ai: 'AY',
  au: 'AW',
  ɔø: 'OY',
  ɔʏ: 'OY',
  ɪɹ: 'IH R',
  iɹ: 'IY R',
  ɛɹ: 'EH R',
  eɹ: 'EH R',
  ɑːɹ: 'AA R',
  ɔːɹ: 'AO R',
  oːɹ: 'AO R',
  ʊɹ: 'UH R',
  aɪɚ: 'AY ER',
  aɪə: 'AY AH',
  iə: 'IY AH',
  əl: 'AH L',
  // nasal vowels
  ɑ̃: 'AA N',
  ɛ̃: 'AE N',
  ɔ̃: 'AO N',
  œ̃: 'AH N',
  ɐ̃: 'AH N',
  ĩ: 'IY N',
  ũ: 'UW N',
  õ: 'OW N',
  ẽ: 'EY N',
  ɐ̃ʊ̃: 'AW N',
  ʊ̃: 'UH N',
  // stops and affricates
  p: 'P',
  b: 'B',
  t: 'T',
  d: 'D',
  k: 'K',
  g: 'G',
  ɡ: 'G',
  q: 'K',
  c: 'K',
  ɟ: 'Y',
  ʈ: 'T',
  ɖ: 'D',
  ɓ: 'B',
  ɗ: 'D',
  ʔ: '',
  tʃ: 'CH',
  dʒ: 'JH',
  ts: 'T S',
  dz: 'D Z',
  tɕ: 'CH',
  dʑ: 'JH',
  pf: 'P F',
  // fricatives
  f: 'F',
  v: 'V',
  θ: 'TH',
  ð: 'DH',
  s: 'S',
  z: 'Z',
  ʃ: 'SH',
  ʒ: 'ZH',
  ɕ: 'SH',
  ʑ: 'ZH',
  ʂ: 'SH',
  ʐ: 'ZH',
  x: 'HH',
  χ: 'HH',
  ç: 'HH',
  h: 'HH',
  ħ: 'HH',
  ʕ: 'HH',
  ɣ: 'G',
  β: 'B',
  ɸ: 'F',
  ʋ: 'V',
  ɬ: 'L',
  ʝ: 'Y',
  // nasals, liquids, glides
  m: 'M',
  n: 'N',
  ŋ: 'NG',
  ɲ: 'N Y',
  ɴ: 'N',
  n̩: 'AH N',
  l̩: 'AH L',
  l: 'L',
  ɫ: 'L',
  ʎ: 'L Y',
  ʟ: 'L',
  r: 'R',
  rr: 'R',
  ɹ: 'R',
  ʁ: 'R',
  ʀ: 'R',
  ɻ: 'R',
  ɾ: 'D',
  j: 'Y',
  w: 'W',
  ɥ: 'W',
}

/** Keys in composed Unicode form, as in the text, however an editor saved this file. */
const PHONES = new Map(Object.entries(WRITTEN).map(([ipa, phones]) => [ipa.normalize('NFC'), phones]))
const LONGEST_KEY = Math.max(...[...PHONES.keys()].map((key) => key.length))
/** espeak-ng's marks of a switch to another language, as in `(en)`. */
const SWITCHES = /\([a-z-]+\)/gu
/** Stress, ties, joiners and fine marks that change no phone. */
const MARKS = /[ˈˌʲʰʷˑ.|-]|\u200D|\u0361|\u032A/gu

/** The phones of a pronunciation in IPA, such as `HH AH L OW`; drops sounds that the model lacks. */
export function phonesOfIpa(ipa: string): string {
  const text = ipa.normalize('NFC').replace(SWITCHES, '').replace(MARKS, '')
  const phones: string[] = []
  for (let at = 0; at < text.length;) {
    const length = longestKeyAt(text, at)
    const phone = PHONES.get(text.slice(at, at + length)) ?? ''
    if (phone !== '') phones.push(phone)
    at += Math.max(1, length)
  }
  return phones.join(' ')
}

function longestKeyAt(text: string, at: number): number {
  for (let length = Math.min(LONGEST_KEY, text.length - at); length > 0; length -= 1) {
    if (PHONES.has(text.slice(at, at + length))) return length
  }
  return 0
}
