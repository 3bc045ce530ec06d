/** Word classes of a language that decide where a line should end. A word may have several. */
export type Phrases = {
  /** Never separated from the next word: articles and possessives. */
  readonly determiners: ReadonlySet<string>
  /** Words of amount and reference before a noun, as in "every day". */
  readonly quantifiers: ReadonlySet<string>
  /** Begin a phrase. */
  readonly prepositions: ReadonlySet<string>
  /** Prepositions that tie two nouns, as in "a glass of water": a phrase may begin with them, but better with others. */
  readonly ties: ReadonlySet<string>
  /** Begin a clause: conjunctions, relative pronouns and question words. */
  readonly conjunctions: ReadonlySet<string>
  /** Stand before a verb: subject pronouns, clitics and their contractions. */
  readonly pronouns: ReadonlySet<string>
  /** Stand after a verb: object and reflexive pronouns. */
  readonly objects: ReadonlySet<string>
  /** Auxiliary and modal verbs, and forms of "be". */
  readonly auxiliaries: ReadonlySet<string>
  /** Belong to the next word: negation and adverbs of degree. */
  readonly adverbs: ReadonlySet<string>
  /** Belong to the word before: particles, as in "give up", and negation after a verb. */
  readonly followers: ReadonlySet<string>
  /** Common adjectives that stand before their noun. */
  readonly adjectives: ReadonlySet<string>
  /** Endings of other such adjectives. */
  readonly adjectiveEnding: RegExp | null
  /** Common verbs in all their forms, in a language where verbs look like nouns. */
  readonly verbs: ReadonlySet<string>
  /** Endings of other verb forms that few nouns have. */
  readonly verbEnding: RegExp | null
  /** Words before an infinitive, as "to". */
  readonly infinitives: ReadonlySet<string>
  /** Endings of infinitives, of a language that has such; otherwise a verb of the list is one. */
  readonly infinitiveEnding: RegExp | null
  /** Participles that stand before their auxiliary at the end of a clause, as German "geschlossen war". */
  readonly participle: RegExp | null
  /** Fixed pairs that hold together though their parts are found apart, as "at least" and "instead of". */
  readonly pairs: ReadonlySet<string>
  /** Spelled-out numbers. */
  readonly numbers: ReadonlySet<string>
  /** True if all nouns are capitalised, not only names. */
  readonly capitalNouns: boolean
}
