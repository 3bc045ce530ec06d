import { z } from 'zod'
import type { CaptionIssue } from './cue-blocks.ts'
import { isInvisible, type Stamp } from './cue-text.ts'
import { speakerName, type Voice } from './voices.ts'

/** Text with its times and those of its words, in milliseconds. */
export type TimedText = {
  readonly startMs: number
  readonly endMs: number
  readonly text: string
  readonly stamps?: readonly Stamp[]
  readonly voices?: readonly Voice[]
}

/** A transcript of another program. */
export type JsonCaptions = {
  readonly format: string
  readonly cues: readonly TimedText[]
  readonly issues: readonly CaptionIssue[]
}

/** Entries of one list; two hours of single words are a tenth of it. */
const MAX_ENTRIES = 200_000
const LONGEST_MS = 1_000_000_000
const list = z.array(z.unknown()).max(MAX_ENTRIES)
const ms = z.number().min(0).max(LONGEST_MS)
const seconds = z
  .number()
  .min(0)
  .max(LONGEST_MS / 1_000)
  .transform((value) => Math.round(value * 1_000))
const text = z.string().max(20_000)
/** A label such as `SPEAKER_00`; WhisperX and others add it to segments and words. */
const speaker = z.string().max(1_000).nullish().catch(null)

/** A word of Whisper and its relatives; WhisperX gives numerals no time. */
const SpokenToken = z
  .object({ word: text.optional(), text: text.optional(), start: seconds.nullish(), end: seconds.nullish(), speaker })
  .transform(({ word, text: same, start, end, speaker: name }) => ({
    text: word ?? same ?? '',
    startMs: start,
    endMs: end,
    speaker: name,
  }))

const WhisperSegment = z
  .object({ start: seconds, end: seconds, text, words: z.array(SpokenToken).max(MAX_ENTRIES).nullish(), speaker })
  .transform(({ start, end, text: said, words, speaker: name }) =>
    withWords({ startMs: start, endMs: end, text: said, ...voiceOf(name) }, words ?? []),
  )

const TimedToken = z.object({ word: text, start: seconds, end: seconds })
const Remotion = z.object({ text, startMs: ms, endMs: ms })
const WhisperCpp = z.object({ text, offsets: z.object({ from: ms, to: ms }) })
const PlainEntry = z.object({ text, start: seconds, duration: seconds.optional(), end: seconds.optional() })
const YouTubeEvent = z.object({
  tStartMs: ms,
  dDurationMs: ms.optional(),
  segs: z
    .array(z.object({ utf8: text, tOffsetMs: ms.optional() }))
    .max(10_000)
    .optional(),
})

type Entry = { readonly place: number; readonly cue: TimedText }

/** How the lists of each program are recognised and read, in the order in which they are tried. */
const FORMATS: readonly {
  format: string
  list(json: unknown): readonly unknown[] | null
  entry(e: unknown): TimedText | null
  isWords?: boolean
}[] = [
  { format: 'YouTube JSON', list: listAt('events'), entry: youTubeEvent },
  { format: 'Whisper JSON', list: listAt('segments'), entry: (e) => WhisperSegment.safeParse(e).data ?? null },
  { format: 'whisper.cpp JSON', list: listAt('transcription'), entry: whisperCpp },
  { format: 'Whisper words', list: listAt('words'), entry: timedToken, isWords: true },
  { format: 'Remotion captions', list: arrayOf(Remotion), entry: remotion, isWords: true },
  { format: 'JSON transcript', list: arrayOf(PlainEntry), entry: plainEntry },
]

/**
 * Reads a transcript of Whisper, WhisperX, whisper.cpp, Remotion, YouTube (json3) or a plain list of texts with times.
 * Entries that do not fit are reported, and the rest is read.
 * @returns null when the JSON is none of them
 * @throws SyntaxError when it is no JSON
 */
export function readJsonCaptions(source: string): JsonCaptions | null {
  const json: unknown = JSON.parse(source.replace(/^\uFEFF/u, ''))
  for (const { format, list: find, entry, isWords = false } of FORMATS) {
    const entries = find(json)
    if (entries !== null && entries.length > 0) {
      const { found, issues } = readEntries(entries, entry)
      return { format, cues: isWords ? joinWords(found) : found.map(({ cue }) => cue), issues }
    }
  }
  return null
}

function readEntries(entries: readonly unknown[], read: (entry: unknown) => TimedText | null) {
  const found: Entry[] = []
  const issues: CaptionIssue[] = []
  for (const [at, entry] of entries.entries()) {
    const cue = read(entry)
    const place = at + 1
    if (cue === null) issues.push({ line: place, reason: 'has no text with times; skipped' })
    else if (isInvisible(cue.text)) continue
    else if (cue.endMs <= cue.startMs) issues.push({ line: place, reason: 'does not end after it starts; skipped' })
    else found.push({ place, cue })
  }
  return { found, issues }
}

