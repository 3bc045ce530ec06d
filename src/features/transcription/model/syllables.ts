const VOWEL_GROUP = /[aeiouyàáâãäåæèéêëìíîïòóôõöøœùúûüýÿāēīōūăĕĭŏŭąęįųőűаеёиоуыэюяіїєαεηιουωάέήίόύώ]+/giu
/** Scripts in which one character is about one syllable. */
const SYLLABIC = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/gu
const SPOKEN = /[\p{L}\p{N}]/u

/**
 * About how many syllables a written word has, as the weight of its share of time: never below 1 for a word,
 * 0 for punctuation alone. A digit counts one and a half.
 */
export function syllables(text: string): number {
  if (!SPOKEN.test(text)) return 0
  const digits = (text.match(/\p{Nd}/gu) ?? []).length
  const characters = (text.match(SYLLABIC) ?? []).length
  const vowels = (text.match(VOWEL_GROUP) ?? []).length
  // A final silent e, as in "time", but not the only vowel, as in "the".
  const silent = vowels > 1 && /[^aeiouy]e[^\p{L}]*$/iu.test(text) && !/[^aeiouy]le[^\p{L}]*$/iu.test(text) ? 1 : 0
  return Math.max(1, digits * 1.5 + characters + vowels - silent)
}
