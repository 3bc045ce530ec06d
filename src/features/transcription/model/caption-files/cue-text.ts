import { decodeReferences } from './character-references.ts'
import { readTimestamp } from './cue-times.ts'
import { type Voice, voiceOfTag } from './voices.ts'

/** The time from which the text after `at` is spoken. Sorted by `at`. */
export type Stamp = {
  /** Offset in the text of the cue. */
  readonly at: number
  /** Milliseconds of media time. */
  readonly startMs: number
  /** Absent: until the next stamp, at most as long as the words take. */
  readonly endMs?: number
}

/** One line of a cue without markup; stamps and voices count from its start. */
export type PlainLine = {
  readonly text: string
  readonly stamps: readonly Stamp[]
  readonly voices?: readonly Voice[]
}

const VTT_TAG = /<([^<>\n]*)>/gu
// SubRip defines no markup; players and editors write these tags.
const SRT_TAG =
  /<\/?(?:b|i|u|s|font|c|v|ruby|rt|span)(?:[\s.][^<>\n]*)?>|\{\\[^{}\n]*\}|\{\/?[bius]\}|\{[ycfs]:[^{}\n]*\}/giu
/** Characters that show nothing on their own: marks of direction, joiners, byte order marks. */
const INVISIBLE = /^[\s\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]*$/u

/**
 * A line of WebVTT without tags. Timestamp tags, which sing along (`<00:01.500>`), become stamps, and voices (`<v Ana>`)
 * the people who speak.
 */
export function plainVttLine(line: string): PlainLine {
  const out = { text: '', stamps: [] as Stamp[], voices: [] as Voice[] }
  let from = 0
  for (const tag of line.matchAll(VTT_TAG)) {
    append(out, line.slice(from, tag.index))
    from = tag.index + tag[0].length
    const startMs = readTimestamp(tag[1] ?? '')
    if (startMs !== null) out.stamps.push({ at: out.text.length, startMs })
    const name = voiceOfTag(tag[1] ?? '')
    if (name !== null) out.voices.push({ at: out.text.length, name })
  }
  append(out, line.slice(from))
  return trimmed(out)
}

/** The lines that a line of SubRip stands for, without tags: `\N` breaks it as in ASS. */
export function plainSrtLines(line: string): PlainLine[] {
  return line
    .replace(SRT_TAG, '')
    .split('\\N')
    .map((part) => {
      const out = { text: '', stamps: [] }
      append(out, part.replace(/\\[hn]/gu, ' '))
      return trimmed(out)
    })
}

/** Whether a text shows nothing. */
export function isInvisible(text: string): boolean {
  return INVISIBLE.test(text)
}

/** Appends text with its character references read and its white space collapsed. */
function append(out: { text: string }, raw: string): void {
  if (raw === '') return
  const text = decodeReferences(raw).replace(/\s+/gu, ' ')
  out.text += out.text === '' || out.text.endsWith(' ') ? text.trimStart() : text
}

function trimmed({ text, stamps, voices = [] }: PlainLine): PlainLine {
  const kept = text.trimEnd()
  if (isInvisible(kept)) return { text: '', stamps: [] }
  // A stamp before a blank counts for the word after it; one at the end times nothing.
  return {
    text: kept,
    stamps: stamps
      .map((stamp) => (kept[stamp.at] === ' ' ? { ...stamp, at: stamp.at + 1 } : stamp))
      .filter(({ at }) => at < kept.length),
    ...(voices.length > 0 && { voices }),
  }
}
