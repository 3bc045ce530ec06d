/** The errors in recognised words, against what was really said. */
export type WordErrors = {
  /** Words of the reference; at least 1. */
  readonly words: number
  readonly wrong: number
  readonly missing: number
  readonly added: number
  /** Errors for each word of the reference, 0 or more; above 1 with many added words. */
  readonly rate: number
}

/** Longest reference, in characters: what somebody says in a minute, several times over. */
export const MAX_REFERENCE_LENGTH = 5_000

/**
 * Compares recognised text with its reference word by word; case, punctuation and spacing do not count. Languages
 * without spaces are split into words as `Intl.Segmenter` does.
 * @param language an ISO 639 code, or `auto`
 * @returns null for a reference without words
 */
export function countWordErrors(reference: string, recognised: string, language: string): WordErrors | null {
  const said = wordsOf(reference.slice(0, MAX_REFERENCE_LENGTH), language)
  if (said.length === 0) return null
  const { wrong, missing, added } = cheapest(said, wordsOf(recognised, language))
  return { words: said.length, wrong, missing, added, rate: (wrong + missing + added) / said.length }
}

type Edits = { readonly wrong: number; readonly missing: number; readonly added: number; readonly all: number }

/** The fewest edits that turn `said` into `recognised`, row by row. */
function cheapest(said: readonly string[], recognised: readonly string[]): Edits {
  let row: Edits[] = Array.from({ length: recognised.length + 1 }, (_, added) => ({
    wrong: 0,
    missing: 0,
    added,
    all: added,
  }))
  for (const word of said) {
    const next: Edits[] = []
    for (const [at, above] of row.entries()) {
      const without = { ...above, missing: above.missing + 1, all: above.all + 1 }
      const left = next[at - 1]
      const before = row[at - 1]
      if (left === undefined || before === undefined) {
        next.push(without)
        continue
      }
      const isSame = recognised[at - 1] === word
      const matched = isSame ? before : { ...before, wrong: before.wrong + 1, all: before.all + 1 }
      const extra = { ...left, added: left.added + 1, all: left.all + 1 }
      next.push([matched, without, extra].reduce((best, one) => (one.all < best.all ? one : best)))
    }
    row = next
  }
  return row.at(-1) ?? { wrong: 0, missing: 0, added: 0, all: 0 }
}

function wordsOf(text: string, language: string): string[] {
  const plain = text.normalize('NFKC').toLowerCase().replaceAll('’', "'")
  const segmenter = new Intl.Segmenter(language === 'auto' ? undefined : language, { granularity: 'word' })
  return [...segmenter.segment(plain)].flatMap(({ segment, isWordLike }) => (isWordLike === true ? [segment] : []))
}
