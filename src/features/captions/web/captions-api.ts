import { apiClient } from '#platform/web/api.ts'
import type { Batch, CaptionDocument, captionsContract } from '../model/index.ts'

/** The two calls the editor makes. */
export type CaptionsApi = {
  get(input: { projectId: string; batchIds?: string[] }): Promise<{ document: CaptionDocument; saved: string[] }>
  apply(input: {
    projectId: string
    clientId: string
    baseRevision: number
    batches: Batch[]
  }): Promise<{ revision: number }>
}

/** The server's. */
export const captionsApi: CaptionsApi = apiClient<typeof captionsContract>('captions')
