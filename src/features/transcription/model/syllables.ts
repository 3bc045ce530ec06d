const VOWEL_GROUP = /[aeiouyàáâãäåæèéêëìíîïòóôõöøœùúûüýÿāēīōūăĕĭŏŭąęįųőűаеёиоуыэюяіїєαεηιουωάέήίόύώ]+/giu
/** Scripts in which a character is about one syllable. */
const SYLLABIC = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/gu
const SPOKEN = /[\p{L}\p{N}]/u

/**
 * The approximate syllable count of a written word, used to weight its share of time: at least 1 for a word,
 * 0 for standalone punctuation. A digit counts as one and a half.
 */
export function syllables(text: string): number {
  if (!SPOKEN.test(text)) return 0
  const digits = (text.match(/\p{Nd}/gu) ?? []).length
  const characters = (text.match(SYLLABIC) ?? []).length
  const vowels = (text.match(VOWEL_GROUP) ?? []).length
  // A silent final e, as in "time", unless it is the only vowel, as in "the".
  const silent = vowels > 1 && /[^aeiouy]e[^\p{L}]*$/iu.test(text) && !/[^aeiouy]le[^\p{L}]*$/iu.test(text) ? 1 : 0
  return Math.max(1, digits * 1.5 + characters + vowels - silent)
}
