import type { Word } from '../document.ts'

/** The letters and digits of a text. */
export function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '')
}

/** The time that a letter of a word takes, ms; 0 for a short word, whose letters take longer than others. */
export function letterMsOf({ text, t0, t1 }: Word): number {
  const letters = [...lettersOf(text)].length
  return letters < 4 ? 0 : (t1 - t0) / letters
}
