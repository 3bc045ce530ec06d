import { findProject } from '#features/media/server/index.ts'
import { AppError } from '#platform/shared/errors.ts'
import { formatNumber, pluralize } from '#platform/shared/format/numbers.ts'
import { cutWords } from '../../model/subtitle-words.ts'
import { AUTO_LANGUAGE, baseLanguage, UNKNOWN_LANGUAGE } from '../../model/language.ts'
import type { Units } from '../../model/own-words.ts'
import type { Transcribed, TranscriptionJobDeps } from '../deps.ts'
import type { PackedOwnWords } from '../packed-source.ts'
import { readOwnWords } from './read-own-words.ts'
import { type Run, updateRun } from '../run-rows.ts'

/** Lines of a file that a note names. */
const NAMED_LINES = 5

/**
 * The words of a caption file with the times it gives them. Needs no sound, so a silent video will do.
 * @throws AppError `unprocessable` when all of them begin after the end of the video
 */
export async function preserveOwnTimes(
  deps: TranscriptionJobDeps,
  run: Run,
  source: PackedOwnWords,
): Promise<Omit<Transcribed, 'projectId'>> {
  const asked = baseLanguage(run.askedLanguage)
  const language = asked === AUTO_LANGUAGE ? UNKNOWN_LANGUAGE : asked
  const {
    words = [],
    lines,
    issues = [],
    download,
  } = await readOwnWords(deps, source, { language, account: run.projectId })
  const durationMs = (await findProject(deps.db, run.projectId))?.probe?.durationMs ?? Number.POSITIVE_INFINITY
  const cut = cutWords({ words, ...(lines && { lines }) }, durationMs)
  if (cut.words.length === 0) {
    throw new AppError(
      'unprocessable',
      'All captions of this file begin after the end of the video. Choose its own file.',
    )
  }
  const note = noteOf(issues, cut.dropped)
  if (note !== null) await updateRun(deps.db, deps.events, run, { note })
  return {
    language,
    words: cut.words,
    engine: 'file',
    model: 'file',
    attribution: null,
    ...(cut.lines && { lines: cut.lines }),
    // A download whose last words are gone no longer fits its words.
    ...(download && cut.dropped === 0 && { download }),
  }
}

/** What was skipped or changed, as one or two sentences; null when nothing was. */
function noteOf(issues: NonNullable<Units['issues']>, dropped: number): string | null {
  const lines = [...new Set(issues.map(({ line }) => line))]
  const named = lines.slice(0, NAMED_LINES).map((line) => formatNumber(line))
  const more = lines.length > named.length ? ' and more' : ''
  const sentences = [
    ...(lines.length > 0
      ? [
          `${pluralize(lines.length, 'place')} of the file ${lines.length === 1 ? 'was' : 'were'} skipped or changed: line ${named.join(', ')}${more}.`,
        ]
      : []),
    ...(dropped > 0
      ? [`${pluralize(dropped, 'word')} after the end of the video ${dropped === 1 ? 'was' : 'were'} left out.`]
      : []),
  ]
  return sentences.length === 0 ? null : sentences.join(' ')
}
