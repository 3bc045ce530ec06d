import type { AppError } from '#platform/shared/errors.ts'
import type { CaptionDocument, Footprint, SuggestedBatch, SuggestionList } from '../../../model/index.ts'
import type { History } from '../history.ts'
import type { SaveState } from '../outbox.ts'
import type { WordMark } from './word-marks.ts'

/** One of the person's own suggestions, which waits. */
export type OwnSuggestion = SuggestedBatch & {
  /** The revision of the captions that it was made on. */
  readonly baseRevision: number
  /** Whether the server has stored it. */
  readonly isSent: boolean
}

/** A suggestion that is applied over the captions. */
export type Layer = {
  readonly batchId: string
  readonly footprint: Footprint
  /** The words that it changes, adds or removes. */
  readonly wordIds: readonly string[]
}

/** Suggested edits in an open editor. */
export type SuggestState = {
  /** The captions and their history without the person's suggestions; null while edits go to the captions themselves. */
  readonly live: ({ readonly doc: CaptionDocument } & History) | null
  /** The person's own waiting suggestions, oldest first. */
  readonly own: readonly OwnSuggestion[]
  /** Those of them that fit the captions, in order; empty unless `live`. */
  readonly layers: readonly Layer[]
  /** Ids of withdrawn suggestions that the server does not know of yet. */
  readonly withdrawn: readonly string[]
  /** Everybody's suggestions; null until they are loaded. */
  readonly list: SuggestionList | null
  /** Why they could not be loaded. */
  readonly problem: AppError | null
  /** The state of suggestions that are sent. */
  readonly save: SaveState
  /** Words with suggestions. */
  readonly marks: ReadonlyMap<string, WordMark>
  /** Counts requests to see the suggestions. */
  readonly asked: number
}

/** No suggestions, and edits that go to the captions themselves. */
export const NO_SUGGESTIONS: SuggestState = {
  live: null,
  own: [],
  layers: [],
  withdrawn: [],
  list: null,
  problem: null,
  save: 'saved',
  marks: new Map(),
  asked: 0,
}
