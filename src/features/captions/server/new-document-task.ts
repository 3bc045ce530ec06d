import type { ThreadTask } from '#platform/server/thread-pool.ts'
// Not by the model's door: a thread that starts reads no more than it needs.
import { createDocument, type NewDocument } from '../model/create-document.ts'
import type { CaptionDocument } from '../model/document.ts'

/** Cuts the words of a finished run into captions. @public threads find it by its name */
export const newDocumentTask: ThreadTask<NewDocument, CaptionDocument> = {
  module: new URL(import.meta.url),
  name: 'newDocumentTask',
  run: createDocument,
}
