import type { SubtitleCue } from '#features/transcription/model/index.ts'
import { AppError } from '#platform/shared/errors.ts'
import { z } from 'zod'
import { checkDocument } from './check-document.ts'
import { CaptionDocument, cuesOf } from './document.ts'
import { upcastDocument } from './document/upcast.ts'
import { checkSize } from './document-size.ts'
import { cueSpan, linesOf, textOf } from './spans.ts'

/**
 * Reads back what `exportJson` of this release or an earlier one wrote, without loss.
 * @throws AppError `unprocessable` saying what is wrong with it
 */
export function importDocument(json: string): CaptionDocument {
  const parsed = CaptionDocument.safeParse(upcastDocument(parseJson(json.replace(/^\uFEFF/, ''))))
  if (!parsed.success) {
    // The first fault says enough: a file of something else has one in every line.
    const issues = parsed.error.issues.slice(0, 1)
    throw new AppError('unprocessable', `This is not a caption document: ${z.prettifyError({ issues })}`)
  }
  checkSize(parsed.data)
  checkDocument(parsed.data)
  return parsed.data
}

/** A document's captions as a subtitle file has them, to be timed to another sound. */
export function subtitlesOf(doc: CaptionDocument): SubtitleCue[] {
  return cuesOf(doc).map((cue) => {
    const { t0, t1 } = cueSpan(doc, cue)
    return { startMs: t0, endMs: t1, text: linesOf(doc, cue).map(textOf).join('\n') }
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
