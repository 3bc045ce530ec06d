import { packText } from '#platform/server/packed-text.ts'
import type { ThreadTask } from '#platform/server/threads/thread-pool.ts'
// Imports files, not the model's index, so that the thread loads no more than it needs.
import { indexKeys } from '../../model/search/search-terms.ts'
import { sentencesOf } from '../../model/search/sentences.ts'
import { parseDocument, type StoredDocument } from '../storage/document-rows.ts'

/** Some sentences of captions as stored, and the keys under which they are found. */
export type SearchSection = { readonly keys: readonly string[]; readonly packed: Uint8Array }

/** Sentences of one section: few enough to read at once, and enough that a long video has few rows. */
const SENTENCES = 40

/** Reads captions and cuts them into the sections of the search index, in a thread. @public threads find it by name */
export const searchSectionsTask: ThreadTask<StoredDocument, readonly SearchSection[]> = {
  module: new URL(import.meta.url),
  name: 'searchSectionsTask',
  run(stored) {
    const sentences = sentencesOf(parseDocument(stored))
    const sections: SearchSection[] = []
    for (let at = 0; at < sentences.length; at += SENTENCES) {
      const some = sentences.slice(at, at + SENTENCES)
      const keys = new Set(some.flatMap(({ text }) => indexKeys(text)))
      sections.push({ keys: [...keys], packed: packText(JSON.stringify(some)) })
    }
    return sections
  },
}
