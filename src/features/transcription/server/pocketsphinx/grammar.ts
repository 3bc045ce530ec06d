/** A written word as the recogniser sees it: a unique name and its pronunciations. */
export type GrammarWord = {
  readonly name: string
  readonly pronunciations: readonly string[]
  /** True when punctuation follows, so that a phrase may end here. */
  readonly endsPhrase: boolean
  /** True for the last word of a sentence. */
  readonly endsSentence: boolean
}

/**
 * The sounds of speech that is not in the text. Half of the phones place words as well as all 39 do, at a third of the
 * extra cost.
 */
const UNKNOWN_SOUNDS = 'AA AE AH IY UW ER OW EY B D F K M N S T L W Z'.split(' ')
/** Far below the probability of a spoken word, so that unknown sound never replaces one. */
const UNKNOWN_PROBABILITY = '1e-8'

/** Stands for a sentence that nobody says, in the pause at its place. */
const LEFT_OUT = '+LEFTOUT+'
/**
 * Cost of leaving out one sentence, as negative powers of ten: 10 for each word, since few words are squeezed into little
 * time at little cost; at most 40, within the narrow beams. With 20 for all, sentences of a 1961 recording were left out
 * that are spoken.
 */
const LEFT_OUT_COST = { word: 10, most: 40 }

/** The dictionary of the given words and of unknown sounds; further pronunciations are `name(2)`, `name(3)` … */
export function dictionaryOf(words: readonly GrammarWord[]): string {
  const lines = words.flatMap(({ name, pronunciations }) =>
    pronunciations.map((phones, at) => `${name}${at === 0 ? '' : `(${at + 1})`} ${phones}`),
  )
  const others = [`${LEFT_OUT} SIL`, ...UNKNOWN_SOUNDS.map((phone) => `${unknown(phone)} ${phone}`)]
  return `${[...lines, ...others].join('\n')}\n`
}

/** A name that readers of the word table skip, as they skip noises. */
function unknown(phone: string): string {
  return `+${phone}+`
}

/** Whether a row of the word table is sound that is not in the text. */
export function isUnknown(name: string): boolean {
  return /^\+[A-Z]+\+$/u.test(name) && UNKNOWN_SOUNDS.includes(name.slice(1, -1))
}

/** Whether a row of the word table is silence: between words, or in place of a sentence. */
export function isSilence(name: string): boolean {
  return [LEFT_OUT, '<s>', '</s>', '<sil>'].includes(name)
}

/**
 * How closely the sound must follow the words: `exact` contains all of them; `open-end` may stop after any, as the
 * first part of a long recording does; `skipping` may leave out sentences where there is a pause, at a high cost;
 * `lenient` may leave out any phrases, at a lower one.
 */
export type FollowMode = 'exact' | 'open-end' | 'skipping' | 'lenient'

/** Maximum words of a lenient grammar: its cost grows with the square of its phrases. */
export const MOST_LENIENT_WORDS = 400
/** Cost of leaving out any number of phrases: higher than that of poorly spoken words. */
const JUMP_PROBABILITY = '1e-20'
/** Phrase length in words for text without punctuation. */
const LONGEST_PHRASE = 10
/** The same for text with it: more edges inside its sentences let their parts be found in different places. */
const LONGEST_SENTENCE = 24
const MOST_PHRASES = 60

/**
 * The grammar of these words in order, with optional silences.
 * @param o.unknownSound true when speech that is not in the text may precede and follow each phrase
 */
export function chainOf(
  words: readonly GrammarWord[],
  { following = 'exact', unknownSound = false }: { following?: FollowMode; unknownSound?: boolean } = {},
): string {
  const last = words.length
  const said = words.map(({ name }, at) => `TRANSITION ${at} ${at + 1} 1.0 ${name}`)
  const ends = following === 'open-end' ? words.slice(1).map((_, at) => `TRANSITION ${at + 1} ${last} 1.0`) : []
  const jumps = following === 'lenient' ? jumpsBetween(phraseEdges(words)) : []
  const skips = following === 'skipping' ? skipsOver(sentenceEdges(words)) : []
  const loops = unknownSound ? phraseEdges(words).flatMap(unknownAt) : []
  const header = ['FSG_BEGIN words', `NUM_STATES ${last + 1}`, 'START_STATE 0', `FINAL_STATE ${last}`]
  return [...header, ...said, ...ends, ...jumps, ...skips, ...loops, 'FSG_END', ''].join('\n')
}

/** Jumps from the end of each phrase to that of every later one. */
function jumpsBetween(edges: readonly number[]): string[] {
  return edges.flatMap((from, at) => edges.slice(at + 1).map((to) => `TRANSITION ${from} ${to} ${JUMP_PROBABILITY}`))
}

/** One each sentence, so that the grammar grows with the length of the text only. */
function skipsOver(edges: readonly number[]): string[] {
  return edges.slice(1).map((to, at) => {
    const from = edges[at] ?? 0
    const cost = Math.min(LEFT_OUT_COST.most, (to - from) * LEFT_OUT_COST.word)
    return `TRANSITION ${from} ${to} 1e-${cost} ${LEFT_OUT}`
  })
}

/** The place before each sentence, and after the last one. */
function sentenceEdges(words: readonly GrammarWord[]): number[] {
  const ends = words.flatMap(({ endsSentence }, at) => (endsSentence ? [at + 1] : []))
  return [...new Set([0, ...ends, words.length])]
}

function unknownAt(edge: number): string[] {
  return UNKNOWN_SOUNDS.map((phone) => `TRANSITION ${edge} ${edge} ${UNKNOWN_PROBABILITY} ${unknown(phone)}`)
}

function phraseEdges(words: readonly GrammarWord[]): number[] {
  const isPunctuated = words.some(({ endsSentence }, at) => endsSentence && at < words.length - 1)
  const longest = Math.max(
    isPunctuated ? LONGEST_SENTENCE : LONGEST_PHRASE,
    Math.ceil(words.length / (MOST_PHRASES / 2)),
  )
  const edges = [0]
  for (const [at, { endsPhrase }] of words.entries()) {
    const length = at + 1 - (edges.at(-1) ?? 0)
    const crowded = edges.length > MOST_PHRASES && length < longest
    if ((endsPhrase && !crowded) || length >= longest) edges.push(at + 1)
  }
  return [...new Set([...edges, words.length])]
}
