import { z } from 'zod'
import { baseLanguage, languageName, UNKNOWN_LANGUAGE, WHISPER_LANGUAGES } from '../../model/language.ts'
import { repairWords } from '../../model/repair-words.ts'
import { writtenWords } from '../../model/script.ts'
import type { SpokenWord } from '../../model/word.ts'
import type { Piece } from '../ports.ts'

/** The answer of a service to one piece of sound. */
export type Transcript = {
  /** An ISO 639 code, or `und`. */
  readonly language: string
  /** Words with times, in media time; null when it sent none, or times that cannot be true. */
  readonly words: readonly SpokenWord[] | null
  /** All of its text with the windows that contain it, for words without times. */
  readonly units: readonly { readonly text: string; readonly window: Piece }[]
}

/** Longest text of one piece, in characters: nobody speaks half of it in thirty seconds. */
const MOST_TEXT = 5_000
const MOST_PARTS = 1_000
const LONGEST_WORD = 100
/** Times are rounded and windows padded: a word may exceed its piece, or overlap the one before it, by this much. */
const SLACK_MS = 300
/** Segments of Whisper begin and end this much beside their speech. */
const WINDOW_MARGIN_MS = 300

/** Absent, NaN as null, or a text: anything but a number is no time. */
const seconds = z.number().nullable().catch(null)
const probability = z.number().min(0).max(1).optional().catch(undefined)
const Word = z.object({
  word: z.string().max(LONGEST_WORD),
  start: seconds,
  end: seconds,
  probability,
  score: probability,
})
const Segment = z.object({
  text: z.string().max(MOST_TEXT).default(''),
  start: seconds,
  end: seconds,
  words: z.array(Word).max(MOST_PARTS).nullish(),
})
/** `verbose_json`, and what is common to its dialects. */
const Answer = z.object({
  text: z.string().max(MOST_TEXT),
  language: z.string().max(100).nullish(),
  words: z.array(Word).max(MOST_PARTS).nullish(),
  segments: z.array(Segment).max(MOST_PARTS).nullish(),
})

/**
 * Reads the answer to one piece. Times that cannot be true (beyond the piece, reversed, overlapping) are left out.
 * @param piece the piece that was sent; times in the answer count from its start
 * @param asked the requested language, or `auto`
 * @returns null when it is no transcript, or longer than any speech
 */
export function readTranscript(body: string, piece: Piece, asked: string): Transcript | null {
  const parsed = Answer.safeParse(parseJson(body))
  if (!parsed.success) return null
  const answer = parsed.data
  const text = plain(answer.text)
  const language = asked === 'auto' ? languageOf(answer.language ?? '') : baseLanguage(asked)
  const segments = answer.segments ?? []
  const timed = answer.words ?? segments.flatMap(({ words }) => words ?? [])
  const words = timed.length === 0 ? null : wordsOf(timed, piece)
  return { language, words: words && spellAs(text, words, language), units: unitsOf(text, segments, piece) }
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    // Not JSON, such as the error page of a proxy: no transcript.
    return undefined
  }
}

/** Text without control characters, which neither the database nor a caption can hold. */
function plain(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim()
}

/** @returns null when the times cannot be true */
function wordsOf(timed: readonly z.output<typeof Word>[], piece: Piece): SpokenWord[] | null {
  const words: SpokenWord[] = []
  let before: Piece = { startMs: piece.startMs - SLACK_MS, endMs: piece.startMs }
  for (const each of timed) {
    const text = plain(each.word)
    if (text === '') continue
    const span = spanOf(each, piece)
    if (span === null || span.startMs < before.startMs || span.startMs < before.endMs - SLACK_MS) return null
    before = span
    words.push({ text, ...clamp(span, piece), confidence: each.probability ?? each.score ?? null, timing: 'asr' })
  }
  return repairWords(words, { durationMs: piece.endMs })
}

/** @returns media time in milliseconds; null when it is no time within the piece */
function spanOf({ start, end }: { start: number | null; end: number | null }, piece: Piece): Piece | null {
  if (start === null || end === null || start > end) return null
  const span = { startMs: piece.startMs + Math.round(start * 1_000), endMs: piece.startMs + Math.round(end * 1_000) }
  const isInside = span.startMs >= piece.startMs - SLACK_MS && span.endMs <= piece.endMs + SLACK_MS
  return isInside ? span : null
}

function clamp({ startMs, endMs }: Piece, piece: Piece): Piece {
  const start = Math.min(Math.max(startMs, piece.startMs), piece.endMs - 1)
  return { startMs: start, endMs: Math.min(Math.max(endMs, start + 1), piece.endMs) }
}

/** Words come without punctuation from some services, which only their text has. */
function spellAs(text: string, words: readonly SpokenWord[], language: string): SpokenWord[] {
  const written = writtenWords(text, language)
  let next = 0
  return words.map((word) => {
    // Few words are written in more parts than they are spoken in.
    const ahead = written.slice(next, next + 4).findIndex((each) => letters(each) === letters(word.text))
    if (ahead === -1) return word
    next += ahead + 1
    return { ...word, text: written[next - 1] ?? word.text }
  })
}

function letters(word: string): string {
  return word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** The segments, each in its window; the whole text in the whole piece when their times cannot be true. */
function unitsOf(text: string, segments: readonly z.output<typeof Segment>[], piece: Piece): Transcript['units'] {
  const units: { text: string; window: Piece }[] = []
  let beforeMs = piece.startMs - SLACK_MS
  for (const segment of segments) {
    const spoken = plain(segment.text)
    if (spoken === '') continue
    const span = spanOf(segment, piece)
    if (span === null || span.startMs < beforeMs) return whole(text, piece)
    beforeMs = span.startMs
    const wide = { startMs: span.startMs - WINDOW_MARGIN_MS, endMs: span.endMs + WINDOW_MARGIN_MS }
    units.push({ text: spoken, window: clamp(wide, piece) })
  }
  return units.length === 0 ? whole(text, piece) : units
}

function whole(text: string, piece: Piece): Transcript['units'] {
  return text === '' ? [] : [{ text, window: piece }]
}

/** Services name a language by its code or in English. */
function languageOf(named: string): string {
  const name = named.trim().toLowerCase()
  const code = WHISPER_LANGUAGES.find((each) => each === name || languageName(each).toLowerCase() === name)
  return code ?? UNKNOWN_LANGUAGE
}
