import { AppError } from '#platform/shared/errors.ts'
import type { TextUnit } from './script.ts'

/** One cue of a subtitle file, times in milliseconds; `\n` separates the lines of its text. */
export type SubtitleCue = { readonly startMs: number; readonly endMs: number; readonly text: string }

/** A cue as read from its file; `number` is the line number of its times, from 1. */
type Block = { readonly number: number; readonly times: string; readonly lines: readonly string[] }
/** Lines without a blank line between them, each with its number from 1. */
type Run = readonly { readonly number: number; readonly line: string }[]

const ARROW = '-->'
/** A start and an end time around an arrow; WebVTT cue settings may follow. */
const TIMES =
  /^\s*(?:(\d{1,3}):)?(\d{1,2}):([0-5]?\d)(?:[.,](\d{1,3}))?\s*-->\s*(?:(\d{1,3}):)?(\d{1,2}):([0-5]?\d)(?:[.,](\d{1,3}))?(?:\s.*)?$/u
/** A SubRip cue number. */
const CUE_NUMBER = /^\s*\d+\s*$/u
/** WebVTT blocks other than cues. */
const VTT_SECTION = /^(?:NOTE|STYLE|REGION)(?:\s|$)/u
const VTT_TAGS = /<[^<>\n]*>/gu
// SubRip defines no markup; players and editors write these tags.
const SRT_TAGS = /<\/?(?:b|i|u|s|font|c|v|ruby|rt)(?:[\s.][^<>\n]*)?>|\{\\[^{}\n]*\}/giu
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  lrm: '',
  rlm: '',
}
/** Speech may start this much before its cue or end this much after: people set cue times by hand. */
const SLACK_MS = 500

/**
 * Reads SubRip (SRT) or WebVTT with any line endings, with or without a byte order mark. Sorts cues by time and drops
 * tags, styles, notes, word times and empty cues. Merges cues with the same start. Blank lines between cues are
 * optional.
 * @throws AppError `unprocessable` with the invalid `line`, or when the file has no cue
 */
export function readSubtitles(text: string): SubtitleCue[] {
  const runs = runsOf(text.replace(/^\uFEFF/u, ''))
  const isVtt = /^WEBVTT(?:\s|$)/u.test(runs[0]?.[0]?.line ?? '')
  const withCues = isVtt ? runs.slice(1).filter(([first]) => !VTT_SECTION.test(first?.line ?? '')) : runs
  const tags = isVtt ? VTT_TAGS : SRT_TAGS
  const cues = withCues.flatMap(blocksOf).flatMap((block) => cueOf(block, tags))
  if (cues.length === 0)
    throw new AppError('unprocessable', 'There are no captions in this file. Upload an SRT or VTT file with times.')
  return together(cues.toSorted((a, b) => a.startMs - b.startMs))
}

/** The cues as text to align, each within half a second of its times. */
export function subtitleUnits(cues: readonly SubtitleCue[]): TextUnit[] {
  return cues.map(({ startMs, endMs, text }) => ({
    text,
    window: { startMs: Math.max(0, startMs - SLACK_MS), endMs: endMs + SLACK_MS },
  }))
}

function runsOf(text: string): Run[] {
  const runs: { number: number; line: string }[][] = [[]]
  for (const [at, line] of text.split(/\r\n|\r|\n/u).entries()) {
    if (line.trim() === '') runs.push([])
    else runs.at(-1)?.push({ number: at + 1, line })
  }
  return runs.filter((run) => run.length > 0)
}

/** The cues of a run of lines: one if blank lines separate the cues. */
function blocksOf(run: Run): Block[] {
  const first = run.slice(0, 2).findIndex(({ line }) => line.includes(ARROW))
  if (first === -1) {
    const wrong = CUE_NUMBER.test(run[0]?.line ?? '') ? (run[1] ?? run[0]) : run[0]
    refuse(wrong, 'a time such as 00:00:01,000 --> 00:00:02,500 was expected')
  }
  const starts = run.flatMap(({ line }, at) => (at === first || (at > first && TIMES.test(line)) ? [at] : []))
  return starts.map((start, at) => {
    const next = starts[at + 1] ?? run.length
    const numbered = next < run.length && next - start > 1 && CUE_NUMBER.test(run[next - 1]?.line ?? '')
    const lines = run.slice(start + 1, numbered ? next - 1 : next).map(({ line }) => line)
    return { number: run[start]?.number ?? 0, times: run[start]?.line ?? '', lines }
  })
}

function cueOf({ number, times, lines }: Block, tags: RegExp): SubtitleCue[] {
  const text = lines
    .map((line) => plain(line, tags))
    .filter((line) => line !== '')
    .join('\n')
  if (text === '') return []
  const found = TIMES.exec(times)
  if (found === null) refuse({ number, line: times }, 'its times cannot be read')
  const [startMs, endMs] = [milliseconds(found.slice(1, 5)), milliseconds(found.slice(5, 9))]
  if (endMs <= startMs) refuse({ number, line: times }, 'it does not end after it starts')
  return [{ startMs, endMs, text }]
}

function plain(line: string, tags: RegExp): string {
  return line
    .replace(tags, '')
    .replace(/&(\w{2,5});/gu, (all, name: string) => ENTITIES[name.toLowerCase()] ?? all)
    .replace(/\s+/gu, ' ')
    .trim()
}

/** Merges cues with the same start, as for two people who speak at once, so that their words are in sequence. */
function together(cues: readonly SubtitleCue[]): SubtitleCue[] {
  const apart: SubtitleCue[] = []
  for (const cue of cues) {
    const before = apart.at(-1)
    if (before?.startMs !== cue.startMs) apart.push(cue)
    else
      apart.splice(-1, 1, {
        startMs: cue.startMs,
        endMs: Math.max(before.endMs, cue.endMs),
        text: `${before.text}\n${cue.text}`,
      })
  }
  return apart
}

/** @param parts hours, minutes, seconds and fraction of a second, as written */
function milliseconds([hours = '0', minutes = '0', seconds = '0', fraction = '0']: readonly (string | undefined)[]) {
  return (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000 + Number(fraction.padEnd(3, '0'))
}

function refuse(at: Run[number] | undefined, why: string): never {
  const [line, text] = [at?.number ?? 1, at?.line.trim() ?? '']
  const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text
  throw new AppError('unprocessable', `Line ${line} of the subtitle file, “${shown}”: ${why}.`, { line })
}