function listAt(key: string): (json: unknown) => readonly unknown[] | null {
  const schema = z.looseObject({ [key]: list })
  return (json) => {
    const found = schema.safeParse(json)
    return found.success ? list.parse(found.data[key]) : null
  }
}

/** A list counts when one of its first entries fits. */
function arrayOf(schema: z.ZodType): (json: unknown) => readonly unknown[] | null {
  return (json) => {
    const found = list.safeParse(json)
    return found.success && found.data.slice(0, 20).some((entry) => schema.safeParse(entry).success) ? found.data : null
  }
}

function youTubeEvent(entry: unknown): TimedText | null {
  const found = YouTubeEvent.safeParse(entry)
  if (!found.success) return null
  const { tStartMs: startMs, dDurationMs = 0, segs = [] } = found.data
  let said = ''
  const stamps: Stamp[] = []
  for (const { utf8, tOffsetMs } of segs) {
    const blank = utf8.length - utf8.trimStart().length
    if (tOffsetMs !== undefined) stamps.push({ at: said.length + blank, startMs: startMs + tOffsetMs })
    said += utf8
  }
  // An event without words opens a window on the screen.
  return { startMs, endMs: startMs + Math.max(dDurationMs, 1), text: said, ...(stamps.length > 0 && { stamps }) }
}

function whisperCpp(entry: unknown): TimedText | null {
  const found = WhisperCpp.safeParse(entry).data
  return found === undefined ? null : { startMs: found.offsets.from, endMs: found.offsets.to, text: found.text }
}

function timedToken(entry: unknown): TimedText | null {
  const found = TimedToken.safeParse(entry).data
  return found === undefined ? null : { startMs: found.start, endMs: found.end, text: ` ${found.word.trim()}` }
}

function remotion(entry: unknown): TimedText | null {
  const found = Remotion.safeParse(entry).data
  return found === undefined
    ? null
    : { startMs: Math.round(found.startMs), endMs: Math.round(found.endMs), text: found.text }
}

function plainEntry(entry: unknown): TimedText | null {
  const found = PlainEntry.safeParse(entry).data
  if (found === undefined) return null
  const endMs = found.end ?? (found.duration === undefined ? undefined : found.start + found.duration)
  return endMs === undefined ? null : { startMs: found.start, endMs, text: found.text }
}

/** Finds the words of a segment in its text, in order, and notes their times there. */
function withWords(
  segment: TimedText,
  words: readonly {
    text: string
    startMs?: number | null | undefined
    endMs?: number | null | undefined
    speaker?: string | null | undefined
  }[],
): TimedText {
  const stamps: Stamp[] = []
  const voices: Voice[] = [...(segment.voices ?? [])]
  let from = 0
  for (const { text: word, startMs, endMs, speaker: name } of words) {
    const bare = word.trim()
    const at = bare === '' ? -1 : segment.text.indexOf(bare, from)
    // A text that says something else than its words is searched no further than one word costs.
    if (at === -1 || at > from + 200) continue
    from = at + bare.length
    const [voice] = voiceOf(name).voices ?? []
    if (voice !== undefined && voice.name !== voices.at(-1)?.name) voices.push({ ...voice, at })
    if (startMs === undefined || startMs === null) continue
    stamps.push({ at, startMs, ...(endMs !== undefined && endMs !== null && endMs > startMs && { endMs }) })
  }
  return { ...segment, ...(stamps.length > 0 && { stamps }), ...(voices.length > 0 && { voices }) }
}

/** The voice of a text that one person says from its start; none without a name. */
function voiceOf(label: string | null | undefined): Pick<TimedText, 'voices'> {
  const name = speakerName(label ?? '')
  return name === '' ? {} : { voices: [{ at: 0, name }] }
}

/** Words of one phrase at most, and the pause in milliseconds that ends one. */
const PHRASE = { words: 12, pauseMs: 600 }

/** Joins single words to phrases. A word that does not begin with a blank continues the one before it. */
function joinWords(words: readonly Entry[]): TimedText[] {
  const spaced = words.some(({ cue }, at) => at > 0 && cue.text.startsWith(' '))
  const phrases: { startMs: number; endMs: number; text: string; stamps: Stamp[] }[] = []
  for (const { cue } of words) {
    const last = phrases.at(-1)
    const begins = !spaced || cue.text.startsWith(' ') || last === undefined
    const said = cue.text.trim()
    const isFull =
      last === undefined ||
      cue.startMs - last.endMs >= PHRASE.pauseMs ||
      last.stamps.length >= PHRASE.words ||
      cue.startMs < last.startMs
    if (isFull && begins)
      phrases.push({
        startMs: cue.startMs,
        endMs: cue.endMs,
        text: said,
        stamps: [{ at: 0, startMs: cue.startMs, endMs: cue.endMs }],
      })
    else if (last !== undefined) {
      if (begins) last.text += ' '
      last.stamps.push({ at: last.text.length, startMs: cue.startMs, endMs: cue.endMs })
      last.text += said
      last.endMs = Math.max(last.endMs, cue.endMs)
    }
  }
  return phrases
}
