import { cueSpan } from './timing/cue-span.ts'
import { type CaptionDocument, type Cue, cuesOf, type Word } from './document.ts'
import { prettyJson } from './pretty-json.ts'
import { shownText, shownWords } from './words/shown-text.ts'
import { linesOf, type Span } from './timing/spans.ts'

/** Cues of one piece of a file, which take a few milliseconds to write. */
const CUES_PER_PIECE = 200

/** Options of a caption file. */
export type CaptionFileOptions = {
  /** Stamps each word of a WebVTT file with its start, as `<00:00:01.200>`; default false. */
  readonly words?: boolean
  /** Starts each caption of an SRT file with the name of its speaker, as `Ana: `; default false. */
  readonly names?: boolean
}

/** The text of a caption file in pieces: the longest captions take too long to write at once. */
export const CAPTION_FILES: {
  readonly [Format in 'srt' | 'vtt' | 'ass' | 'json']: (
    doc: CaptionDocument,
    o?: CaptionFileOptions,
  ) => Iterable<string>
} = { srt: srtPieces, vtt: vttPieces, ass: assPieces, json: jsonPieces }

/** SubRip: the captions with their lines and times; words' own times and the style are lost. */
export function exportSrt(doc: CaptionDocument, o?: CaptionFileOptions): string {
  return [...srtPieces(doc, o)].join('')
}

/** WebVTT (W3C), with the speakers as voices: `<v Ana>`. */
export function exportVtt(doc: CaptionDocument, o?: CaptionFileOptions): string {
  return [...vttPieces(doc, o)].join('')
}

/** Advanced SubStation Alpha, with the speakers in the field `Name`; the style is a plain one. */
export function exportAss(doc: CaptionDocument): string {
  return [...assPieces(doc)].join('')
}

/** The whole document, without loss; `importDocument` reads it back. */
export function exportJson(doc: CaptionDocument): string {
  return [...jsonPieces(doc)].join('')
}

function* srtPieces(doc: CaptionDocument, { names = false }: CaptionFileOptions = {}): Generator<string> {
  const nameOf = namesOf(doc)
  let count = 0
  for (const cues of cuePieces(doc)) {
    const texts = cues.flatMap((cue) => {
      const lines = shownLines(doc, cue)
      if (lines.length === 0) return []
      const { t0, t1 } = cueSpan(doc, cue)
      count += 1
      const text = lineTexts(
        lines,
        shownText,
        (name) => (names && name !== undefined ? [`${name}: `, ''] : NO_MARKS),
        nameOf,
      )
      return `${count}\n${formatTime(t0, ',')} --> ${formatTime(t1, ',')}\n${text.join('\n')}\n`
    })
    if (texts.length > 0) yield `${count > texts.length ? '\n' : ''}${texts.join('\n')}`
  }
}

function* vttPieces(doc: CaptionDocument, { words = false }: CaptionFileOptions = {}): Generator<string> {
  yield 'WEBVTT\n'
  const nameOf = namesOf(doc)
  let count = 0
  for (const cues of cuePieces(doc))
    yield cues
      .map((cue) => {
        const shown = shownLines(doc, cue)
        if (shown.length === 0) return ''
        // Strict readers take only numbers as identifiers.
        count += 1
        const span = cueSpan(doc, cue)
        // A voice that says all of a caption needs no end.
        const end = isOneVoice(shown) ? '' : '</v>'
        const lines = lineTexts(
          shown,
          (word) => (words ? stamped(word, span) : escaped(shownText(word))),
          (name) => (name === undefined ? NO_MARKS : [`<v ${escaped(name)}>`, end]),
          nameOf,
        )
        return `\n${count}\n${formatTime(span.t0, '.')} --> ${formatTime(span.t1, '.')}\n${lines.join('\n')}\n`
      })
      .join('')
}

