import { AppError } from '#platform/shared/errors.ts'
import { parseTimeLine } from './subtitle-time.ts'

/** One cue as a file has it: times in ms, text lines with their markup; `line` is where its times stand, from 1. */
export type SubtitleBlock = {
  readonly line: number
  readonly t0: number
  readonly t1: number
  readonly lines: readonly string[]
}

/** A run of lines between blank ones; `number` is its first line's, from 1. */
type Run = { readonly number: number; readonly lines: string[] }

/**
 * Reads the cues of an SRT or WebVTT file, with any line ends, a byte order mark or none, in order of time.
 * @throws AppError `unprocessable` that names the first line that is wrong
 */
export function readBlocks(text: string): { format: 'srt' | 'vtt'; blocks: SubtitleBlock[] } {
  const runs = runsOf(text.replace(/^\uFEFF/, ''))
  const isVtt = /^WEBVTT(?:\s|$)/.test(runs[0]?.lines[0] ?? '')
  const cues = isVtt
    ? runs.slice(1).filter(({ lines }) => !/^(?:NOTE|STYLE|REGION)(?:\s|$)/.test(lines[0] ?? ''))
    : runs
  const blocks = cues.map(blockOf).filter(({ lines }) => lines.length > 0)
  return { format: isVtt ? 'vtt' : 'srt', blocks: blocks.toSorted((a, b) => a.t0 - b.t0) }
}

function runsOf(text: string): Run[] {
  const runs: Run[] = []
  let open: Run | undefined
  for (const [at, line] of text.split(/\r\n|\n|\r/).entries()) {
    if (line.trim() === '') open = undefined
    else if (open === undefined) runs.push((open = { number: at + 1, lines: [line] }))
    else open.lines.push(line)
  }
  return runs
}

function blockOf({ number, lines }: Run): SubtitleBlock {
  const at = lines[0]?.includes('-->') === true ? 0 : 1
  const line = lines[at]
  if (line?.includes('-->') !== true)
    refuseLine(
      number + (lines.length > 1 ? at : 0),
      lines[at] ?? lines[0] ?? '',
      'a time such as 00:00:01,000 --> 00:00:02,500 was expected',
    )
  const span = parseTimeLine(line)
  if (span === undefined) refuseLine(number + at, line, 'its times cannot be read')
  if (span.t1 <= span.t0) refuseLine(number + at, line, 'it ends before it starts')
  return { ...span, line: number + at, lines: lines.slice(at + 1) }
}

/** @throws AppError `unprocessable`, always */
export function refuseLine(line: number, text: string, why: string): never {
  const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text
  throw new AppError('unprocessable', `Line ${line} of the subtitle file, “${shown.trim()}”: ${why}.`, { line })
}
