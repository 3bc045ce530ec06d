import { z } from 'zod'
import { Batch } from '../edits/batches.ts'
import { Author } from '../edits/conflict-details.ts'

/** Maximum suggestions of one project that wait. */
export const MOST_SUGGESTIONS = 500
/** Maximum bytes of JSON of their commands. */
export const SUGGESTION_BYTES = 2_000_000
/** Maximum bytes of JSON of one request that suggests, below the limit of its body. */
export const REQUEST_BYTES = 90_000
/** Maximum suggestions that one request sends or accepts. */
export const MOST_AT_ONCE = 50
/** Decided suggestions that the list shows. */
export const DECIDED_SHOWN = 20

/** A suggested batch. It becomes a saved batch with the same id once it is accepted. */
export const SuggestedBatch = Batch.extend({
  /** Earlier suggestions of the same author that it was made on top of, in order. */
  buildsOn: z.array(z.uuid()).max(MOST_SUGGESTIONS),
})
export type SuggestedBatch = z.output<typeof SuggestedBatch>

/** A suggested edit, as its readers see it. */
export const SuggestedEdit = z.object({
  id: z.uuid(),
  by: Author,
  at: z.iso.datetime(),
  /** The edit in product English, verb first. */
  label: z.string(),
  /** The words that it changes or removes, or the word that it adds others after; empty for other changes. */
  wordIds: z.array(z.string()),
  /** The text of the words that it changes or removes; null for none. */
  before: z.string().nullable(),
  /** The text that it puts in their place; null for none. */
  after: z.string().nullable(),
  state: z.enum(['waiting', 'accepted', 'declined']),
  /** True if it conflicts with newer captions. */
  isUnfit: z.boolean(),
  /** Null while it waits, and for a deleted account. */
  decidedBy: Author.nullable(),
})
export type SuggestedEdit = z.output<typeof SuggestedEdit>

/** The suggestions of a project. */
export const SuggestionList = z.object({
  /** Oldest first. */
  waiting: z.array(SuggestedEdit),
  /** The last decided ones, newest first. */
  decided: z.array(SuggestedEdit),
})
export type SuggestionList = z.output<typeof SuggestionList>
