import { type InputBody, readInput } from '#platform/server/http/input-body.ts'
import { type SharedBytes, shareText, textOf } from '#platform/server/threads/shared-bytes.ts'
import type { ThreadTask } from '#platform/server/threads/thread-pool.ts'
import { AppError } from '#platform/shared/errors.ts'
import { z } from 'zod'
// Imports files, not the model's index, so that the thread loads no more than it needs.
import { type Batch, SentBatches } from '../../model/edits/batches.ts'

/** JSON of batches that one thread has read and checked, for the thread that applies them. */
export type CheckedBatches = SharedBytes

/** The refusal of edits that exceed the budget of one request. */
export const TOO_MUCH = 'This change is too large. Make it in smaller parts.'

/** Maximum commands of one request. */
const MOST_COMMANDS = 10_000

const CommandLists = z.object({ batches: z.array(z.object({ commands: z.array(z.unknown()) })) })

/** Reads and checks a large request, in a thread. @public threads find it by name */
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
 * Limits the commands of a request before their schemas are checked, which would take long for very many.
 * @throws AppError `too_large`
 */
export function limitCommandCount(input: unknown): void {
  const { data } = CommandLists.safeParse(input)
  const commands = data?.batches.reduce((sum, batch) => sum + batch.commands.length, 0) ?? 0
  if (commands > MOST_COMMANDS) throw new AppError('too_large', TOO_MUCH)
}

/** The batches of a request, parsed or as JSON from a thread. */
export function batchesOf(batches: readonly Batch[] | CheckedBatches): readonly Batch[] {
  if (!(batches instanceof Uint8Array)) return batches
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `readEditsTask`, which checked them
  return JSON.parse(textOf(batches)) as Batch[]
}
