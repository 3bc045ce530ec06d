import { AppError } from '#platform/shared/errors.ts'
import {
  applyCommands,
  type CaptionDocument,
  checkDocument,
  type Command,
  tokenize,
  wordIndex,
} from '../model/index.ts'
import { newId } from './new-id.ts'
import type { Conflict } from './replica.ts'

/**
 * The commands that make an edit on the captions as they are now: all of it, or else what of it fits. Words that
 * are gone meanwhile come back with what the edit made of them, where they stood.
 * @returns undefined when nothing of it fits any more
 */
export function redoOf({ batches, clash }: Conflict, doc: CaptionDocument): Command[] | undefined {
  const commands = batches.flatMap((batch) => batch.commands)
  if (fits(doc, commands)) return commands
  const fitting: Command[] = []
  for (const command of commands) if (fits(doc, [...fitting, command])) fitting.push(command)
  const gone = clash.wordIds.every((id) => wordIndex(doc, id) < 0)
  if (clash.part !== 'words' || !gone || clash.mine === null) return fitting.length > 0 ? fitting : undefined
  const back = putBack(doc, clash.mine, clash.after)
  return fits(doc, back) ? back : undefined
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
    checkDocument(applyCommands(doc, commands).doc)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}
