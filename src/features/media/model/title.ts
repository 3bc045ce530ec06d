/** Maximum length of a title, in UTF-16 units. */
export const MAX_TITLE_LENGTH = 200
/** The longest text read: normalizing a long run of combining marks takes quadratic time. */
const LONGEST_READ = 5 * MAX_TITLE_LENGTH
const FALLBACK = 'Untitled video'
/** Letters that reorder the text around them and so could disguise a name (Unicode UAX #9). */
const REORDERING = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu
/** Control characters, line and paragraph separators, byte order mark. */
const INVISIBLE = /[\p{Cc}\u2028\u2029\uFEFF]/gu
const EXTENSION = /\.(mp4|mov|m4v|webm|mkv)$/iu

/**
 * A project title from the file name sent by a browser: a name only, never a path.
 * @returns 1 to 200 characters (UTF-16 units) without control or reordering characters
 */
export function titleFromFileName(name: string): string {
  const last = name.split(/[/\\]/u).at(-1) ?? ''
  return cleanTitle(cleanText(last).replace(EXTENSION, ''))
}

/** A typed title, made safe to display; 'Untitled video' if nothing is left. */
export function cleanTitle(title: string): string {
  const kept = shortenTitle(cleanText(title))
  return /^\.*$/u.test(kept) ? FALLBACK : kept
}

/** Text on one line, without control and reordering characters. */
export function cleanText(text: string): string {
  return text
    .trimStart()
    .slice(0, LONGEST_READ)
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(REORDERING, '')
    .replaceAll(INVISIBLE, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim()
}

/** Truncates a title between grapheme clusters, never inside an emoji. @param most UTF-16 units */
export function shortenTitle(text: string, most = MAX_TITLE_LENGTH): string {
  if (text.length <= most) return text
  let kept = ''
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (kept.length + segment.length > most) break
    kept += segment
  }
  // A single cluster may be a letter under hundreds of marks: then truncate the marks.
  return (kept === '' ? text.slice(0, most).toWellFormed() : kept).trim()
}
