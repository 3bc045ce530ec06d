import { cueSpan } from './cue-span.ts'
import { type CaptionDocument, type Cue, cuesOf, type Word } from './document.ts'
import { prettyJson } from './pretty-json.ts'
import { shownText, shownWords } from './shown-text.ts'
import { linesOf, type Span, textOf } from './spans.ts'

/** Cues of one piece of a file, which take a few milliseconds to write. */
const CUES_PER_PIECE = 200

/** Options of a caption file. */
export type CaptionFileOptions = {
  /** Stamps each word of a WebVTT file with its start, as `<00:00:01.200>`; default false. */
  readonly words?: boolean
}

/** The text of a caption file in pieces: the longest captions take too long to write at once. */
export const CAPTION_FILES: {
  readonly [Format in 'srt' | 'vtt' | 'json']: (doc: CaptionDocument, o?: CaptionFileOptions) => Iterable<string>
} = { srt: srtPieces, vtt: vttPieces, json: jsonPieces }

/** SubRip: the captions with their lines and times; words' own times and the style are lost. */
export function exportSrt(doc: CaptionDocument): string {
  return [...srtPieces(doc)].join('')
}

/** WebVTT (W3C). */
export function exportVtt(doc: CaptionDocument, o?: CaptionFileOptions): string {
  return [...vttPieces(doc, o)].join('')
}

/** The whole document, without loss; `importDocument` reads it back. */
export function exportJson(doc: CaptionDocument): string {
  return [...jsonPieces(doc)].join('')
}

function* srtPieces(doc: CaptionDocument): Generator<string> {
  let count = 0
  for (const cues of cuePieces(doc)) {
    const texts = cues.flatMap((cue) => {
      const lines = shownLines(doc, cue)
      if (lines.length === 0) return []
      const { t0, t1 } = cueSpan(doc, cue)
      count += 1
      return `${count}\n${formatTime(t0, ',')} --> ${formatTime(t1, ',')}\n${lines.map(shownLine).join('\n')}\n`
    })
    if (texts.length > 0) yield `${count > texts.length ? '\n' : ''}${texts.join('\n')}`
  }
}

function* vttPieces(doc: CaptionDocument, { words = false }: CaptionFileOptions = {}): Generator<string> {
  yield 'WEBVTT\n'
  let count = 0
  for (const cues of cuePieces(doc))
    yield cues
      .map((cue) => {
        const shown = shownLines(doc, cue)
        if (shown.length === 0) return ''
        // Strict readers take only numbers as identifiers.
        count += 1
        const span = cueSpan(doc, cue)
        const lines = shown.map((line) => (words ? stamped(line, span) : escaped(shownLine(line))))
        return `\n${count}\n${formatTime(span.t0, '.')} --> ${formatTime(span.t1, '.')}\n${lines.join('\n')}\n`
      })
      .join('')
}

function* jsonPieces(doc: CaptionDocument): Generator<string> {
  yield* prettyJson(doc)
  yield '\n'
}

function* cuePieces(doc: CaptionDocument): Generator<readonly Cue[]> {
  const cues = cuesOf(doc)
  for (let at = 0; at < cues.length; at += CUES_PER_PIECE) yield cues.slice(at, at + CUES_PER_PIECE)
}

/** The lines of a cue without hidden words; none if all words are hidden. */
function shownLines(doc: CaptionDocument, cue: Cue): (readonly Word[])[] {
  return linesOf(doc, cue)
    .map(shownWords)
    .filter((line) => line.length > 0)
}

function shownLine(words: readonly Word[]): string {
  return textOf(words.map((word) => ({ ...word, text: shownText(word) })))
}

function stamped(line: readonly Word[], { t0, t1 }: Span): string {
  return line
    .map((word, at) => {
      const space = at > 0 && word.join === 'space' ? ' ' : ''
      // WebVTT requires timestamps after the start of the cue and before its end.
      const stamp = word.t0 > t0 && word.t0 < t1 ? `<${formatTime(word.t0, '.')}>` : ''
      return `${space}${stamp}${escaped(shownText(word))}`
    })
    .join('')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** A time in a subtitle file: `hh:mm:ss`, then milliseconds after `mark`, which is `,` in SRT and `.` in WebVTT. */
function formatTime(ms: number, mark: ',' | '.'): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const seconds = Math.floor(ms / 1_000)
  const clock = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':')
  return `${clock}${mark}${String(ms % 1_000).padStart(3, '0')}`
}
