import { type CaptionDocument, type Cue, cuesOf, type Word } from './document.ts'
import { cueSpan, linesOf, textOf } from './spans.ts'

/** SubRip: the captions with their lines and times; words' own times and the style are lost. */
export function exportSrt(doc: CaptionDocument): string {
  return cuesOf(doc)
    .map((cue, at) => {
      const { t0, t1 } = cueSpan(doc, cue)
      return `${at + 1}\n${formatTime(t0, ',')} --> ${formatTime(t1, ',')}\n${linesOf(doc, cue).map(textOf).join('\n')}\n`
    })
    .join('\n')
}

/**
 * WebVTT (W3C).
 * @param o.words stamps each word with its start, as `<00:00:01.200>`; default false
 */
export function exportVtt(doc: CaptionDocument, { words = false }: { words?: boolean } = {}): string {
  const cues = cuesOf(doc).map((cue) => {
    const { t0, t1 } = cueSpan(doc, cue)
    const lines = linesOf(doc, cue).map((line) => (words ? stamped(line, cue) : escaped(textOf(line))))
    return `${cue.id}\n${formatTime(t0, '.')} --> ${formatTime(t1, '.')}\n${lines.join('\n')}\n`
  })
  return ['WEBVTT\n', ...cues].join('\n')
}

/** The whole document, without loss; `importDocument` reads it back. */
export function exportJson(doc: CaptionDocument): string {
  return `${JSON.stringify(doc, null, 2)}\n`
}

function stamped(line: readonly Word[], cue: Cue): string {
  return line
    .map((word, at) => {
      const space = at > 0 && word.join === 'space' ? ' ' : ''
      // The first word starts with its cue: WebVTT wants stamps later than that.
      const stamp = word.id === cue.from ? '' : `<${formatTime(word.t0, '.')}>`
      return `${space}${stamp}${escaped(word.text)}`
    })
    .join('')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** A time as subtitle files write it, `hh:mm:ss` and milliseconds after `mark`: `,` in SRT, `.` in WebVTT. */
function formatTime(ms: number, mark: ',' | '.'): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const seconds = Math.floor(ms / 1_000)
  const clock = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':')
  return `${clock}${mark}${String(ms % 1_000).padStart(3, '0')}`
}
