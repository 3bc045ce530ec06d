import type { Word } from '../document.ts'
import { pauseStrengths } from './pauses.ts'
import { FIRST_NAMES, UNITS } from '../phrases/known-words.ts'
import type { Phrases } from '../phrases/phrases.ts'
import { beginsSubject, isAdjective, type Role, rolesOf } from '../phrases/word-roles.ts'

/** The cost of separating two words. `never` applies only if no other boundary fits. */
export const COST = { sentence: 0, clause: 4, plain: 38, never: 100_000 } as const

/** What a break class adds to `COST.plain`; larger than anything that balance or fullness can gain. */
const BINDS = {
  /** After an article or possessive, inside a name, between a number and its unit. */
  never: COST.never,
  /** After a preposition, conjunction or word of amount. */
  strong: 90,
  /** After a subject pronoun or an auxiliary; before an object pronoun. */
  verb: 70,
  /** After an adverb of degree, an adjective or a number; before a particle. */
  noun: 50,
} as const

/** What the beginning of a phrase takes from `COST.plain`. */
const OPENS = {
  conjunction: 32,
  preposition: 24,
  pronoun: 24,
  auxiliary: 24,
  /** A subject with its verb, as "the rice" of "the rice should be covered". */
  subject: 26,
  /** The verb of a subject of nouns. */
  verb: 18,
  /** A noun phrase after a noun. */
  noun: 10,
} as const

/** What words that belong together add to `COST.plain`, weaker than a bind: their roles are only likely. */
const JOINS = {
  /** Two nouns in a row, a verb with its object pronoun, a participle with its auxiliary. */
  compound: 24,
  /** A verb with a bare noun or an infinitive after it. */
  object: 20,
  /** A noun with "of". */
  tie: 16,
  /** A verb with a longer object. */
  verb: 8,
} as const

/** What a pause as long as those between sentences takes from the cost. */
const PAUSE_RELIEF = 30
/** Strength of a pause after which a word that can end a phrase does. */
const SURE_PAUSE = 0.6
/** Strength of a comma and the like. */
const CLAUSE = 0.3
/** Stand between first and last names. */
const NAME_PARTICLES: ReadonlySet<string> = new Set(['van', 'von', 'de', 'da', 'di', 'del', 'della', 'du', 'le', 'la'])
/** The cost of a boundary is never lower without punctuation. */
const LEAST = 2

type Spoken = Pick<Word, 'text' | 't0' | 't1'>

/** Boundaries of a transcript: for each word, the one after it. The last word has the end of a sentence after it. */
export type Boundaries = {
  readonly costs: readonly number[]
  /** How much a boundary parts what is said, from 0 to 1: the end of a sentence, or a pause as long as one. */
  readonly strengths: readonly number[]
}

/**
 * The cost of ending a line or a cue after each word: none after a sentence, low after a clause, at a pause and before
 * a phrase, high inside a phrase, highest after an article, inside a name, or between a number and its unit (Netflix
 * Timed Text Style Guide, line treatment; BBC Subtitle Guidelines, line breaks; product §2). A pause counts relative to
 * the pauses of these words.
 */
export function boundariesOf(spoken: readonly Spoken[], phrases: Phrases): Boundaries {
  // Read once: each boundary asks for its words many times.
  const words = spoken.map(({ text, t0, t1 }) => ({ text, t0, t1 }))
  const pauses = pauseStrengths(words)
  const bares = words.map(({ text }) => bare(text))
  const roles = rolesOf(bares, phrases)
  const costs: number[] = []
  const strengths: number[] = []
  for (const [at, before] of words.entries()) {
    const after = words[at + 1]
    const pause = pauses[at] ?? 0
    const isEnd = after === undefined || endsSentence(before.text)
    strengths.push(isEnd ? 1 : hasClauseMark(before.text) ? Math.max(CLAUSE, pause) : pause)
    costs.push(isEnd ? COST.sentence : boundaryCost({ before, after, bares, roles, at, pause }, phrases))
  }
  return { costs, strengths }
}

/** Two neighbouring words, with the bare text of all words and the place of the first of them. */
type Pair = {
  readonly before: Spoken
  readonly after: Spoken
  readonly bares: readonly string[]
  readonly roles: readonly Role[]
  readonly at: number
  readonly pause: number
}
type Place = Pick<Pair, 'bares' | 'roles' | 'at'>

