import { AppError } from '#platform/shared/errors.ts'
import { readJsonCaptions } from './caption-files/json-captions.ts'
import { type CaptionFile, noCaptions, readSubtitles } from './subtitles.ts'

/** A text and what it is. */
export type TextSource = { readonly kind: 'script' | 'subtitles'; readonly text: string }

/** True for the JSON of a caption download; once parsed, it goes to the captions. */
export function isCaptionDocument({ kind, text }: TextSource): boolean {
  return kind === 'subtitles' && /^\uFEFF?\s*\{[^[]{0,200}?"schema"\s*:\s*"captiondoc\//u.test(text)
}

/**
 * Reads a caption file of any program: SRT, WebVTT, or JSON of Whisper, WhisperX, Remotion or YouTube. Our own JSON is
 * read by the captions.
 * @throws AppError `unprocessable` when it has no captions
 */
export function readCaptionFile(text: string): CaptionFile {
  return isJson(text) ? readJson(text) : readSubtitles(text)
}

/** Whether a text is meant as JSON. */
function isJson(text: string): boolean {
  return /^\uFEFF?\s*[[{]\s*["{[\]}]/u.test(text)
}

function readJson(text: string): CaptionFile {
  const found = parse(text)
  if (found === null) {
    throw new AppError(
      'unprocessable',
      'There are no captions in this JSON file. Use a caption download, or JSON of Whisper, WhisperX, Remotion or YouTube.',
    )
  }
  const { format, issues } = found
  if (found.cues.length === 0) throw noCaptions()
  const cues = found.cues.toSorted((a, b) => a.startMs - b.startMs)
  return { format, cues, issues, hasLines: false }
}

function parse(text: string): ReturnType<typeof readJsonCaptions> {
  try {
    return readJsonCaptions(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new AppError('unprocessable', `This JSON file is damaged: ${error.message}. Save it again and retry.`)
  }
}
