import { AppError } from '#platform/shared/errors.ts'
import {
  applyCommands,
  type CaptionDocument,
  type ConflictDetails,
  type Command,
  rulesOf,
  textOf,
  tokenize,
  wordIndex,
} from '../../model/index.ts'
import { newId } from './new-id.ts'
import type { Conflict } from './replica.ts'
import { rewriteWord } from './word-edits.ts'

/**
 * The commands that reapply an edit to the current captions: all, or else those that still fit. The words in conflict
 * get the text that the choice showed; deleted words are restored at their place.
 * @returns undefined when no command fits
 */
export function reapplyConflict({ batches, details }: Conflict, doc: CaptionDocument): Command[] | undefined {
  const fitting = fittingCommands(
    doc,
    batches.flatMap((batch) => batch.commands),
  )
  const rest = details.part === 'words' ? restorePromise(details, applyCommands(doc, fitting).doc) : undefined
  const redo = [...fitting, ...(rest ?? [])]
  return rest?.length === 0 || fits(doc, redo) ? redo : undefined
}

/** All commands, or those that fit one after another. */
function fittingCommands(doc: CaptionDocument, commands: readonly Command[]): Command[] {
  if (fits(doc, commands)) return [...commands]
  const fitting: Command[] = []
  for (const command of commands) {
    const left = rulesOf(command).afterConflict.withoutDeleted(doc, command)
    if (left !== undefined && fits(doc, [...fitting, left])) fitting.push(left)
  }
  return fitting
}

/** Reapplies this edit's text to the words that still exist, if no other word is between them. */
function restorePromise({ wordIds, after, was, mine }: ConflictDetails, doc: CaptionDocument): Command[] | undefined {
  const places = wordIds.map((id) => wordIndex(doc, id)).filter((place) => place >= 0)
  const start = Math.min(...places)
  const words = doc.words.slice(start, start + places.length)
  const [first, ...others] = words
  if (first === undefined) return mine === null ? [] : reinsert(doc, mine, after)
  // An edit that did not change their text showed none, and words in between were not part of the choice.
  if (mine === was || Math.max(...places) - start >= places.length) return undefined
  if (textOf(words) === mine) return []
  const ids = others.map(({ id }) => id)
  const without: Command[] = ids.length > 0 ? [{ type: 'deleteWords', ids }] : []
  return [...without, ...rewriteWord(doc, first, mine ?? '')]
}

function reinsert(doc: CaptionDocument, text: string, after: readonly string[]): Command[] {
  const words = tokenize(text, doc.lang).map((said) => ({ id: newId(), text: said }))
  if (words.length === 0) return []
  const before = after.find((id) => wordIndex(doc, id) >= 0) ?? null
  return [{ type: 'insertWords', after: before, words, ...(doc.words.length === 0 && { cueId: newId() }) }]
}

function fits(doc: CaptionDocument, commands: readonly Command[]): boolean {
  if (commands.length === 0) return false
  try {
    applyCommands(doc, commands)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}
