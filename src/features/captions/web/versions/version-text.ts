import { formatLongDay, formatMoment, formatTime } from '#platform/shared/format/dates.ts'
import { formatNumber, pluralize } from '#platform/shared/format/numbers.ts'
import type { Author, Comparison, HistoryEntry } from '../../model/index.ts'
import type { VersionRef } from './versions-context.tsx'

/** The version inside a sentence: “First cut”, or its time. */
export function nameOfVersion({ name, at }: Pick<VersionRef, 'name' | 'at'>): string {
  return name === null ? formatMoment(at) : `“${name}”`
}

/** The author of a version: “You”, a name, or the product. */
export function authorText(by: Author | null): string {
  return by === null ? 'Transcription' : by.you ? 'You' : by.name
}

/** “Suggestion, accepted by Ada”; null for an edit that was no suggestion. */
export function acceptedText({ acceptedBy }: Pick<HistoryEntry, 'acceptedBy'>): string | null {
  return acceptedBy === null ? null : `Suggestion, accepted by ${acceptedBy.you ? 'you' : acceptedBy.name}`
}

/** The times of a session: `14:05`, or `14:05 – 14:22`. */
export function sessionTimes(from: string, to: string): string {
  const [start, end] = [formatTime(from), formatTime(to)]
  return start === end ? end : `${start} – ${end}`
}

/** `Today`, or the day. */
export function dayText(at: string, now: Date): string {
  const day = formatLongDay(at)
  return day === formatLongDay(now) ? 'Today' : day
}

/** The sums of a comparison: “3 words added”, “2 captions changed”, “look changed”. */
export function comparisonTexts({ counts, captions, parts }: Comparison): string[] {
  const words = (['added', 'removed', 'changed', 'retimed', 'formatted'] as const)
    .filter((mark) => counts[mark] > 0)
    .map((mark) => `${pluralize(counts[mark], 'word')} ${mark}`)
  return [
    ...words,
    ...(captions > 0 ? [`${pluralize(captions, 'caption')} changed`] : []),
    ...parts.map((part) => `${part} changed`),
  ]
}

/** How much later a word starts: `+120 ms`, `−40 ms`; its end, if only that moved. */
export function movedText({ start, end }: { readonly start: number; readonly end: number }): string {
  const signed = (ms: number) => `${ms > 0 ? '+' : ''}${formatNumber(ms)} ms`
  return start === 0 ? `ends ${signed(end)}` : signed(start)
}
