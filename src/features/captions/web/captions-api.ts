import type { Access } from '#features/collaboration/model/index.ts'
import { apiClient } from '#platform/web/api.ts'
import { readDocument } from './read-document.ts'
import type { AppliedBatches, Batch, CaptionDocument, CaptionsEvent, captionsContract, Person } from '../model/index.ts'

/** The calls the editor makes. */
export type CaptionsApi = {
  get(input: {
    projectId: string
    batchIds?: string[]
  }): Promise<{ document: CaptionDocument; saved: string[]; access: Access }>
  apply(input: { projectId: string; clientId: string; baseRevision: number; batches: Batch[] }): Promise<AppliedBatches>
  watch(
    input: { projectId: string; revision: number },
    options: { signal: AbortSignal },
  ): Promise<AsyncIterable<CaptionsEvent>>
  here(input: { projectId: string; clientId: string; leaving?: boolean }): Promise<{ people: Person[] }>
}

/** The calls of a page that also opens the captions. */
export type OpeningApi = CaptionsApi & {
  /**
   * Reads the captions as they arrive.
   * @param onStart gets the first captions before the rest is there
   */
  open(projectId: string, onStart?: (start: OpenedDocument) => void): Promise<OpenedDocument>
}

/** Captions, or the first of them, and what the person may do with them. */
export type OpenedDocument = { readonly document: CaptionDocument; readonly access: Access }

const procedures: CaptionsApi = apiClient<typeof captionsContract>('captions')

/** The server's. */
export const captionsApi: OpeningApi = {
  get: (input) => procedures.get(input),
  apply: (input) => procedures.apply(input),
  watch: (input, options) => procedures.watch(input, options),
  here: (input) => procedures.here(input),
  open: readDocument,
}

/** Says that an editor is left while its page is going away, when no answer can be waited for. */
export function announceLeaving(input: { projectId: string; clientId: string }): void {
  const body = JSON.stringify({ json: { ...input, leaving: true } })
  navigator.sendBeacon('/api/rpc/captions/here', new Blob([body], { type: 'application/json' }))
}
