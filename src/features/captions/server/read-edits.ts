import { type InputBody, readInput } from '#platform/server/input-body.ts'
import { type SharedBytes, shareText, textOf } from '#platform/server/shared-bytes.ts'
import type { ThreadTask } from '#platform/server/thread-pool.ts'
import { AppError } from '#platform/shared/errors.ts'
import { z } from 'zod'
// Not by the model's door: a thread that starts reads no more than it needs.
import { type Batch, SentBatches } from '../model/batches.ts'

/** Batches that a thread has read and checked, as JSON for the thread that applies them. */
export type CheckedBatches = SharedBytes

/** Said of edits that cost more than one request may. */
export const TOO_MUCH = 'That is too much at once. Make the changes in smaller parts.'

/** Most commands of one request. */
const MOST_COMMANDS = 10_000

const CommandLists = z.object({ batches: z.array(z.object({ commands: z.array(z.unknown()) })) })

/** Reads and checks a request of megabytes. @public threads find it by its name */
export const readEditsTask: ThreadTask<InputBody, Omit<SentBatches, 'batches'> & { readonly batches: CheckedBatches }> =
  {
    module: new URL(import.meta.url),
    name: 'readEditsTask',
    run(body) {
      const { batches, ...sent } = readInput(SentBatches, body, limitCommandCount)
      return { ...sent, batches: shareText(JSON.stringify(batches)) }
    },
  }

/**
 * Checking very many commands by their schemas takes long before the budget counts them.
 * @throws AppError `too_large`
 */
export function limitCommandCount(input: unknown): void {
  const { data } = CommandLists.safeParse(input)
  const commands = data?.batches.reduce((sum, batch) => sum + batch.commands.length, 0) ?? 0
  if (commands > MOST_COMMANDS) throw new AppError('too_large', TOO_MUCH)
}

/** The batches of a request, however they were read. */
export function batchesOf(batches: readonly Batch[] | CheckedBatches): readonly Batch[] {
  if (!(batches instanceof Uint8Array)) return batches
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `readEditsTask`, which checked them
  return JSON.parse(textOf(batches)) as Batch[]
}
