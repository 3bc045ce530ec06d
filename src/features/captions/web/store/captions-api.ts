import { apiClient } from '#platform/web/api.ts'
import { type OpenedDocument, readDocument } from './read-document.ts'
import type { SuggestionsApi } from './suggestions/suggestions-api.ts'
import { readVersion, type VersionsApi } from './versions-api.ts'
import type {
  AppliedBatches,
  Batch,
  CaptionDocument,
  CaptionsEvent,
  captionsContract,
  Person,
  ShownAccess,
} from '../../model/index.ts'

/** The API calls of the editor. */
export type CaptionsApi = {
  get(input: {
    projectId: string
    batchIds?: string[]
  }): Promise<{ document: CaptionDocument; saved: string[] } & ShownAccess>
  apply(input: { projectId: string; clientId: string; baseRevision: number; batches: Batch[] }): Promise<AppliedBatches>
  watch(
    input: { projectId: string; revision: number },
    options: { signal: AbortSignal },
  ): Promise<AsyncIterable<CaptionsEvent>>
  here(input: { projectId: string; clientId: string; leaving?: boolean }): Promise<{ people: Person[] }>
}

/** The API calls of a page that also opens the captions. */
export type OpeningApi = CaptionsApi & {
  /**
   * Streams the captions.
   * @param onStart receives the first captions before the rest
   */
  open(projectId: string, onStart?: (start: OpenedDocument) => void): Promise<OpenedDocument>
}

const procedures: CaptionsApi & SuggestionsApi & Omit<VersionsApi, 'openVersion'> =
  apiClient<typeof captionsContract>('captions')

/** The API of the server. */
export const captionsApi: OpeningApi & VersionsApi & SuggestionsApi = {
  get: (input) => procedures.get(input),
  apply: (input) => procedures.apply(input),
  watch: (input, options) => procedures.watch(input, options),
  here: (input) => procedures.here(input),
  open: readDocument,
  history: (input) => procedures.history(input),
  versions: (input) => procedures.versions(input),
  nameVersion: (input) => procedures.nameVersion(input),
  removeVersionName: (input) => procedures.removeVersionName(input),
  openVersion: readVersion,
  suggestions: (input) => procedures.suggestions(input),
  ownSuggestions: (input) => procedures.ownSuggestions(input),
  suggest: (input) => procedures.suggest(input),
  withdrawSuggestions: (input) => procedures.withdrawSuggestions(input),
  acceptSuggestions: (input) => procedures.acceptSuggestions(input),
  declineSuggestions: (input) => procedures.declineSuggestions(input),
}

/** Reports a closed editor from a page that is unloading, without waiting for the response. */
export function announceLeaving(input: { projectId: string; clientId: string }): void {
  const body = JSON.stringify({ json: { ...input, leaving: true } })
  navigator.sendBeacon('/api/rpc/captions/here', new Blob([body], { type: 'application/json' }))
}
