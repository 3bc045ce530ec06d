import { checkDocument } from './check-document.ts'
import type { Command } from './commands.ts'
import type { CaptionDocument } from './document.ts'
import { checkGrowth } from './document-size.ts'
import { applyEdit, type Edit, type Edited } from './edit.ts'
import { mergeCues, moveWord, resegment, setBreaks, splitCue } from './edit-cues.ts'
import { deleteWords, mergeWords, retimeWords, setTag, setWordText, splitWord } from './edit-words.ts'
import { insertWords } from './insert-words.ts'
import { replaceText } from './replace-text.ts'
import { stepsOf, WorkBudget } from './work-budget.ts'

/** What commands did: the document after them, and the commands that undo them all, in the order to apply. */
export type Applied = { readonly doc: CaptionDocument; readonly inverse: Command[] }

/**
 * Applies commands in order; words they do not touch keep their times to the millisecond, and are the same objects.
 * `rev` is not theirs to change. All of them apply, or none. Each leaves a document that keeps its promises and limits.
 * @param budget pays for each command before it is applied; default unlimited
 * @throws AppError `unprocessable` when one does not fit the document as it is then; `too_large` beyond the budget
 */
export function applyCommands(
  doc: CaptionDocument,
  commands: readonly Command[],
  budget: WorkBudget = new WorkBudget(),
): Applied {
  const inverse: Command[] = []
  let current = doc
  for (const command of commands) {
    const edited = applyCommand(current, command, budget)
    current = edited.doc
    inverse.push(edited.inverse)
  }
  return { doc: current, inverse: inverse.toReversed() }
}

/** One command, with the edit it comes down to. @throws AppError as `applyCommands` does */
export function applyCommand(doc: CaptionDocument, command: Command, budget: WorkBudget): Edited & { edit: Edit } {
  budget.spend(stepsOf(doc, command))
  const edit = editOf(doc, command)
  budget.spend(growthSteps(edit))
  checkGrowth(doc, edit)
  const edited = applyEdit(doc, edit)
  // All other commands keep the promises of the format by themselves.
  if (command.type === 'restore') checkDocument(edited.doc)
  return { ...edited, edit }
}

/** Takes saved batches back by their inverses, the newest first: what was checked when it was saved. */
export function revertCommands(doc: CaptionDocument, inverses: readonly (readonly Command[])[]): CaptionDocument {
  let current = doc
  for (const inverse of inverses)
    for (const command of inverse) current = applyEdit(current, editOf(current, command)).doc
  return current
}

/** Steps for items that a command adds, as a replacement of one word by many does. */
function growthSteps({ words = [], cues = [] }: Edit): number {
  return [...words, ...cues].reduce((sum, { remove, insert }) => sum + Math.max(0, insert.length - remove.length), 0)
}

/**
 * The change that a command comes down to on this document.
 * @throws AppError `unprocessable` when it does not fit
 */
function editOf(doc: CaptionDocument, command: Command): Edit {
  switch (command.type) {
    case 'setWordText':
      return setWordText(doc, command)
    case 'insertWords':
      return insertWords(doc, command)
    case 'deleteWords':
      return deleteWords(doc, command)
    case 'splitWord':
      return splitWord(doc, command)
    case 'mergeWords':
      return mergeWords(doc, command)
    case 'retimeWords':
      return retimeWords(doc, command)
    case 'setTag':
      return setTag(doc, command)
    case 'replaceText':
      return replaceText(doc, command)
    case 'splitCue':
      return splitCue(doc, command)
    case 'mergeCues':
      return mergeCues(doc, command)
    case 'setBreaks':
      return setBreaks(doc, command)
    case 'moveWord':
      return moveWord(doc, command)
    case 'resegment':
      return resegment(doc, command)
    case 'setTemplate':
      return { template: command.template }
    case 'setStyle':
      return { style: { styleId: command.styleId, patch: command.patch } }
    case 'restore': {
      const { type: _, ...edit } = command
      return edit
    }
    default:
      return command satisfies never
  }
}
