import {
  type CaptionDocument,
  createDocument,
  importDocument,
  type NewDocument,
  subtitlesOf,
} from '#features/captions/model/index.ts'
import type { SubtitleCue } from '#features/transcription/model/index.ts'
import type { ThreadTask } from '#platform/server/thread-pool.ts'

const module = new URL(import.meta.url)

/** Reads the captions of a caption file of ours (JSON), to be timed to another sound. */
export const captionFileTask: ThreadTask<string, readonly SubtitleCue[]> = {
  module,
  name: 'captionFileTask',
  run: (json) => subtitlesOf(importDocument(json)),
}

/** Cuts the words of a finished run into captions. */
export const newDocumentTask: ThreadTask<NewDocument, CaptionDocument> = {
  module,
  name: 'newDocumentTask',
  run: createDocument,
}
