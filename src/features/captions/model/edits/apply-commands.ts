import { applyEdit } from './apply-edit.ts'
import { checkEdit } from '../check-document.ts'
import { type Command, rulesOf } from '../commands/table.ts'
import type { CaptionDocument } from '../document.ts'
import { checkGrowth, checkPartsGrowth } from '../document-size.ts'
import { settleStyles } from '../derived-styles.ts'
import type { Edit } from './edit.ts'
import { editFootprint } from './edit-footprint.ts'
import { type AccessMode, addAccess, type Footprint, type Part } from './footprint.ts'
import { checkSteps } from './step-costs.ts'
import { stepsOf, WorkBudget } from './work-budget.ts'

/** The outcome of commands: the document, and the commands that undo them all, in the order to apply. */
export type Applied = {
  readonly doc: CaptionDocument
  readonly inverse: Command[]
  /** The exact change of each command: `replayEffects` repeats it even if a later release changes the rules. */
  readonly effects: Edit[]
}

/**
 * Applies commands in order: all or none. Unchanged words keep their times to the millisecond and stay the same
 * objects; `rev` stays. The document is valid and within its limits after each command.
 * @param budget charged for each command before it is applied; default unlimited
 * @throws AppError `unprocessable` when one does not fit the document before it; `too_large` beyond the budget
 */
export function applyCommands(doc: CaptionDocument, commands: readonly Command[], budget?: WorkBudget): Applied {
  return applyEach(doc, commands, { budget })
}

/**
 * Applies commands as `applyCommands` does, and collects their footprint.
 * @throws AppError as `applyCommands` does
 */
export function traceCommands(doc: CaptionDocument, commands: readonly Command[], budget?: WorkBudget): Traced {
  return traceEach(doc, commands, { budget })
}

/** The outcome of commands with their footprint. */
type Traced = Applied & { readonly footprint: Footprint }

function traceEach(doc: CaptionDocument, commands: readonly Command[], o: Omit<EachOptions, 'onEdit'>): Traced {
  const footprint = new Map<Part, AccessMode>()
  let hasMoved = false
  let hasFixed = false
  const applied = applyEach(doc, commands, {
    ...o,
    onEdit(before, command, edit) {
      const rules = rulesOf(command)
      for (const part of rules.footprint.reads(before, command)) addAccess(footprint, part, 'read')
      for (const [part, mode] of editFootprint(before, edit, rules.footprint.captions)) addAccess(footprint, part, mode)
      const { captions } = rules.footprint
      // Lines that are restored after words came from other captions depend on the words of those too.
      if (captions === 'restore' && hasMoved && edit.cues !== undefined) hasFixed = true
      if (captions === 'hold') hasMoved = true
    },
  })
  if (hasFixed) for (const part of footprint.keys()) if (part.startsWith('lines:')) footprint.set(part, 'write')
  return { ...applied, footprint }
}

/**
 * The footprint of commands on this document, such as those that undo an edit. Does not check the document after them.
 * @throws AppError `unprocessable` when one does not fit
 */
export function footprintOf(commands: readonly Command[], doc: CaptionDocument): Footprint {
  return traceEach(doc, commands, { budget: undefined, isUnchecked: true }).footprint
}

/**
 * Reverts saved batches by their inverses, newest first. Runs no checks: the batches passed them when they were saved.
 */
export function revertCommands(doc: CaptionDocument, inverses: readonly (readonly Command[])[]): CaptionDocument {
  let current = doc
  for (const inverse of inverses)
    for (const command of inverse) current = applyEdit(current, rulesOf(command).edit(current, command)).doc
  return current
}

type EachOptions = {
  readonly budget: WorkBudget | undefined
  /** Skips the checks of the document after each command. Default: false. */
  readonly isUnchecked?: boolean
  readonly onEdit?: (before: CaptionDocument, command: Command, edit: Edit) => void
}

function applyEach(
  doc: CaptionDocument,
  commands: readonly Command[],
  { budget = new WorkBudget(), isUnchecked = false, onEdit }: EachOptions,
): Applied {
  const inverse: Command[] = []
  const effects: Edit[] = []
  let current = doc
  for (const command of commands) {
    const rules = rulesOf(command)
    budget.spend(stepsOf(current, command))
    const edit = settleStyles(current, rules.edit(current, command))
    budget.spend(growthSteps(edit) + Math.ceil((edit.derivedStyles?.length ?? 0) * checkSteps(current)))
    checkGrowth(current, edit)
    const applied = applyEdit(current, edit)
    if (!rules.keepsPromises && !isUnchecked) {
      checkEdit(current, applied.doc)
      checkPartsGrowth(current, applied.doc)
    }
    onEdit?.(current, command, edit)
    current = applied.doc
    inverse.push({ type: 'restore', ...applied.inverse })
    effects.push(edit)
  }
  return { doc: current, inverse: inverse.toReversed(), effects }
}

/** Steps for the items that an edit adds, such as many words in place of one. */
function growthSteps({ words = [], cues = [] }: Edit): number {
  return [...words, ...cues].reduce((sum, { remove, insert }) => sum + Math.max(0, insert.length - remove.length), 0)
}
