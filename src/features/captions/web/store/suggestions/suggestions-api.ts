import type { AppliedBatches, SuggestedBatch, SuggestionList } from '../../../model/index.ts'

type Project = { readonly projectId: string }
type Some = Project & { ids: string[] }

/** The API calls for suggested edits. */
export type SuggestionsApi = {
  suggestions(input: Project): Promise<SuggestionList>
  ownSuggestions(input: Project): Promise<{ batches: SuggestedBatch[] }>
  suggest(
    input: Project & { baseRevision: number; batches: SuggestedBatch[] },
  ): Promise<Pick<AppliedBatches, 'refused'>>
  withdrawSuggestions(input: Some): Promise<object>
  acceptSuggestions(input: Some): Promise<{ accepted: string[]; unfit: string[] }>
  declineSuggestions(input: Some): Promise<object>
}
