import type { ThreadTask } from '#platform/server/threads/thread-pool.ts'
// Imports files, not the model's index: a starting thread loads no more than it needs.
import { checkDocument } from '../../model/check-document.ts'
import { checkSize } from '../../model/document-size.ts'
import { carryToCut, type NewCut } from '../../model/new-cut/carry-to-cut.ts'
import { createDocument, type NewDocument } from '../../model/create-document.ts'
import { parseDocument, type StoredDocument } from '../storage/document-rows.ts'

type Input = { readonly created: NewDocument; readonly earlier: StoredDocument }

/** Carries stored captions over to the words of a new cut. @public threads find it by its name */
export const carryToCutTask: ThreadTask<Input, NewCut> = {
  module: new URL(import.meta.url),
  name: 'carryToCutTask',
  run({ created, earlier }) {
    const cut = carryToCut(parseDocument(earlier), createDocument(created))
    for (const doc of [cut.plain, cut.doc]) {
      checkSize(doc)
      checkDocument(doc)
    }
    return cut
  },
}
