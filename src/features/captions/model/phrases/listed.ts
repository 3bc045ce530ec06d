/** A set of words written as one text. @param words separated by single spaces */
export function listed(words: string): ReadonlySet<string> {
  return new Set(words.split(' '))
}
