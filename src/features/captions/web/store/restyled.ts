import {
  type Author,
  type CaptionDocument,
  type Command,
  conflictingParts,
  type Footprint,
  mergeFootprints,
  rulesOf,
  type SavedBatch,
  traceCommands,
} from '../../model/index.ts'

/** Changes of looks that somebody else saved in this editor's captions, until the person keeps or undoes them. */
export type Restyled = {
  readonly by: Author
  readonly commands: readonly Command[]
  /** The commands that undo all of them. */
  readonly undo: readonly Command[]
  readonly footprint: Footprint
}

/**
 * The changes of looks with those of one more batch. Changes by the same person add up, as while they drag a slider.
 * @param saved the captions before the batch
 */
export function withRestyling(before: Restyled | null, batch: SavedBatch, saved: CaptionDocument): Restyled | null {
  const { by, commands } = batch
  if (by === null || by.you || !commands.every((command) => rulesOf(command).isRestyling)) return before
  const { inverse, footprint } = traceCommands(saved, commands)
  if (before === null || before.by.name !== by.name) return { by, commands, undo: inverse, footprint }
  return {
    by,
    commands: [...before.commands, ...commands],
    undo: [...inverse, ...before.undo],
    footprint: mergeFootprints(before.footprint, footprint),
  }
}

/** The changes of looks after an edit by the person: none once they have set the same looks themselves. */
export function afterOwnEdit(restyled: Restyled | null, own: Footprint): Restyled | null {
  return restyled !== null && conflictingParts(restyled.footprint, own).length > 0 ? null : restyled
}
