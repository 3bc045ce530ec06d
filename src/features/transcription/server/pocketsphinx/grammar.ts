/** A written word as the recogniser sees it: a unique name and its pronunciations. */
export type GrammarWord = {
  readonly name: string
  readonly pronunciations: readonly string[]
  /** True when punctuation follows, so that a phrase may end here. */
  readonly endsPhrase: boolean
}

/**
 * The sounds of speech that is not in the text. Half of the phones place words as well as all 39 do, at a third of the
 * extra cost.
 */
const UNKNOWN_SOUNDS = 'AA AE AH IY UW ER OW EY B D F K M N S T L W Z'.split(' ')
/** Far below the probability of a spoken word, so that unknown sound never replaces one. */
const UNKNOWN_PROBABILITY = '1e-8'

/** The dictionary of the given words and of unknown sounds; further pronunciations are `name(2)`, `name(3)` … */
export function dictionaryOf(words: readonly GrammarWord[]): string {
  const lines = words.flatMap(({ name, pronunciations }) =>
    pronunciations.map((phones, at) => `${name}${at === 0 ? '' : `(${at + 1})`} ${phones}`),
  )
  return `${[...lines, ...UNKNOWN_SOUNDS.map((phone) => `${unknown(phone)} ${phone}`)].join('\n')}\n`
}

/** A name that readers of the word table skip, as they skip noises. */
function unknown(phone: string): string {
  return `+${phone}+`
}

/** Whether a row of the word table is sound that is not in the text. */
export function isUnknown(name: string): boolean {
  return /^\+[A-Z]+\+$/u.test(name) && UNKNOWN_SOUNDS.includes(name.slice(1, -1))
}

/**
 * How closely the sound must follow the words: `exact` contains all of them; `open-end` may stop after any, as the
 * first part of a long recording does; `lenient` may leave out whole phrases, at a cost.
 */
export type Following = 'exact' | 'open-end' | 'lenient'

/** Maximum words of a lenient grammar: its cost grows with the square of its phrases. */
export const MOST_LENIENT_WORDS = 400
/** Cost of leaving out any number of phrases: higher than that of poorly spoken words. */
const JUMP_PROBABILITY = '1e-20'
/** Phrase length in words for text without punctuation. */
const LONGEST_PHRASE = 10
const MOST_PHRASES = 60

/**
 * The grammar of these words in order, with optional silences.
 * @param o.unknownSound true when speech that is not in the text may precede and follow each phrase
 */
export function chainOf(
  words: readonly GrammarWord[],
  { following = 'exact', unknownSound = false }: { following?: Following; unknownSound?: boolean } = {},
): string {
  const last = words.length
  const said = words.map(({ name }, at) => `TRANSITION ${at} ${at + 1} 1.0 ${name}`)
  const ends = following === 'open-end' ? words.slice(1).map((_, at) => `TRANSITION ${at + 1} ${last} 1.0`) : []
  const jumps = following === 'lenient' ? jumpsBetween(phraseEdges(words)) : []
  const loops = unknownSound ? phraseEdges(words).flatMap(unknownAt) : []
  const header = ['FSG_BEGIN words', `NUM_STATES ${last + 1}`, 'START_STATE 0', `FINAL_STATE ${last}`]
  return [...header, ...said, ...ends, ...jumps, ...loops, 'FSG_END', ''].join('\n')
}

/** Jumps from the end of each phrase to that of every later one. */
function jumpsBetween(edges: readonly number[]): string[] {
  return edges.flatMap((from, at) => edges.slice(at + 1).map((to) => `TRANSITION ${from} ${to} ${JUMP_PROBABILITY}`))
}

function unknownAt(edge: number): string[] {
  return UNKNOWN_SOUNDS.map((phone) => `TRANSITION ${edge} ${edge} ${UNKNOWN_PROBABILITY} ${unknown(phone)}`)
}

function phraseEdges(words: readonly GrammarWord[]): number[] {
  const longest = Math.max(LONGEST_PHRASE, Math.ceil(words.length / (MOST_PHRASES / 2)))
  const edges = [0]
  for (const [at, { endsPhrase }] of words.entries()) {
    const length = at + 1 - (edges.at(-1) ?? 0)
    const crowded = edges.length > MOST_PHRASES && length < longest
    if ((endsPhrase && !crowded) || length >= longest) edges.push(at + 1)
  }
  return [...new Set([...edges, words.length])]
}