function boundaryCost({ before, after, bares, roles, at, pause }: Pair, phrases: Phrases): number {
  const [is = '', next = '', then = ''] = bares.slice(at, at + 3)
  if (isName(before, after, { is, next }, phrases) || isNumberWithUnit(before, after, phrases)) return COST.never
  if (hasClauseMark(before.text)) return COST.clause
  const bind = Math.max(bindAfter(is, next, phrases, pause), bindBefore(is, next, then, phrases))
  if (bind >= COST.never) return COST.never
  const isFree = bind === 0 && !isRoughAmount(next, then, phrases)
  const opens = isFree ? openingGain({ bares, roles, at }, phrases) : 0
  return Math.max(LEAST, COST.plain + bind - opens - PAUSE_RELIEF * pause)
}

/** How much a word belongs to the one after it. @param pause its strength, from 0 to 1 */
function bindAfter(is: string, next: string, phrases: Phrases, pause: number): number {
  if (phrases.determiners.has(is) && !phrases.objects.has(is)) return BINDS.never
  const opensClause = phrases.conjunctions.has(next)
  const opensPhrase = opensClause || phrases.prepositions.has(next)
  // Words such as "her", "over" and "that" end a phrase before a new one, or where the speaker pauses.
  if ((opensPhrase || pause > SURE_PAUSE) && endsPhrase(is, phrases)) return 0
  if (phrases.determiners.has(is)) return BINDS.never
  if (phrases.conjunctions.has(is) || phrases.prepositions.has(is)) return BINDS.strong
  if (opensClause) return 0
  if (phrases.quantifiers.has(is)) return BINDS.strong
  if (phrases.pronouns.has(is)) return opensPhrase ? BINDS.noun / 2 : BINDS.verb
  if (phrases.auxiliaries.has(is)) return opensNoun(next, phrases) ? BINDS.noun / 2 : BINDS.verb
  if (phrases.adverbs.has(is) || phrases.numbers.has(is)) return opensPhrase ? BINDS.noun / 2 : BINDS.noun
  if (opensPhrase) return FIRST_NAMES.has(is) && NAME_PARTICLES.has(next) ? BINDS.strong : 0
  if (isAdjective(is, phrases)) return BINDS.noun
  return FIRST_NAMES.has(is) && !isFunctionWord(next, phrases) ? BINDS.verb : 0
}

/** True for a word that stands after a verb or alone as well as before a noun or verb. */
function endsPhrase(word: string, { objects, followers, auxiliaries }: Phrases): boolean {
  return objects.has(word) || followers.has(word) || auxiliaries.has(word)
}

/** How much a word belongs to the one before it. @param then the word after it */
function bindBefore(is: string, next: string, then: string, phrases: Phrases): number {
  if (phrases.pairs.has(`${is} ${next}`)) return BINDS.noun
  const endsHere = then === '' || phrases.conjunctions.has(then) || phrases.prepositions.has(then)
  if (phrases.objects.has(next) && (!phrases.pronouns.has(next) || endsHere))
    return isFunctionWord(is, phrases) ? 0 : BINDS.verb
  // Two of a kind, as in "cold and dry" or "three or four".
  if (phrases.conjunctions.has(next) && modifies(is, phrases) && modifies(then, phrases)) return BINDS.noun
  if (!phrases.followers.has(next)) return 0
  return phrases.prepositions.has(next) && opensNoun(then, phrases) ? 0 : BINDS.noun
}

function modifies(word: string, phrases: Phrases): boolean {
  return phrases.numbers.has(word) || isAdjective(word, phrases)
}

/** True for words such as "about" before a number, where they open nothing. */
function isRoughAmount(word: string, then: string, { adverbs, numbers }: Phrases): boolean {
  return adverbs.has(word) && (numbers.has(then) || /^\p{Nd}/u.test(then))
}

function opensNoun(word: string, { determiners, quantifiers, numbers }: Phrases): boolean {
  return determiners.has(word) || quantifiers.has(word) || numbers.has(word)
}

/** How well a line begins with the word after a place; negative where it belongs to the word before. */
function openingGain(place: Place, phrases: Phrases): number {
  const { bares, roles, at } = place
  const [is = '', next = '', then = ''] = bares.slice(at, at + 3)
  const isAfterVerb = roles[at] === 'verb' || phrases.auxiliaries.has(is)
  if (phrases.conjunctions.has(next)) return OPENS.conjunction
  if (phrases.ties.has(next)) return isAfterVerb ? -JOINS.object : -JOINS.tie
  if (phrases.prepositions.has(next)) return isAfterVerb ? 0 : OPENS.preposition
  // Words such as "la" are articles too.
  if (phrases.pronouns.has(next) && (roles[at + 1] !== 'opener' || phrases.auxiliaries.has(then))) {
    if (isObject(next, then, roles[at + 2], phrases)) return -JOINS.compound
    return endsClause(place, phrases) ? 0 : OPENS.pronoun
  }
  if (phrases.auxiliaries.has(next) && phrases.participle?.test(is) === true) return -JOINS.compound
  if (phrases.auxiliaries.has(next)) return endsClause(place, phrases) ? 0 : OPENS.auxiliary
  return openingOfContent(place, phrases)
}

