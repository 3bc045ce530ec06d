import type { ThreadTask } from '#platform/server/threads/thread-pool.ts'
// Imports files, not the model's index, so that the thread loads no more than it needs.
import { checkDocument } from '../../model/check-document.ts'
import { packDocument, parseDocument, type StoredDocument } from './document-rows.ts'

/** Checks and packs the current captions. The check keeps a defect from replacing a valid snapshot. */
export const snapshotTask: ThreadTask<StoredDocument, Uint8Array> = {
  module: new URL(import.meta.url),
  name: 'snapshotTask',
  run(stored) {
    const doc = parseDocument(stored)
    checkDocument(doc)
    return packDocument(doc)
  },
}
