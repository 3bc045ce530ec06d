import { type CaptionDocument, cuesOf, type Word } from '../document.ts'
import { wordsOf } from '../timing/spans.ts'
import { letterMsOf, lettersOf } from '../parts/word-letters.ts'

/** Why a word is suggested as a keyword. */
export type KeywordReason = 'number' | 'name' | 'stress' | 'rare'

/** A word that may be worth emphasis. */
export type KeywordSuggestion = { readonly wordId: string; readonly why: KeywordReason }

/** The weight of each reason; a word needs `ENOUGH` in sum. */
const WEIGHTS = { number: 1, name: 0.8, stress: 0.6, rare: 0.6 } as const satisfies Record<KeywordReason, number>
const ENOUGH = 0.6
/** Vocal stress of a stressed word, 0 to 1, where it was measured. */
const STRESSED = 0.7
/** Time a letter takes in a stressed word, relative to the median of the document, where stress was not measured. */
const SLOW = 1.7
/** Letters of a rare word; shorter words that occur once are mostly function words. */
const LONG = 7
/** In languages where more of the words inside sentences than this are capitalised, capitals do not mark names. */
const MOST_CAPITALS = 0.25

/**
 * Suggests at most one keyword for each caption: numbers, names, stressed words, and long words that occur once. Skips
 * captions that have a keyword, and words that are hidden, censored, or fillers.
 * @param stress the vocal stress of words, 0 to 1, by their ids; without it, that stored with each word, or its length
 */
export function suggestKeywords(
  doc: CaptionDocument,
  stress: ReadonlyMap<string, number> = new Map(),
): KeywordSuggestion[] {
  const facts = { ...factsOf(doc), stress }
  return cuesOf(doc).flatMap((cue) => {
    const words = wordsOf(doc, cue)
    if (words.some(({ tags }) => tags.includes('keyword'))) return []
    const rated = words.filter(mayBeKeyword).map((word) => rate(word, facts))
    const best = rated.reduce<Rated | undefined>(
      (most, each) => (each.score > (most?.score ?? 0) ? each : most),
      undefined,
    )
    return best?.why !== undefined && best.score >= ENOUGH ? [{ wordId: best.wordId, why: best.why }] : []
  })
}

type Rated = { readonly wordId: string; readonly score: number; readonly why: KeywordReason | undefined }

function rate(word: Word, facts: Facts): Rated {
  const reasons = (['number', 'name', 'stress', 'rare'] as const).filter((reason) => IS[reason](word, facts))
  const score = reasons.reduce((sum, reason) => sum + WEIGHTS[reason], 0)
  return { wordId: word.id, score, why: reasons[0] }
}

const IS: { readonly [Reason in KeywordReason]: (word: Word, facts: Facts) => boolean } = {
  number: ({ text }) => /\p{N}/u.test(text),
  name: ({ id, text }, { starts, marksNames }) => marksNames && !starts.has(id) && isCapitalised(text),
  stress(word, { letterMs, stress }) {
    const measured = stress.get(word.id) ?? word.stress
    return measured === undefined ? letterMs > 0 && letterMsOf(word) > SLOW * letterMs : measured >= STRESSED
  },
  rare: ({ text }, { counts }) => [...lettersOf(text)].length >= LONG && counts.get(keyOf(text)) === 1,
}

function mayBeKeyword({ tags, hidden, censored, text }: Word): boolean {
  return !hidden && censored === undefined && !tags.includes('filler') && lettersOf(text) !== ''
}

type Facts = {
  readonly counts: ReadonlyMap<string, number>
  /** The words that start a sentence. */
  readonly starts: ReadonlySet<string>
  readonly marksNames: boolean
  /** The median time of a letter, ms; 0 if no word has letters. */
  readonly letterMs: number
  /** Measured by word id. */
  readonly stress: ReadonlyMap<string, number>
}

function factsOf({ words }: CaptionDocument): Omit<Facts, 'stress'> {
  const counts = new Map<string, number>()
  for (const { text } of words) counts.set(keyOf(text), (counts.get(keyOf(text)) ?? 0) + 1)
  const inside = words.filter((_, at) => at > 0 && !endsSentence(words[at - 1]))
  const capitals = inside.filter(({ text }) => isCapitalised(text)).length
  const insideIds = new Set(inside.map(({ id }) => id))
  const times = words.map(letterMsOf).filter((ms) => ms > 0)
  return {
    counts,
    starts: new Set(words.flatMap(({ id }) => (insideIds.has(id) ? [] : [id]))),
    marksNames: capitals <= MOST_CAPITALS * inside.length,
    letterMs: times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0,
  }
}

function endsSentence(word: Word | undefined): boolean {
  return /[.!?…。！？]["'”’»)\]]*$/u.test(word?.text ?? '')
}

/** True for a capital that is not the whole word, so that “I” is no name. */
function isCapitalised(text: string): boolean {
  return /^\p{P}*\p{Lu}[\p{L}\p{N}]/u.test(text)
}

function keyOf(text: string): string {
  return lettersOf(text).toLowerCase()
}
