import { AppError } from '#platform/shared/errors.ts'
import { type Command, rulesOf } from '../commands/table.ts'
import type { CaptionDocument } from '../document.ts'
import { cueCount } from './step-costs.ts'

/**
 * Maximum steps of one request, about half a second of processor time: a thousand corrections in the longest document,
 * or two recuts of it. A step is about a microsecond (`bench/edit-budget.ts`).
 */
export const REQUEST_STEPS = 400_000

/** Maximum steps on the event loop, about 10 ms; a thread does more. */
export const IN_PLACE_STEPS = 10_000

/** Maximum steps of the batches saved since a request's base revision, which the server replays. */
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

  /** True once a charge exceeded the limit. */
  get isOverdrawn(): boolean {
    return this.#spent > this.#limit
  }

  /**
   * Charges steps before the work is done.
   * @throws AppError `too_large` when fewer are left
   */
  spend(steps: number): void {
    this.#spent += steps
    if (this.isOverdrawn) throw new AppError('too_large', 'This change is too large. Make it in smaller parts.')
  }
}

/** Steps for the checks of every command. */
const COMMAND_STEPS = 8
/** Words and cues that a command copies for one step. */
const COPIED_PER_STEP = 50

/** The steps of a command on a document: to read, change and recompute. */
export function stepsOf(doc: CaptionDocument, command: Command): number {
  const copied = (doc.words.length + cueCount(doc)) / COPIED_PER_STEP
  return Math.ceil(COMMAND_STEPS + copied + rulesOf(command).steps(doc, command))
}

/**
 * The first batches that fit one request, at least one. Uses half of the server's budget, since others may make the
 * captions longer meanwhile.
 * @param doc the captions in this editor
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
