import type { z } from 'zod'
import type { CaptionDocument } from '../document.ts'
import type { Edit } from '../edits/edit.ts'
import type { CaptionsRole, Part } from '../edits/footprint.ts'

/** The common outcome of two edits: the words with the same result, and whether both deleted them. */
export type SameOutcome = { readonly wordIds: ReadonlySet<string>; readonly isDeleted: boolean }

/** The rules of one editing command, apart from its schema. */
export type CommandRules<Command> = {
  /**
   * The command in product English, verb first: “Retime 3 words”. Shown by undo, redo and the history.
   * @param inverse the edit that undoes it, if known
   */
  label(command: Command, inverse?: Edit): string
  /** Its steps on this document, beyond those of every command; see `WorkBudget`. */
  steps(doc: CaptionDocument, command: Command): number
  /**
   * The change that the command makes. Deterministic: depends only on the document and the command.
   * @throws AppError `unprocessable` when the command does not fit the document
   */
  edit(doc: CaptionDocument, command: Command): Edit
  /** True if each of its edits leaves a valid document; if not, the document is checked after it. */
  readonly keepsPromises: boolean
  /** Whether it only changes looks. The page notifies everybody else of such a change, and offers to undo it. */
  readonly isRestyling: boolean
  /** The parts that it uses, for merging. The parts it changes are derived from its edit. */
  readonly footprint: {
    readonly captions: CaptionsRole
    /** Further parts that its outcome depends on. */
    reads(doc: CaptionDocument, command: Command): readonly Part[]
  }
  readonly afterConflict: {
    /** The command without words that were deleted since; undefined when nothing of it is left. */
    withoutDeleted(doc: CaptionDocument, command: Command): Command | undefined
    /** Whether the common outcome already covers the command. */
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

/** For a command that is reapplied whole or not at all, and never counts as done by somebody else. */
export const REAPPLY_WHOLE = {
  withoutDeleted<Command>(_doc: CaptionDocument, command: Command): Command {
    return command
  },
  isSame: () => false,
}

/** For a command whose outcome depends only on the parts it changes. */
export const READS_NOTHING = (): readonly Part[] => []