function* assPieces(doc: CaptionDocument): Generator<string> {
  const { w, h } = doc.media
  yield `[Script Info]\nScriptType: v4.00+\nPlayResX: ${w}\nPlayResY: ${h}\nWrapStyle: 0\n\n`
  yield `[V4+ Styles]\nFormat: ${ASS_STYLE.map(([name]) => name).join(', ')}\n`
  const size = Math.round(Math.min(w, h) / 15)
  yield `Style: ${ASS_STYLE.map(([name, value]) => (name === 'Fontsize' ? size : value)).join(',')}\n\n`
  yield `[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n`
  const nameOf = namesOf(doc)
  for (const cues of cuePieces(doc))
    yield cues
      .map((cue) => {
        const lines = shownLines(doc, cue)
        const { t0, t1 } = cueSpan(doc, cue)
        const name = isOneVoice(lines) ? (nameOf(lines[0]?.[0]) ?? '') : ''
        const text = lineTexts(
          lines,
          (word) => assText(shownText(word)),
          () => NO_MARKS,
          nameOf,
        ).join('\\N')
        // Commas end the fields before the text.
        const fields = [0, assTime(t0), assTime(t1), 'Default', name.replaceAll(',', ' '), 0, 0, 0, '', text]
        return lines.length === 0 ? '' : `Dialogue: ${fields.join(',')}\n`
      })
      .join('')
}

/** The plain style of an ASS file: white letters with a black outline at the bottom. */
const ASS_STYLE = [
  ['Name', 'Default'],
  ['Fontname', 'Arial'],
  ['Fontsize', ''],
  ['PrimaryColour', '&H00FFFFFF'],
  ['SecondaryColour', '&H00FFFFFF'],
  ['OutlineColour', '&H00000000'],
  ['BackColour', '&H80000000'],
  ['Bold', '-1'],
  ['Italic', '0'],
  ['Underline', '0'],
  ['StrikeOut', '0'],
  ['ScaleX', '100'],
  ['ScaleY', '100'],
  ['Spacing', '0'],
  ['Angle', '0'],
  ['BorderStyle', '1'],
  ['Outline', '3'],
  ['Shadow', '0'],
  ['Alignment', '2'],
  ['MarginL', '60'],
  ['MarginR', '60'],
  ['MarginV', '120'],
  ['Encoding', '1'],
] as const

/** Braces start an override and a backslash a command: letters that look alike stand for them. */
function assText(text: string): string {
  return text.replaceAll('\\', '＼').replaceAll('{', '｛').replaceAll('}', '｝')
}

/** `h:mm:ss.cc` */
function assTime(ms: number): string {
  const clock = formatTime(Math.round(ms / 10) * 10, '.').slice(0, -1)
  return clock.startsWith('0') ? clock.slice(1) : clock
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

/** What stands before and after the words of one speaker. */
type Marks = readonly [before: string, after: string]
const NO_MARKS: Marks = ['', '']

/** Finds the name of the speaker of a word, as one line. */
function namesOf({ speakers = [] }: CaptionDocument): (word: Word | undefined) => string | undefined {
  const names = new Map(speakers.map(({ id, name }) => [id, name.replaceAll(/\s+/g, ' ').trim()]))
  return (word) => names.get(word?.speaker ?? '')
}

function isOneVoice(lines: readonly (readonly Word[])[]): boolean {
  const [first] = lines[0] ?? []
  return lines.every((line) => line.every(({ speaker }) => speaker === first?.speaker))
}

/** The text of each line, with marks around the words of each speaker in turn. */
function lineTexts(
  lines: readonly (readonly Word[])[],
  text: (word: Word) => string,
  marks: (name: string | undefined) => Marks,
  nameOf: (word: Word) => string | undefined,
): string[] {
  let open: { readonly speaker: string | undefined; readonly end: string } | undefined
  const texts = lines.map((line, row) =>
    line
      .map((word, at) => {
        const space = at > 0 && word.join === 'space' ? ' ' : ''
        if (open?.speaker === word.speaker && (row > 0 || at > 0)) return `${space}${text(word)}`
        const [before, end] = marks(nameOf(word))
        const closed = open?.end ?? ''
        open = { speaker: word.speaker, end }
        return `${closed}${space}${before}${text(word)}`
      })
      .join(''),
  )
  return texts.map((line, row) => (row === texts.length - 1 ? `${line}${open?.end ?? ''}` : line))
}

function stamped(word: Word, { t0, t1 }: Span): string {
  // WebVTT requires timestamps after the start of the cue and before its end.
  const stamp = word.t0 > t0 && word.t0 < t1 ? `<${formatTime(word.t0, '.')}>` : ''
  return `${stamp}${escaped(shownText(word))}`
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
