import type { ThreadTask } from '#platform/server/thread-pool.ts'
// Not by the model's door: a thread that starts reads no more than it needs.
import { checkDocument } from '../model/check-document.ts'
import { packDocument, parseDocument, type StoredDocument } from './document-rows.ts'

/** Packs the captions as they are now, checked: a defect must not replace a snapshot that is right. */
export const snapshotTask: ThreadTask<StoredDocument, Uint8Array> = {
  module: new URL(import.meta.url),
  name: 'snapshotTask',
  run(stored) {
    const doc = parseDocument(stored)
    checkDocument(doc)
    return packDocument(doc)
  },
}
