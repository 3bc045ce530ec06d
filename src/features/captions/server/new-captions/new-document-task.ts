import { unpackText } from '#platform/server/packed-text.ts'
import type { ThreadTask } from '#platform/server/threads/thread-pool.ts'
// Imports files, not the model's index: a starting thread loads no more than it needs.
import { checkDocument } from '../../model/check-document.ts'
import { createDocument, type NewDocument } from '../../model/create-document.ts'
import type { CaptionDocument } from '../../model/document.ts'
import { importDocument } from '../../model/import-document.ts'
import { retimeDocument } from '../../model/timing/retime-document.ts'

/** The words of a finished run, and the packed JSON of the captions that they come from. */
export type DocumentToCreate = NewDocument & { readonly download?: Uint8Array }

/** Cuts the words of a finished run into captions, or restores them from their file. @public threads find it by its name */
export const newDocumentTask: ThreadTask<DocumentToCreate, CaptionDocument> = {
  module: new URL(import.meta.url),
  name: 'newDocumentTask',
  run({ download, ...transcript }) {
    const fresh = createDocument(transcript)
    if (download === undefined) return fresh
    const doc = retimeDocument(importDocument(unpackText(download)), fresh)
    checkDocument(doc)
    return doc
  },
}
