import { captionUnits, isCaptionDocument, type Units, unitsOf } from '#features/transcription/model/index.ts'
import type { OwnWordsTasks, OwnWordsToRead } from '#features/transcription/server/index.ts'
import { unpackText } from '#platform/server/packed-text.ts'
import type { ThreadTask } from '#platform/server/threads/thread-pool.ts'
import { importDocument, subtitlesOf } from '../../model/index.ts'

const module = new URL(import.meta.url)

/** Reads a script or a caption file (SRT, WebVTT or our JSON). @public threads find it by its name */
export const readOwnWordsTask: ThreadTask<OwnWordsToRead, Units> = {
  module,
  name: 'readOwnWordsTask',
  run: readOwnWords,
}

/** Reads it only to validate: transferring the words of a long file takes long. @public threads find it by its name */
export const checkOwnWordsTask: ThreadTask<OwnWordsToRead, undefined> = {
  module,
  name: 'checkOwnWordsTask',
  run: (input) => void readOwnWords(input),
}

/** The text reader for transcription, including the captions feature's own files. */
export const ownWordsTasks: OwnWordsTasks = { read: readOwnWordsTask, check: checkOwnWordsTask }

function readOwnWords({ kind, text: packed, language, video }: OwnWordsToRead): Units {
  const source = { kind, text: unpackText(packed) }
  if (!isCaptionDocument(source)) return unitsOf(source, language, video)
  const doc = importDocument(source.text)
  const words = doc.words.map(({ text, t0, t1, conf, timing }) => ({
    text,
    startMs: t0,
    endMs: t1,
    confidence: conf ?? null,
    timing: timing === 'manual' ? ('aligned' as const) : timing,
  }))
  return { ...captionUnits(subtitlesOf(doc), language), words, download: packed }
}
