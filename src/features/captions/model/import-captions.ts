import type { SpokenWord } from '#features/transcription/model/index.ts'
import { AppError } from '#platform/shared/errors.ts'
import { z } from 'zod'
import { checkDocument } from './check-document.ts'
import { CaptionDocument, cuesOf } from './document.ts'
import { linesOf } from './spans.ts'
import { readBlocks, refuseLine, type SubtitleBlock } from './subtitle-blocks.ts'
import { parseTime } from './subtitle-time.ts'
import { shareSpan } from './timing.ts'
import { tokenize } from './tokens.ts'

/** Words read from a file, and for each of its captions how many words each line has: `createDocument` takes both. */
export type ImportedCaptions = {
  readonly format: 'srt' | 'vtt' | 'json'
  readonly words: SpokenWord[]
  readonly lines: number[][]
}

/**
 * Reads SRT, WebVTT (word-timed or not) or our JSON. Words without a time of their own share their
 * caption's time by syllables; captions that overlap are cut where the next one begins.
 * @param lang BCP 47 tag; finds the words of languages written without spaces
 * @throws AppError `unprocessable` with the `line` that is wrong, or when there is no caption in it
 */
export function importSubtitles(text: string, lang = 'und'): ImportedCaptions {
  if (/^\s*\{/.test(text.replace(/^\uFEFF/, ''))) return fromDocument(importDocument(text))
  const { format, blocks } = readBlocks(text)
  const read = withoutOverlap(blocks).map((block) => readCue(block, format, lang))
  const words = read.flatMap((cue) => cue.words)
  if (words.length === 0) throw new AppError('unprocessable', 'There are no captions in this file.')
  return { format, words, lines: read.map(({ counts }) => counts).filter((counts) => counts.length > 0) }
}

/**
 * Reads back what `exportJson` wrote, without loss.
 * @throws AppError `unprocessable` saying what is wrong with it
 */
export function importDocument(json: string): CaptionDocument {
  const parsed = CaptionDocument.safeParse(parseJson(json.replace(/^\uFEFF/, '')))
  if (!parsed.success)
    throw new AppError('unprocessable', `This is not a caption document: ${z.prettifyError(parsed.error)}`)
  checkDocument(parsed.data)
  return parsed.data
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    const why = error instanceof Error ? error.message : 'it cannot be read'
    throw new AppError('unprocessable', `This is not JSON: ${why}`, {}, { cause: error })
  }
}

function fromDocument(doc: CaptionDocument): ImportedCaptions {
  return {
    format: 'json',
    words: doc.words.map(({ text, t0, t1, conf, timing }) => ({
      text,
      startMs: t0,
      endMs: t1,
      confidence: conf ?? null,
      timing: timing === 'manual' ? 'aligned' : timing,
    })),
    lines: cuesOf(doc).map((cue) => linesOf(doc, cue).map((line) => line.length)),
  }
}

/** Cuts each caption where the next begins; captions that begin together become one. */
function withoutOverlap(blocks: readonly SubtitleBlock[]): SubtitleBlock[] {
  const apart: SubtitleBlock[] = []
  for (const block of blocks) {
    const before = apart.at(-1)
    if (before === undefined || before.t1 <= block.t0) apart.push(block)
    else if (before.t0 === block.t0)
      apart.splice(-1, 1, { ...before, t1: Math.max(before.t1, block.t1), lines: [...before.lines, ...block.lines] })
    else apart.splice(-1, 1, { ...before, t1: block.t0 }, block)
  }
  return apart
}

/** A stretch of a cue's text that begins at a known time. */
type Stretch = { readonly t0: number; readonly texts: string[] }

function readCue(block: SubtitleBlock, format: 'srt' | 'vtt', lang: string): { words: SpokenWord[]; counts: number[] } {
  const stretches: Stretch[] = [{ t0: block.t0, texts: [] }]
  const counts = block.lines.map((line) => {
    let count = 0
    for (const piece of line.split(/(?=<[\d:.]+>)/)) {
      const stamp = format === 'vtt' ? parseTime(/^<([\d:.]+)>/.exec(piece)?.[1] ?? '') : undefined
      if (stamp !== undefined && stamp > (stretches.at(-1)?.t0 ?? 0) && stamp < block.t1)
        stretches.push({ t0: stamp, texts: [] })
      const texts = tokenize(plainText(piece, format), lang)
      stretches.at(-1)?.texts.push(...texts)
      count += texts.length
    }
    return count
  })
  const texts = stretches.flatMap((stretch) => stretch.texts)
  if (texts.length > block.t1 - block.t0)
    refuseLine(block.line, block.lines[0] ?? '', `its ${texts.length} words have less than a millisecond each`)
  const fits = stretches.every(
    (stretch, at) => stretch.texts.length <= (stretches[at + 1]?.t0 ?? block.t1) - stretch.t0,
  )
  const timed = fits ? stretches : [{ t0: block.t0, texts }]
  const words = timed.flatMap((stretch, at) => timedWords(stretch, timed[at + 1]?.t0 ?? block.t1, timed.length > 1))
  return { words, counts: counts.filter((count) => count > 0) }
}

function timedWords({ t0, texts }: Stretch, t1: number, stamped: boolean): SpokenWord[] {
  const timing = stamped && texts.length === 1 ? 'aligned' : 'interpolated'
  return shareSpan({ t0, t1 }, texts).map((span, at) => ({
    text: texts[at] ?? '',
    startMs: span.t0,
    endMs: span.t1,
    confidence: null,
    timing,
  }))
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
  lrm: '\u200E',
  rlm: '\u200F',
}

function plainText(piece: string, format: 'srt' | 'vtt'): string {
  // SRT has no markup of its own; these few tags are what players and editors write.
  if (format === 'srt') return piece.replace(/<\/?(?:b|i|u|s|font|c|v|ruby|rt)(?:[\s.][^>]*)?>|\{\\[^}]*\}/gi, '')
  return piece.replace(/<[^>]*>/g, '').replace(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (_, name: string) => ENTITIES[name] ?? '')
}
