import type { ThreadTask } from '#platform/server/threads/thread-pool.ts'
// Imports files, not the model's index, so that the thread loads no more than it needs.
import { checkDocument } from '../../model/check-document.ts'
import { type FollowedKit, packDocument, parseDocument, type StoredDocument } from '../storage/document-rows.ts'

type Input = { readonly stored: StoredDocument; readonly id: string; readonly mediaId: string }

type Output = { readonly packed: Uint8Array; readonly kit: FollowedKit }

/** Packs captions as the first revision of another document. @public threads find it by name */
export const copyDocumentTask: ThreadTask<Input, Output> = {
  module: new URL(import.meta.url),
  name: 'copyDocumentTask',
  run({ stored, id, mediaId }) {
    const source = parseDocument(stored)
    const doc = { ...source, id, rev: 1, media: { ...source.media, id: mediaId } }
    checkDocument(doc)
    return { packed: packDocument(doc), kit: doc.brandKit ?? null }
  },
}
