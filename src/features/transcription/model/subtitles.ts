import { AppError } from '#platform/shared/errors.ts'
import { formatNumber } from '#platform/shared/format/numbers.ts'
import { type Block, type CaptionIssue, isVtt, linesOfFile, srtBlocks, vttBlocks } from './caption-files/cue-blocks.ts'
import { plainSrtLines, plainVttLine, type PlainLine, type Stamp } from './caption-files/cue-text.ts'
import { readTimes } from './caption-files/cue-times.ts'
import { type LinedCue, unroll } from './caption-files/rolling-lines.ts'
import type { Voice } from './caption-files/voices.ts'
import type { TextUnit } from './script.ts'

/** One cue of a caption file, times in milliseconds; `\n` separates the lines of its text. */
export type SubtitleCue = {
  readonly startMs: number
  readonly endMs: number
  readonly text: string
  /** Times inside the cue, when the file has them. */
  readonly stamps?: readonly Stamp[]
  /** Who says which part of it, when the file names people. */
  readonly voices?: readonly Voice[]
}

/** A caption file as read. */
export type CaptionFile = {
  readonly format: string
  /** Sorted by time, with text, each with a length. */
  readonly cues: readonly SubtitleCue[]
  /** What was skipped or changed, in the order of the file. */
  readonly issues: readonly CaptionIssue[]
  /** Whether its cues and lines are captions; otherwise they are long passages to segment. */
  readonly hasLines: boolean
}

/** Speech may start this much before its cue or end this much after: people set cue times by hand. */
const SLACK_MS = 500

/**
 * Reads SubRip (SRT) or WebVTT with any line endings, with or without a byte order mark. Sorts cues by time, drops
 * tags, styles, notes and empty cues, merges cues with the same start, and keeps the first showing of lines that roll.
 * A cue that cannot be read is reported, and the rest is read. Takes time linear in the length of the text.
 * @throws AppError `unprocessable` when the file has no cue
 */
export function readSubtitles(text: string): CaptionFile {
  const lines = linesOfFile(text)
  const vtt = isVtt(lines)
  const { blocks, issues } = vtt ? vttBlocks(lines) : srtBlocks(lines)
  const found = blocks.map((block) => cueOf(block, vtt))
  const timed = found.flatMap(({ cue }) => cue ?? []).toSorted((a, b) => a.startMs - b.startMs)
  const { cues, dropped } = unroll(timed)
  const rolled = { line: timed[0]?.line ?? 1, reason: `begins ${formatNumber(dropped)} repeats of lines; dropped` }
  const all = [...issues, ...found.flatMap(({ issue }) => issue ?? []), ...(dropped > 0 ? [rolled] : [])]
  const sorted = all.toSorted((a, b) => a.line - b.line)
  if (cues.length === 0) throw noCaptions(sorted)
  const rolls = dropped > 0
  return {
    format: vtt ? 'WebVTT' : 'SRT',
    cues: mergeSameStart(cues.map(joinLines)),
    issues: sorted,
    // The lines of rolling captions end wherever the screen does.
    hasLines: !rolls,
  }
}

/** The cues as text to align, each within half a second of its times. */
export function subtitleUnits(cues: readonly SubtitleCue[]): TextUnit[] {
  return cues.map(({ startMs, endMs, text }) => ({
    text,
    window: { startMs: Math.max(0, startMs - SLACK_MS), endMs: endMs + SLACK_MS },
  }))
}

/** The refusal of a file without captions. @param issues the first one tells where the trouble begins */
export function noCaptions([first]: readonly CaptionIssue[] = []): AppError {
  const where = first === undefined ? '' : ` Line ${formatNumber(first.line)} ${first.reason}.`
  return new AppError(
    'unprocessable',
    `There are no captions in this file.${where} Upload an SRT, VTT or JSON file with times.`,
    first === undefined ? {} : { line: first.line },
  )
}

function cueOf({ times, lines }: Block, vtt: boolean): { cue?: LinedCue; issue?: CaptionIssue } {
  const { number: line } = times
  const plain = lines.flatMap(({ text }) => (vtt ? [plainVttLine(text)] : plainSrtLines(text)))
  const shown = plain.filter(({ text }) => text !== '')
  const found = readTimes(times.text)
  // Editors leave empty cues behind; nobody misses them.
  if (found === null || shown.length === 0) return {}
  const { startMs, endMs, carries } = found
  if (endMs === startMs) return { issue: { line, reason: 'ends as it starts; skipped' } }
  if (endMs < startMs) return { issue: { line, reason: 'ends before it starts; skipped' } }
  const cue = { line, startMs, endMs, lines: shown }
  return carries ? { cue, issue: { line, reason: 'counts minutes or seconds past 59; carried over' } } : { cue }
}

function joinLines({ startMs, endMs, lines }: LinedCue): SubtitleCue {
  let text = ''
  const stamps: Stamp[] = []
  const voices: Voice[] = []
  for (const line of lines) {
    if (text !== '') text += '\n'
    stamps.push(...stampsIn(line, text.length, { startMs, endMs }))
    for (const voice of line.voices ?? []) voices.push({ ...voice, at: voice.at + text.length })
    text += line.text
  }
  return { startMs, endMs, text, ...(stamps.length > 0 && { stamps }), ...(voices.length > 0 && { voices }) }
}

/** The stamps of a line within its cue: others contradict the times of the cue. */
function stampsIn(line: PlainLine, offset: number, cue: { startMs: number; endMs: number }): Stamp[] {
  return line.stamps
    .filter(({ startMs }) => startMs >= cue.startMs && startMs < cue.endMs)
    .map((stamp) => ({ ...stamp, at: stamp.at + offset }))
}

/** Merges cues with the same start, as for two people who speak at once, so that their words are in sequence. */
function mergeSameStart(cues: readonly SubtitleCue[]): SubtitleCue[] {
  const apart: SubtitleCue[] = []
  for (const cue of cues) {
    const before = apart.at(-1)
    if (before?.startMs !== cue.startMs) apart.push(cue)
    else
      apart.splice(-1, 1, {
        startMs: cue.startMs,
        endMs: Math.max(before.endMs, cue.endMs),
        text: `${before.text}\n${cue.text}`,
        ...mergedVoices(before, cue),
      })
  }
  return apart
}

/** The voices of two cues whose texts are joined by a line break. */
function mergedVoices(one: SubtitleCue, other: SubtitleCue): Pick<SubtitleCue, 'voices'> {
  if (one.voices === undefined && other.voices === undefined) return {}
  const start = one.text.length + 1
  const following = (other.voices ?? []).map((voice) => ({ ...voice, at: voice.at + start }))
  return { voices: [...(one.voices ?? []), { at: start, name: '' }, ...following] }
}