/** The same where the next word is none of grammar, or opens a noun phrase. */
function openingOfContent(place: Place, phrases: Phrases): number {
  const { bares, roles, at } = place
  const [role, nextRole, thenRole] = roles.slice(at, at + 3)
  if (role !== 'verb' && nextRole !== 'noun' && beginsSubject(bares, roles, at + 1, phrases)) return OPENS.subject
  if (nextRole === 'verb') {
    const isLast = thenRole === 'verb' || beginsSubject(bares, roles, at + 2, phrases)
    return role === 'noun' && !isLast && !endsClause(place, phrases) ? OPENS.verb : 0
  }
  if (nextRole === 'noun') return role === 'noun' ? -JOINS.compound : role === 'verb' ? -JOINS.object : 0
  if (role === 'verb') return -JOINS.verb
  if (role !== 'noun' || nextRole === 'function') return 0
  const isNumbered = phrases.numbers.has(bares[at + 1] ?? '') && thenRole !== 'noun' && thenRole !== 'modifier'
  return isNumbered ? -JOINS.compound : OPENS.noun
}

/** True for a pronoun that is the object of the verb before it, as "it" of "knew it": no verb follows. */
function isObject(
  word: string,
  then: string,
  role: Role | undefined,
  { objects, auxiliaries, adverbs }: Phrases,
): boolean {
  return objects.has(word) && role !== 'verb' && !auxiliaries.has(then) && !adverbs.has(then)
}

/** True for the verb of a short clause that a conjunction begins, as in "if the dough sticks". */
function endsClause({ bares, roles, at }: Place, { conjunctions }: Phrases): boolean {
  if (roles[at] !== 'noun') return false
  const isWithin = (place: number): boolean => roles[place] === 'opener' || roles[place] === 'modifier'
  let start = at
  while (isWithin(start - 1) && !conjunctions.has(bares[start - 1] ?? '')) start -= 1
  return conjunctions.has(bares[start - 1] ?? '')
}

function isFunctionWord(word: string, phrases: Phrases): boolean {
  return (
    phrases.determiners.has(word) ||
    phrases.quantifiers.has(word) ||
    phrases.prepositions.has(word) ||
    phrases.conjunctions.has(word) ||
    phrases.pronouns.has(word) ||
    phrases.auxiliaries.has(word)
  )
}

function hasClauseMark(text: string): boolean {
  return /[,;:–—،、，；：]["'”’»)\]]*$/u.test(text)
}

/** True when a sentence ends with this word; titles and single initials do not end one. */
export function endsSentence(text: string): boolean {
  if (/^(?:mr|mrs|ms|dr|prof|sr|jr|st|vs|etc|no|\p{Lu})\.$/iu.test(text) && !/^(?:etc|i)\.$/i.test(text)) return false
  return /[.!?…。！？؟।]["'”’»)\]」』]*$/u.test(text)
}

function isName(before: Spoken, after: Spoken, { is, next }: { is: string; next: string }, phrases: Phrases): boolean {
  if (/^(?:mr|mrs|ms|dr|prof|st|herr|frau|\p{Lu})\.$/iu.test(before.text)) return /^\p{Lu}/u.test(after.text)
  if (!/^\p{Lu}\p{Ll}+$/u.test(before.text) || !/^\p{Lu}\p{Ll}/u.test(after.text)) return false
  if (phrases.capitalNouns) return FIRST_NAMES.has(is)
  return !isFunctionWord(is, phrases) && !isFunctionWord(next, phrases)
}

function isNumberWithUnit(before: Spoken, after: Spoken, phrases: Phrases): boolean {
  const amount = /^[$€£¥]?\p{Nd}[\p{Nd}.,:]*$/u.test(before.text) || phrases.numbers.has(bare(before.text))
  if (!amount) return /^[$€£¥#№]$/u.test(before.text) && /^\p{Nd}/u.test(after.text)
  const next = bare(after.text)
  return UNITS.has(next) || /^[%°€$£¥]/u.test(next) || /^\p{Nd}/u.test(next) || phrases.numbers.has(next)
}

function bare(text: string): string {
  const lower = text.toLowerCase().replaceAll('’', "'")
  return lower.replace(/^["'“‘«([]+|(?<!["'”’»)\],.;:!?…])["'”’»)\],.;:!?…]+$/gu, '')
}
