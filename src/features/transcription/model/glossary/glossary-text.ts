import { AppError } from '#platform/shared/errors.ts'
import { entryKey, GlossaryEntry, MAX_GLOSSARY_ENTRIES } from './entry.ts'

/** Maximum length of an imported file, in UTF-16 units. */
export const MAX_IMPORT_LENGTH = 200_000
/** Between the two sides of a line of text. */
const ARROW = /→|=>|->|\t/u
const HEADER = /^heard\s*[,;]\s*write\b/iu

/** The entries of a file, and the numbers of the lines that are not entries, from 1. */
export type ImportedGlossary = { readonly entries: readonly GlossaryEntry[]; readonly skipped: readonly number[] }

/**
 * Reads a glossary from CSV (`heard,write,language`, with that header) or from lines of text: `heard → write`, or a
 * name alone. Skips lines that are not entries; of equal ones the last counts.
 * @throws AppError `unprocessable` without any entry, `too_large` above `MAX_GLOSSARY_ENTRIES`
 */
export function readGlossary(text: string): ImportedGlossary {
  const lines = text.replace(/^\uFEFF/u, '').split(/\r\n?|\n/u)
  const header = lines.findIndex((line) => line.trim() !== '')
  const isTable = HEADER.test(lines[header] ?? '')
  const separator = isTable && /^heard\s*;/iu.test(lines[header] ?? '') ? ';' : ','
  const found = new Map<string, GlossaryEntry>()
  const skipped: number[] = []
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '' || (isTable && at === header)) continue
    const entry = GlossaryEntry.safeParse(isTable ? entryOfCells(cellsOf(line, separator)) : entryOfLine(line))
    if (entry.success) found.set(entryKey(entry.data), entry.data)
    else skipped.push(at + 1)
  }
  if (found.size === 0) throw new AppError('unprocessable', NOTHING)
  if (found.size > MAX_GLOSSARY_ENTRIES) throw tooMany()
  return { entries: [...found.values()], skipped }
}

const NOTHING = 'There are no words in this file. Write one on each line: what is heard → what to write.'

/** The refusal above `MAX_GLOSSARY_ENTRIES`. */
export function tooMany(): AppError {
  const message = `A glossary has at most ${MAX_GLOSSARY_ENTRIES} entries. Remove some first.`
  return new AppError('too_large', message, { limit: MAX_GLOSSARY_ENTRIES })
}

function entryOfCells([heard = '', write = '', language = '']: readonly string[]) {
  return {
    heard: heard.trim() === '' ? null : heard,
    write,
    language: language.trim() === '' ? null : language.trim().toLowerCase(),
  }
}

function entryOfLine(line: string) {
  const [left = '', ...rest] = line.trim().split(ARROW)
  const right = rest.join(' ').trim()
  return right === '' ? { heard: null, write: left, language: null } : { heard: left, write: right, language: null }
}

/** The cells of one line; a quoted cell may hold separators and doubled quotes. */
function cellsOf(line: string, separator: string): string[] {
  const cells = ['']
  let isQuoted = false
  for (let at = 0; at < line.length; at += 1) {
    const letter = line[at] ?? ''
    if (letter === '"' && isQuoted && line[at + 1] === '"') {
      cells[cells.length - 1] += '"'
      at += 1
    } else if (letter === '"') isQuoted = !isQuoted
    else if (letter === separator && !isQuoted) cells.push('')
    else cells[cells.length - 1] += letter
  }
  return cells
}
