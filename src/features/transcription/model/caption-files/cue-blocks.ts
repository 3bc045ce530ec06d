import { hasArrow, readTimes } from './cue-times.ts'

/** A line of a file; `number` counts from 1. */
export type Line = { readonly number: number; readonly text: string }

/** Something of a file that was skipped or changed. */
export type CaptionIssue = {
  /** Line of the file, from 1; for JSON the place of the entry, from 1. */
  readonly line: number
  /** One phrase for the creator: "ends before it starts; skipped". */
  readonly reason: string
}

/** The lines of one cue. */
export type Block = { readonly times: Line; readonly lines: readonly Line[] }

/** The cues of a file, and what of it is none. */
export type Blocks = { readonly blocks: readonly Block[]; readonly issues: readonly CaptionIssue[] }

const NUMBER = /^\s*\d+\s*$/u
/** WebVTT blocks other than cues. */
const VTT_SECTION = /^(?:NOTE|STYLE|REGION)(?:\s|$)/u

/** Lines with any line ending; null characters, which broken UTF-16 leaves, are dropped. */
export function linesOfFile(text: string): Line[] {
  const clean = text.replace(/^\uFEFF/u, '').replaceAll('\0', '')
  return clean.split(/\r\n|\r|\n/u).map((line, at) => ({ number: at + 1, text: line }))
}

/** Whether a file begins as WebVTT does. */
export function isVtt(lines: readonly Line[]): boolean {
  return /^WEBVTT(?:[\s-]|$)/u.test(lines.find(({ text }) => text.trim() !== '')?.text ?? '')
}

/**
 * The cues of WebVTT (W3C): blocks end at an empty line, and a line of one blank is part of a cue. A cue may follow the
 * header, or another cue, without an empty line.
 */
export function vttBlocks(lines: readonly Line[]): Blocks {
  const blocks: Block[] = []
  const issues: CaptionIssue[] = []
  const header = lines.findIndex(({ text }) => text.trim() !== '')
  for (const [at, paragraph] of paragraphs(lines.slice(header + 1), ({ text }) => text === '').entries()) {
    if (VTT_SECTION.test(paragraph[0]?.text ?? '') && !isTimesAt(paragraph, 1)) continue
    const cues = cuesOf(paragraph)
    // Before its empty line, the header may hold "Kind: captions" and the like.
    const isHeader = at === 0 && paragraph[0]?.number === (lines[header]?.number ?? 0) + 1
    const orphans = cues.before.filter(({ text }) => text.trim() !== '')
    if (orphans.length > (cues.blocks.length > 0 ? 1 : 0) && !isHeader) issues.push(orphan(orphans))
    for (const block of cues.blocks) blocks.push(block)
    issues.push(...cues.issues)
  }
  return { blocks, issues }
}

/**
 * The cues of SubRip. Blank lines separate them, are optional, and may stand inside a cue, whose text goes on until the
 * next times.
 */
export function srtBlocks(lines: readonly Line[]): Blocks {
  const blocks: { times: Line; lines: Line[] }[] = []
  const issues: CaptionIssue[] = []
  let number: number | undefined
  for (const paragraph of paragraphs(lines, ({ text }) => text.trim() === '')) {
    const { before, blocks: cues, issues: bad } = cuesOf(paragraph)
    const id = before.at(-1)
    const isNumbered = id !== undefined && NUMBER.test(id.text)
    if (cues.length > 0 || bad.length > 0) {
      attach(blocks.at(-1), isNumbered ? before.slice(0, -1) : before, issues)
      number = isNumbered ? Number(id.text) : undefined
    } else if (isNumbered && before.length === 1) {
      issues.push({ line: id.number, reason: 'is a number without a caption; skipped' })
    } else if (number !== undefined && NUMBER.test(before[0]?.text ?? '') && Number(before[0]?.text) === number + 1) {
      issues.push({ line: before[0]?.number ?? 0, reason: 'has no times; skipped' })
      number += 1
    } else attach(blocks.at(-1), before, issues)
    for (const { times, lines: own } of cues) blocks.push({ times, lines: [...own] })
    issues.push(...bad)
  }
  return { blocks, issues }
}

/** Adds lines after a blank line to the cue before it; without one, they are a credit or a note. */
function attach(cue: { lines: Line[] } | undefined, lines: readonly Line[], issues: CaptionIssue[]): void {
  const [first] = lines
  if (first === undefined) return
  if (cue === undefined) return void issues.push(orphan(lines))
  issues.push({ line: first.number, reason: 'follows a blank line inside a caption; kept as its text' })
  // No spread: a file of one endless caption has more lines than a call has arguments.
  for (const line of lines) cue.lines.push(line)
}

function orphan([first]: readonly Line[]): CaptionIssue {
  return { line: first?.number ?? 1, reason: 'is text without times; skipped' }
}

/**
 * The cues of lines without a blank line between them.
 * @returns `before`: the lines in front of the first times, with the identifier of its cue
 */
function cuesOf(paragraph: readonly Line[]): Blocks & { readonly before: readonly Line[] } {
  const bad = badTimesOf(paragraph)
  if (bad !== undefined)
    return { before: [], blocks: [], issues: [{ line: bad.number, reason: 'has times that cannot be read; skipped' }] }
  const starts = paragraph.flatMap(({ text }, at) => (readTimes(text) === null ? [] : [at]))
  const blocks = starts.flatMap((start, at) => {
    const [times, next] = [paragraph[start], starts[at + 1] ?? paragraph.length]
    const isLast = next === paragraph.length
    const hasNumber = !isLast && next - start > 1 && NUMBER.test(paragraph[next - 1]?.text ?? '')
    return times === undefined ? [] : [{ times, lines: paragraph.slice(start + 1, hasNumber ? next - 1 : next) }]
  })
  return { before: paragraph.slice(0, starts[0] ?? paragraph.length), blocks, issues: [] }
}

/** The line that is meant as the times of a cue and is none: the first one, or the second after a number. */
function badTimesOf(paragraph: readonly Line[]): Line | undefined {
  const [first, second] = paragraph
  if (isTimesAt(paragraph, 1)) return undefined
  const place = first !== undefined && NUMBER.test(first.text) ? second : first
  return place !== undefined && hasArrow(place.text) && readTimes(place.text) === null ? place : undefined
}

function isTimesAt(paragraph: readonly Line[], at: number): boolean {
  const line = paragraph[at]
  return line !== undefined && readTimes(line.text) !== null
}

function paragraphs(lines: readonly Line[], isBlank: (line: Line) => boolean): Line[][] {
  const found: Line[][] = [[]]
  for (const line of lines) {
    if (isBlank(line)) found.push([])
    else found.at(-1)?.push(line)
  }
  return found.filter((paragraph) => paragraph.length > 0)
}
