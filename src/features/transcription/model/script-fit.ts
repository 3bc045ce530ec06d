import { z } from 'zod'
import type { UnspokenPassage } from './unspoken.ts'
import type { SpokenWord } from './word.ts'

/** How much of the creator's own words was found in the sound. */
export const ScriptFit = z.object({
  /** Words that were found. */
  found: z.int().min(0),
  /** Words that can be spoken. */
  total: z.int().min(0),
  /** The longest passages that were not found, in their order; the last words of a long one are left out. */
  missing: z.array(z.string()),
})
export type ScriptFit = z.output<typeof ScriptFit>

/** Share of words found below which the creator decides before anything is charged. */
export const LEAST_FIT = 0.75
/** Share below which it is another text, or one in another language, and refused. */
export const OTHER_TEXT = 0.2
/** Fewer words than this may be a name or a shout, which say nothing about the text. */
const FEWEST_WORDS = 5
const MOST_PASSAGES = 5
const LONGEST_PASSAGE = 14
const SPOKEN = /[\p{L}\p{N}]/u

/** Measures aligned words: those that were only placed between others were not found, and those of unspoken passages. */
export function measureFit(words: readonly SpokenWord[], unspoken: readonly UnspokenPassage[] = []): ScriptFit {
  const spoken = writtenOrder(words, unspoken).filter(({ text }) => SPOKEN.test(text))
  const passages: { at: number; texts: string[] }[] = []
  for (const [at, { text, timing }] of spoken.entries()) {
    if (timing !== 'interpolated') continue
    const open = passages.at(-1)
    if (open !== undefined && open.at + open.texts.length === at) open.texts.push(text)
    else passages.push({ at, texts: [text] })
  }
  const longest = passages.toSorted((a, b) => b.texts.length - a.texts.length).slice(0, MOST_PASSAGES)
  return {
    found: spoken.filter(({ timing }) => timing !== 'interpolated').length,
    total: spoken.length,
    missing: longest.toSorted((a, b) => a.at - b.at).map(({ texts }) => shorten(texts)),
  }
}

type Measured = Pick<SpokenWord, 'text' | 'timing'>

/** All words of the script in its order. */
function writtenOrder(words: readonly Measured[], unspoken: readonly UnspokenPassage[]): Measured[] {
  let from = 0
  const before = unspoken.flatMap(({ text, place }) => {
    const said = words.slice(from, place)
    from = place
    return [...said, ...text.split(' ').map((word) => ({ text: word, timing: 'interpolated' as const }))]
  })
  return [...before, ...words.slice(from)]
}

/** Whether the words may be charged for without asking. */
export function isFit({ found, total }: ScriptFit): boolean {
  return total < FEWEST_WORDS ? found > 0 : found >= total * LEAST_FIT
}

/** Whether nearly nothing was found, so that the text belongs to another video or is in another language. */
export function isOtherText({ found, total }: ScriptFit): boolean {
  return found < total * OTHER_TEXT
}

function shorten(texts: readonly string[]): string {
  return texts.length > LONGEST_PASSAGE ? `${texts.slice(0, LONGEST_PASSAGE).join(' ')} …` : texts.join(' ')
}
