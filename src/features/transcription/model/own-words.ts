import { AppError } from '#platform/shared/errors.ts'
import { formatDuration } from '#platform/shared/format/durations.ts'
import { formatNumber } from '#platform/shared/format/numbers.ts'
import type { TranscriptionSource } from './contract.ts'
import { countWords, scriptUnits, type TextUnit } from './script.ts'
import { readCaptionFile, type TextSource } from './caption-file.ts'
import type { CaptionIssue } from './caption-files/cue-blocks.ts'
import { subtitleWords } from './subtitle-words.ts'
import { type SubtitleCue, subtitleUnits } from './subtitles.ts'
import type { SpokenWord } from './word.ts'

/** The creator's own words: every source except speech recognition. */
export type OwnWords = Exclude<TranscriptionSource, { kind: 'speech' }>

/** The words to align and, for captions, the number of words on each of their lines. */
export type Units = {
  readonly units: readonly TextUnit[]
  readonly lines?: readonly (readonly number[])[]
  /** The caption download that they come from, packed; its reader has checked it. */
  readonly download?: Uint8Array
  /** The words with the times of the file; absent for a script, which has none. */
  readonly words?: readonly SpokenWord[]
  /** What of the file was skipped or changed. */
  readonly issues?: readonly CaptionIssue[]
}

/** Maximum words in one run: about five hours of speech. */
export const MOST_OWN_WORDS = 50_000

/** Maximum words of a script for each second of its video: twice as many as anybody says. */
const MOST_WORDS_A_SECOND = 20
/** Words of a script that every video has room for, however short. */
const SPARE_WORDS = 500

/** Issues of one file that are kept: more of them tell nothing new. */
const MOST_ISSUES = 100

const NO_CAPTIONS = 'There are no captions in this file.'
const TOO_MANY_WORDS = `These are more than ${formatNumber(MOST_OWN_WORDS)} words. Use only the words of this video.`

/**
 * The words of a script or a caption file. Runs in time linear in the length of the text.
 * @param language BCP 47 tag; needed to segment languages written without spaces
 * @param video its length bounds the words of a script, whose alignment takes long; default: unknown
 * @throws AppError `unprocessable` when there are none, `too_large` above `MOST_OWN_WORDS`, or for a script that its
 *   video has no room for
 */
export function unitsOf(source: TextSource, language: string, video?: { readonly durationMs: number }): Units {
  if (source.kind === 'subtitles') {
    const { cues, issues, hasLines } = readCaptionFile(source.text)
    const { lines, ...units } = captionUnits(cues, language)
    const words = subtitleWords(cues, language)
    return { ...units, words, issues: issues.slice(0, MOST_ISSUES), ...(hasLines && lines && { lines }) }
  }
  const units = scriptUnits(source.text)
  if (units.length === 0)
    throw new AppError('unprocessable', 'This script has no words that can be spoken. Paste what is said in the video.')
  countedWords(
    units.map(({ text }) => text),
    language,
    scriptBound(video),
  )
  return { units }
}

/**
 * The words of captions, cue by cue.
 * @throws AppError `unprocessable` when there are none, `too_large` above `MOST_OWN_WORDS`
 */
export function captionUnits(cues: readonly SubtitleCue[], language: string): Units {
  if (cues.length === 0) throw new AppError('unprocessable', NO_CAPTIONS)
  const lines = cues.map(({ text }) => text.split('\n'))
  const counts = countedWords(lines.flat(), language)
  let place = 0
  return {
    units: subtitleUnits(cues),
    lines: lines.map((texts) => counts.slice(place, (place += texts.length))),
  }
}

/** The most words that are taken, and the refusal of more. */
type Bound = { readonly limit: number; readonly message: string }

const ANY_TEXT: Bound = { limit: MOST_OWN_WORDS, message: TOO_MANY_WORDS }

function scriptBound(video: { readonly durationMs: number } | undefined): Bound {
  if (video === undefined) return ANY_TEXT
  const limit = SPARE_WORDS + Math.ceil((video.durationMs / 1_000) * MOST_WORDS_A_SECOND)
  if (limit >= MOST_OWN_WORDS) return ANY_TEXT
  const tooMany = `This script has more than ${formatNumber(limit)} words, too many for a video of ${formatDuration(video.durationMs)}.`
  return { limit, message: `${tooMany} Paste only what is said in this video.` }
}

/**
 * Counts the words of each text, up to the bound. Counts by whitespace first, since segmenting Thai or Japanese takes
 * longer.
 */
function countedWords(texts: readonly string[], language: string, bound = ANY_TEXT): number[] {
  refuseAbove(
    bound,
    texts.reduce((sum, text) => sum + (text.match(/\S+/gu)?.length ?? 0), 0),
  )
  let sum = 0
  return texts.map((text) => {
    const count = countWords(text, language, bound.limit - sum)
    sum += count
    refuseAbove(bound, sum)
    return count
  })
}

function refuseAbove({ limit, message }: Bound, words: number): void {
  if (words > limit) throw new AppError('too_large', message, { limit, value: words })
}
