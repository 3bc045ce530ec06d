import type { GlossaryEntry } from './entry.ts'

/** The entries as CSV, which `readGlossary` reads. */
export function writeGlossary(entries: readonly GlossaryEntry[]): string {
  const rows = entries.map(({ heard, write, language }) => [heard ?? '', write, language ?? ''].map(cell).join(','))
  return `${['heard,write,language', ...rows].join('\r\n')}\r\n`
}

function cell(text: string): string {
  // A leading sign would make a spreadsheet compute the cell.
  const safe = /^[=+@-]/u.test(text) ? ` ${text}` : text
  return /[",\s]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
