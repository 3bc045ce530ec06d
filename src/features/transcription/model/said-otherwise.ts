import type { SpokenWord } from './word.ts'
import type { UnspokenPassage, WordRange } from './unspoken.ts'

/** What was recognised at one place between words of a script that were found, as recognised. */
export type RecognisedPassage = {
  /** In media order; at least one. */
  readonly words: readonly SpokenWord[]
  /** The words of the script there, none of which was found; absent where the script has none. */
  readonly insteadOf?: WordRange
}

/** Speech that is not in the script. */
export type UnscriptedPassage = {
  /** In media order; at least one. */
  readonly words: readonly SpokenWord[]
  /**
   * What the script has there: its text, and the range of its words. An empty range stands for an unspoken passage with
   * this text and place. Absent where the script has nothing.
   */
  readonly insteadOf?: WordRange & { readonly text: string }
}

/** Maximum letters of the script's side of a difference, in UTF-16 units. */
const LONGEST_TEXT = 2_000
const LETTERS = /[\p{L}\p{N}]+/gu

/**
 * Pairs what was recognised with what the script has at the same place. Where the script's words were said after all, though
 * not found, there is no difference.
 * @param script.words its words without those of unspoken passages
 * @param script.unspoken in order of their places
 * @param passages in media order
 */
export function pairWithScript(
  { words, unspoken }: { words: readonly SpokenWord[]; unspoken: readonly UnspokenPassage[] },
  passages: readonly RecognisedPassage[],
): UnscriptedPassage[] {
  const paired: UnscriptedPassage[] = []
  for (const { words: said, insteadOf } of passages) {
    if (insteadOf !== undefined) {
      const text = textOf(words.slice(insteadOf.from, insteadOf.until))
      if (!isSameText(text, textOf(said)) && text.length <= LONGEST_TEXT)
        paired.push({ words: said, insteadOf: { ...insteadOf, text } })
      continue
    }
    const place = placeAmong(words, said)
    const before = paired.at(-1)?.insteadOf
    if (before !== undefined && before.from === before.until && before.from === place) {
      // Pauses part what is recognised instead of one passage.
      const open = paired.pop()
      paired.push({ words: [...(open?.words ?? []), ...said], insteadOf: before })
      continue
    }
    const unsaid = unspoken.find((each) => each.place === place)
    paired.push(
      unsaid === undefined
        ? { words: said }
        : { words: said, insteadOf: { from: place, until: place, text: unsaid.text } },
    )
  }
  return paired
}

/** Whether most words of two texts are the same, in the same order, so that one is the other misheard. */
export function isSameText(one: string, other: string): boolean {
  const [a, b] = [barePartsOf(one), barePartsOf(other)]
  return countCommon(a, b) * 2 > Math.max(a.length, b.length)
}

/** The length of the longest common subsequence. */
function countCommon(a: readonly string[], b: readonly string[]): number {
  let row = b.map(() => 0)
  for (const word of a) {
    let left = 0
    let diagonal = 0
    row = row.map((above, at) => {
      left = word === b[at] ? diagonal + 1 : Math.max(above, left)
      diagonal = above
      return left
    })
  }
  return row.at(-1) ?? 0
}

function barePartsOf(text: string): string[] {
  return text.toLowerCase().match(LETTERS) ?? []
}

function placeAmong(words: readonly SpokenWord[], said: readonly SpokenWord[]): number {
  const start = said[0]?.startMs ?? 0
  const next = words.findIndex(({ startMs }) => startMs >= start)
  return next === -1 ? words.length : next
}

function textOf(words: readonly SpokenWord[]): string {
  return words.map(({ text }) => text).join(' ')
}
