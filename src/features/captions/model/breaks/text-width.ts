const WIDE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u303f\uff01-\uff60\p{Emoji_Presentation}]/u
const NO_WIDTH = /[\p{Mn}\p{Me}\p{Cf}]/u
/** Scripts that are written without spaces between words. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー。、！？「」『』]/u

/** Width of a text in columns: 2 for full-width letters and emoji, 0 for combining marks, 1 for all others. */
export function textWidth(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length
  let columns = 0
  for (const letter of text) columns += NO_WIDTH.test(letter) ? 0 : WIDE.test(letter) ? 2 : 1
  return columns
}

/** The join between two neighbouring words: none if both sides are of a script without spaces. */
export function joinBetween(before: string | undefined, after: string): 'space' | 'none' {
  if (before === undefined) return 'space'
  return UNSPACED.test([...before].at(-1) ?? '') && UNSPACED.test([...after].at(0) ?? '') ? 'none' : 'space'
}
