import type { Word } from '../document.ts'

/** The share of letters that two alike texts have in common. */
const SIMILAR = 0.5

/** The letters and digits of a word, without case, marks of punctuation and compatible forms; never empty. */
export function keyOf(text: string): string {
  const letters = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '')
  return letters === '' ? text : letters
}

/** The key of what was recognised; of what was typed, for a typed word. */
export function recognisedKey({ raw, text }: Pick<Word, 'raw' | 'text'>): string {
  return keyOf(raw === '' ? text : raw)
}

/** Whether two words may be the same one: as recognised or as written. */
export function isSameWord(a: Word, b: Word): boolean {
  const keys = new Set([recognisedKey(a), keyOf(a.text)])
  return keys.has(recognisedKey(b)) || keys.has(keyOf(b.text))
}

/** Whether two texts, without blanks, differ in few letters. */
export function areSimilar(a: string, b: string): boolean {
  const longest = Math.max(a.length, b.length)
  // Each letter that only the longer one has is an edit.
  if (longest === 0 || Math.min(a.length, b.length) < longest * SIMILAR) return false
  return 1 - editsBetween(a, b) / longest >= SIMILAR
}

/** The letters to insert, remove or replace (Levenshtein). */
function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...a].entries()) {
    const next = [at + 1]
    for (let place = 1; place <= b.length; place++) {
      const replaced = (row[place - 1] ?? 0) + Number(b[place - 1] !== letter)
      next.push(Math.min(replaced, (row[place] ?? 0) + 1, (next[place - 1] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
