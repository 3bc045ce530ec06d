import type { Command } from './commands.ts'
import type { CaptionDocument } from './document.ts'
import { applyEdit, type Edit, type Edited } from './edit.ts'
import { mergeCues, moveWord, resegment, setBreaks, splitCue } from './edit-cues.ts'
import { deleteWords, mergeWords, retimeWords, setTag, setWordText, splitWord } from './edit-words.ts'
import { insertWords } from './insert-words.ts'
import { replaceText } from './replace-text.ts'

/** What commands did: the document after them, and the commands that undo them all, in the order to apply. */
export type Applied = { readonly doc: CaptionDocument; readonly inverse: Command[] }

/**
 * Applies commands in order; words they do not touch keep their times to the millisecond, and are the same objects.
 * `rev` is not theirs to change. All of them apply, or none.
 * @throws AppError `unprocessable` when one does not fit the document as it is then
 */
export function applyCommands(doc: CaptionDocument, commands: readonly Command[]): Applied {
  const inverse: Command[] = []
  let current = doc
  for (const command of commands) {
    const edited = applyCommand(current, command)
    current = edited.doc
    inverse.unshift(edited.inverse)
  }
  return { doc: current, inverse }
}

function applyCommand(doc: CaptionDocument, command: Command): Edited {
  return applyEdit(doc, editOf(doc, command))
}

/**
 * The change that a command comes down to on this document.
 * @throws AppError `unprocessable` when it does not fit
 */
export function editOf(doc: CaptionDocument, command: Command): Edit {
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
