import type { z } from 'zod'
import type { CaptionDocument } from '../document.ts'
import type { Edit } from '../edit.ts'
import type { CaptionsRole, Part } from '../footprint.ts'

/** How two edits of the same words ended: the words, and whether both deleted them. */
export type SameOutcome = { readonly wordIds: ReadonlySet<string>; readonly isDeleted: boolean }

/** Everything the product knows about one editing command besides its schema. */
export type CommandRules<Command> = {
  /** The command in product English, verb first: “Retime 3 words”. Shown by undo, redo and the history. */
  label(command: Command): string
  /** Steps that it costs on this document besides those of every command; see `WorkBudget`. */
  steps(doc: CaptionDocument, command: Command): number
  /**
   * The change that the command makes: the same on every machine, for the same document and command.
   * @throws AppError `unprocessable` when the command does not fit the document
   */
  edit(doc: CaptionDocument, command: Command): Edit
  /** Whether each of its edits keeps the promises of `checkDocument`. Else the document is checked after it. */
  readonly keepsPromises: boolean
  /** The parts that it uses, for merging. Those that its edit changes are derived from the edit. */
  readonly footprint: {
    readonly captions: CaptionsRole
    /** The parts that its outcome depends on besides those. */
    reads(doc: CaptionDocument, command: Command): readonly Part[]
  }
  readonly afterConflict: {
    /** The command as it can be reapplied where words were deleted since; undefined when nothing of it is left. */
    withoutDeleted(doc: CaptionDocument, command: Command): Command | undefined
    /** Whether it does nothing but what both did to the same words. */
    isSame(command: Command, outcome: SameOutcome): boolean
  }
}

type CommandSchema = z.ZodType<{ readonly type: string }> & z.core.$ZodTypeDiscriminable

/** One editing command: its schema and its rules. */
export type CommandDefinition<Schema extends CommandSchema> = CommandRules<z.output<Schema>> & {
  readonly schema: Schema
}

/** Defines a command. Every part is required: a command without a footprint or a label does not compile. */
export function defineCommand<Schema extends CommandSchema>(
  definition: CommandDefinition<Schema>,
): CommandDefinition<Schema> {
  return definition
}

/** Of a command that is reapplied whole or not at all, and never counts as done by somebody else. */
export const REAPPLY_WHOLE = {
  withoutDeleted<Command>(_doc: CaptionDocument, command: Command): Command {
    return command
  },
  isSame: () => false,
}

/** Of a command whose outcome depends on nothing but the parts that it changes. */
export const READS_NOTHING = (): readonly Part[] => []
