import type { SubtitleCue } from '#features/transcription/model/index.ts'
import { AppError } from '#platform/shared/errors.ts'
import { z } from 'zod'
import { checkDocument } from './check-document.ts'
import { CaptionDocument, cuesOf } from './document.ts'
import { upcastDocument } from './document/upcast.ts'
import { checkSize } from './document-size.ts'
import { linesOf, textOf, wordsOf } from './timing/spans.ts'

/**
 * Reads the JSON that `exportJson` of this or an earlier release wrote, without loss.
 * @throws AppError `unprocessable` with the first problem
 */
export function importDocument(json: string): CaptionDocument {
  const parsed = CaptionDocument.safeParse(upcastDocument(parseJson(json.replace(/^\uFEFF/, ''))))
  if (!parsed.success) {
    // The first problem is enough: a file in another format has one in every line.
    const issues = parsed.error.issues.slice(0, 1)
    throw new AppError('unprocessable', `This is not a caption document: ${z.prettifyError({ issues })}`)
  }
  checkSize(parsed.data)
  checkDocument(parsed.data)
  return parsed.data
}

/** A document's captions as subtitle cues, to be timed to another sound: each from its first word to its last. */
export function subtitlesOf(doc: CaptionDocument): SubtitleCue[] {
  return cuesOf(doc).map((cue) => {
    const words = wordsOf(doc, cue)
    const lines = linesOf(doc, cue).map(textOf)
    return { startMs: words[0]?.t0 ?? 0, endMs: words.at(-1)?.t1 ?? 0, text: lines.join('\n') }
  })
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    const why = error instanceof Error ? error.message : 'it cannot be read'
    throw new AppError('unprocessable', `This is not JSON: ${why}`, {}, { cause: error })
  }
}
