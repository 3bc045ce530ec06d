import { AppError } from '#platform/shared/errors.ts'
import {
  applyCommands,
  type CaptionDocument,
  type Clash,
  type Command,
  textOf,
  tokenize,
  wordIndex,
} from '../model/index.ts'
import { newId } from './new-id.ts'
import type { Conflict } from './replica.ts'
import { rewriteWord } from './word-edits.ts'

/**
 * The commands that make an edit on the captions as they are now: all of it, or else what of it fits. The words it was
 * asked about say what the question promised: those that are gone meanwhile come back where they stood.
 * @returns undefined when nothing of it fits any more
 */
export function redoOf({ batches, clash }: Conflict, doc: CaptionDocument): Command[] | undefined {
  const fitting = fittingOf(
    doc,
    batches.flatMap((batch) => batch.commands),
  )
  const rest = clash.part === 'words' ? promised(clash, applyCommands(doc, fitting).doc) : undefined
  const redo = [...fitting, ...(rest ?? [])]
  return rest?.length === 0 || fits(doc, redo) ? redo : undefined
}

/** All commands, or those that fit one after another. */
function fittingOf(doc: CaptionDocument, commands: readonly Command[]): Command[] {
  if (fits(doc, commands)) return [...commands]
  const fitting: Command[] = []
  for (const command of commands) {
    const left = withoutGone(command, doc)
    if (fits(doc, [...fitting, ...left])) fitting.push(...left)
  }
  return fitting
}

/** What somebody else deleted needs no deleting, and no mark. */
function withoutGone(command: Command, doc: CaptionDocument): Command[] {
  if (command.type !== 'deleteWords' && command.type !== 'setTag') return [command]
  const ids = command.ids.filter((id) => wordIndex(doc, id) >= 0)
  return ids.length > 0 ? [{ ...command, ids }] : []
}

/** The commands that make what is left of the words say what this edit made of them, if they still stand together. */
function promised({ wordIds, after, was, mine }: Clash, doc: CaptionDocument): Command[] | undefined {
  const places = wordIds.map((id) => wordIndex(doc, id)).filter((place) => place >= 0)
  const start = Math.min(...places)
  const words = doc.words.slice(start, start + places.length)
  const [first, ...others] = words
  if (first === undefined) return mine === null ? [] : putBack(doc, mine, after)
  // An edit that kept what they say promised nothing, and words between them were not asked about.
  if (mine === was || Math.max(...places) - start >= places.length) return undefined
  if (textOf(words) === mine) return []
  const ids = others.map(({ id }) => id)
  const without: Command[] = ids.length > 0 ? [{ type: 'deleteWords', ids }] : []
  return [...without, ...rewriteWord(doc, first, mine ?? '')]
}

function putBack(doc: CaptionDocument, text: string, after: readonly string[]): Command[] {
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
