import type { TextUnit } from './script.ts'

/** One cue of a subtitle file, times in milliseconds; lines of its text are apart by `\n`. */
export type SubtitleCue = { readonly startMs: number; readonly endMs: number; readonly text: string }

const TIMES = /((?:\d+:)?\d{1,2}:\d{2}[.,]\d{1,3})\s*-->\s*((?:\d+:)?\d{1,2}:\d{2}[.,]\d{1,3})/u
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
  lrm: '',
  rlm: '',
  quot: '"',
}
/** Subtitles are set by hand and ear: words may be said this much before or after their cue. */
const SLACK_MS = 500

/**
 * Reads SubRip (SRT) or WebVTT: cues in order of time, tags, styles and notes left out. Cues without text or with times
 * that make no sense are dropped.
 */
export function parseSubtitles(text: string): SubtitleCue[] {
  const lines = text.replace(/^\uFEFF/u, '').split(/\r\n|\r|\n/u)
  const cues: SubtitleCue[] = []
  for (const [at, line] of lines.entries()) {
    const times = TIMES.exec(line)
    if (times === null) continue
    const cue = { startMs: milliseconds(times[1]), endMs: milliseconds(times[2]), text: textOf(lines, at + 1) }
    if (cue.text !== '' && cue.endMs > cue.startMs) cues.push(cue)
  }
  return cues.toSorted((a, b) => a.startMs - b.startMs)
}

/** The cues as text to align, each within half a second of its own times. */
export function subtitleUnits(cues: readonly SubtitleCue[]): TextUnit[] {
  return cues.map(({ startMs, endMs, text }) => ({
    text,
    window: { startMs: Math.max(0, startMs - SLACK_MS), endMs: endMs + SLACK_MS },
  }))
}

function textOf(lines: readonly string[], from: number): string {
  const rest = lines.slice(from)
  const blank = rest.findIndex((line) => line.trim() === '' || TIMES.test(line))
  const own = blank === -1 ? rest : rest.slice(0, TIMES.test(rest[blank] ?? '') ? Math.max(0, blank - 1) : blank)
  return own
    .join('\n')
    .replace(/<[^>\n]{0,200}>|\{\\[^}\n]{0,200}\}/gu, '')
    .replace(/&(\w{2,5});/gu, (all, name: string) => ENTITIES[name.toLowerCase()] ?? all)
    .split('\n')
    .map((line) => line.replace(/\s+/gu, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
}

function milliseconds(stamp = ''): number {
  const [clock = '', fraction = ''] = stamp.replace(',', '.').split('.')
  const seconds = clock.split(':').reduce((total, part) => total * 60 + Number(part), 0)
  return seconds * 1_000 + Number(fraction.padEnd(3, '0'))
}
