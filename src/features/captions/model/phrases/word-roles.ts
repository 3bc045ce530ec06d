import type { Phrases } from './phrases.ts'

/**
 * The role of a word in its sentence, as far as its form and the words before it show: `opener` begins a noun phrase, as
 * "the" and "three" do, `modifier` stands before a noun, `function` is any other word of grammar.
 */
export type Role = 'opener' | 'modifier' | 'noun' | 'verb' | 'function'

/** Stand before a verb in languages of Latin origin. */
const NEGATIONS: ReadonlySet<string> = new Set(['ne', 'no', 'non', 'não'])

/** The role of each word, in linear time. @param bares words in lower case without punctuation */
export function rolesOf(bares: readonly string[], phrases: Phrases): Role[] {
  const roles: Role[] = []
  for (const at of bares.keys()) roles.push(roleOf(bares, at, roles.at(-1), phrases))
  return roles
}

function roleOf(bares: readonly string[], at: number, roleBefore: Role | undefined, phrases: Phrases): Role {
  const [word = '', before = '', next = ''] = [bares[at], bares[at - 1], bares[at + 1]]
  if (isOpener(word, phrases)) return 'opener'
  if (isGrammar(word, phrases)) return 'function'
  if (isAdjective(word, phrases)) return 'modifier'
  if (isInfinitive(word, before, phrases)) return 'verb'
  if (roleBefore === 'opener' || roleBefore === 'modifier' || phrases.prepositions.has(before)) return 'noun'
  const isSubject = phrases.pronouns.has(before) && !(phrases.verbs.size > 0 && phrases.objects.has(before))
  if (isVerb(word, phrases) || isSubject) return 'verb'
  if (phrases.verbs.size > 0) return 'noun'
  // Without a list of verbs, a word between a noun and an object is one, and a word after a negation.
  const isObject = (isOpener(next, phrases) && !phrases.prepositions.has(next)) || phrases.objects.has(next)
  return (roleBefore === 'noun' && isObject) || NEGATIONS.has(before) ? 'verb' : 'noun'
}

function isInfinitive(word: string, before: string, phrases: Phrases): boolean {
  const { infinitives, infinitiveEnding, auxiliaries } = phrases
  if (infinitiveEnding === null) return infinitives.has(before) && isVerb(word, phrases)
  return (infinitives.has(before) || auxiliaries.has(before)) && infinitiveEnding.test(word)
}

/** Words of the longest subject that is looked for. */
const LONGEST_SUBJECT = 7

/**
 * True where a subject with its verb begins, as at "the rice" of "the rice should be covered": a clause begins there,
 * even without punctuation.
 */
export function beginsSubject(
  bares: readonly string[],
  roles: readonly Role[],
  from: number,
  { auxiliaries, determiners, quantifiers, ties }: Phrases,
): boolean {
  if (roles[from] === 'function' || roles[from] === 'verb') return false
  let nouns = 0
  for (let at = from; at < from + LONGEST_SUBJECT; at += 1) {
    const [word, role] = [bares[at] ?? '', roles[at]]
    if (role === undefined) return false
    if (nouns > 0 && (auxiliaries.has(word) || role === 'verb')) return true
    // A determiner begins a phrase, unless after "all" or "of".
    const isSecond = at > from && determiners.has(word) && !quantifiers.has(bares[at - 1] ?? '')
    if (role === 'noun') nouns += 1
    else if (nouns > 0 && ties.has(word)) nouns = 0
    else if (nouns > 0 || (role !== 'opener' && role !== 'modifier')) return false
    else if (isSecond && !ties.has(bares[at - 1] ?? '')) return false
  }
  return false
}

function isOpener(word: string, { determiners, quantifiers, numbers, objects }: Phrases): boolean {
  return (determiners.has(word) && !objects.has(word)) || quantifiers.has(word) || numbers.has(word)
}

function isGrammar(
  word: string,
  { prepositions, conjunctions, pronouns, objects, auxiliaries, adverbs, followers }: Phrases,
): boolean {
  return (
    prepositions.has(word) ||
    conjunctions.has(word) ||
    pronouns.has(word) ||
    objects.has(word) ||
    auxiliaries.has(word) ||
    adverbs.has(word) ||
    followers.has(word)
  )
}

/** True for words that stand before a noun and describe it. */
export function isAdjective(word: string, { adjectives, adjectiveEnding }: Phrases): boolean {
  return adjectives.has(word) || (word.length > 5 && adjectiveEnding?.test(word) === true)
}

function isVerb(word: string, { verbs, verbEnding }: Phrases): boolean {
  return verbs.has(word) || (word.length > 4 && verbEnding?.test(word) === true)
}
