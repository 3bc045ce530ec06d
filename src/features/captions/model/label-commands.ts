import { pluralize } from '#platform/shared/format/numbers.ts'
import { type Command, rulesOf } from './commands/table.ts'

/** Maximum labels in full; further changes are counted. */
const SHOWN = 2

/**
 * The label of commands made together, for undo, redo and the history: “Split a caption and delete 2 words”. Starts
 * with a capital letter and has no full stop.
 */
export function labelCommands(commands: readonly Command[]): string {
  return joinLabels(commands.map((command) => rulesOf(command).label(command)))
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
