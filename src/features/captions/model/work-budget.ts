import { AppError } from '#platform/shared/errors.ts'
import { type Command, rulesOf } from './commands/table.ts'
import type { CaptionDocument } from './document.ts'
import { cueCount } from './step-costs.ts'

/**
 * Most steps of one request, about half a second of a processor: a thousand corrections in the longest document, or
 * recutting it twice. A step is about a microsecond (`bench/edit-budget.ts`).
 */
export const REQUEST_STEPS = 400_000

/** Most steps of work on the event loop, about 10 ms; more is done in a thread. */
export const IN_PLACE_STEPS = 10_000

/** Most steps of what is saved since the revision that a request was made on; the server goes through them again. */
export const REPLAY_STEPS = 800_000

/** Counts the steps that edits cost. */
export class WorkBudget {
  readonly #limit: number
  #spent = 0

  /** @param limit steps; default unlimited */
  constructor(limit = Number.POSITIVE_INFINITY) {
    this.#limit = limit
  }

  /** Steps charged so far. */
  get spent(): number {
    return this.#spent
  }

  /** Whether more was asked for than there was. */
  get isOverdrawn(): boolean {
    return this.#spent > this.#limit
  }

  /**
   * Charges steps, before the work is done.
   * @throws AppError `too_large` when there are not that many left
   */
  spend(steps: number): void {
    this.#spent += steps
    if (this.isOverdrawn)
      throw new AppError('too_large', 'That is too much at once. Make the changes in smaller parts.')
  }
}

/** Cost of every command: its own checks. */
const COMMAND_STEPS = 8
/** Words and cues that a command copies for one step. */
const COPIED_PER_STEP = 50

/** Steps that a command costs on a document: what it reads and changes, and what is recomputed for it. */
export function stepsOf(doc: CaptionDocument, command: Command): number {
  const copied = (doc.words.length + cueCount(doc)) / COPIED_PER_STEP
  return Math.ceil(COMMAND_STEPS + copied + rulesOf(command).steps(doc, command))
}

/**
 * The first of some batches that one request may hold, at least one of them. It takes half of what the server allows:
 * others may make the captions longer meanwhile.
 * @param doc the captions that the batches are about, as this editor has them
 */
export function takeAffordable<Made extends { readonly commands: readonly Command[] }>(
  doc: CaptionDocument,
  batches: readonly Made[],
): Made[] {
  let steps = 0
  const end = batches.findIndex(({ commands }) => {
    for (const command of commands) steps += stepsOf(doc, command)
    return steps > REQUEST_STEPS / 2
  })
  return batches.slice(0, end < 0 ? undefined : Math.max(1, end))
}
