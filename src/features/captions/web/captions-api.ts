import type { Access } from '#features/collaboration/model/index.ts'
import { apiClient } from '#platform/web/api.ts'
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

/** The server's. */
export const captionsApi: CaptionsApi = apiClient<typeof captionsContract>('captions')

/** Says that an editor is left while its page is going away, when no answer can be waited for. */
export function announceLeaving(input: { projectId: string; clientId: string }): void {
  const body = JSON.stringify({ json: { ...input, leaving: true } })
  navigator.sendBeacon('/api/rpc/captions/here', new Blob([body], { type: 'application/json' }))
}
