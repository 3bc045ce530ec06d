import { pluralize } from '#platform/shared/format/numbers.ts'
import { isRestore } from '../commands/restore.ts'
import { type Command, rulesOf } from '../commands/table.ts'
import type { Edit } from './edit.ts'

/** Maximum labels in full; further changes are counted. */
const SHOWN = 2

/**
 * The label of commands made together, for undo, redo and the history: “Split a caption and delete 2 words”. Starts
 * with a capital letter and has no full stop.
 * @param inverse the commands that undo them, as `applyCommands` returns them; they tell what of a style changed
 */
export function labelCommands(commands: readonly Command[], inverse: readonly Command[] = []): string {
  const undone = inverse.toReversed()
  return joinLabels(commands.map((command, at) => rulesOf(command).label(command, restoredBy(undone[at]))))
}

function restoredBy(command: Command | undefined): Edit | undefined {
  return command !== undefined && isRestore(command) ? command : undefined
}

/** The label of several edits: the first labels, and the number of further ones. Repeated labels count once. */
export function joinLabels(all: readonly string[]): string {
  const labels = [...new Set(all)]
  const parts = [labels[0] ?? '', ...labels.slice(1, SHOWN).map(lowerFirst)]
  const more = labels.length - SHOWN
  if (more > 0) return `${parts.join(', ')} and ${pluralize(more, 'more change')}`
  return parts.join(' and ')
}

/** A label for use inside a sentence: “delete 2 words”. */
export function lowerFirst(label: string): string {
  return label.charAt(0).toLowerCase() + label.slice(1)
}
