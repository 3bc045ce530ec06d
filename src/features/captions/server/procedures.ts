import { projectOf } from '#features/media/server/index.ts'
import { type Db, type Tx, transaction } from '#platform/server/db.ts'
import { authed, implementContract } from '#platform/server/rpc.ts'
import { AppError } from '#platform/shared/errors.ts'
import { applyCommands, type Batch, type CaptionDocument, captionsContract, checkDocument } from '../model/index.ts'
import { documentOf, lockDocument, saveDocument, savedBatches, type SavedBatch } from './documents.ts'

/** Said while a project has no captions. */
export const NO_CAPTIONS = 'This video has no captions yet.'

const STALE = 'These captions were changed somewhere else. Reload to see the newest ones.'

/** Implements `captionsContract`. */
export function captionsProcedures({ db }: { db: Db }) {
  const rpc = implementContract(captionsContract).use(authed)
  return {
    get: rpc.get.handler(async ({ input: { projectId, batchIds }, context }) => {
      await projectOf(db, projectId, context.caller.userId)
      if (batchIds.length === 0) return { document: found(await documentOf(db, projectId)), saved: [] }
      // Under the lock, so that document and list tell of the same moment.
      return transaction(db, async (tx) => ({
        document: found(await lockDocument(tx, projectId)),
        saved: [...(await savedBatches(tx, projectId, batchIds)).keys()],
      }))
    }),

    apply: rpc.apply.handler(({ input, context }) =>
      transaction(db, async (tx) => {
        await projectOf(tx, input.projectId, context.caller.userId)
        return { revision: await applyBatches(tx, input) }
      }),
    ),
  }
}

type ToApply = {
  readonly projectId: string
  readonly clientId: string
  readonly baseRevision: number
  readonly batches: readonly Batch[]
}

/**
 * Saves each batch as the next revision, but for those that are saved already. The lock comes first, so that
 * of two that arrive at once the second sees what the first did.
 */
async function applyBatches(tx: Tx, { projectId, clientId, baseRevision, batches }: ToApply): Promise<number> {
  let current = found(await lockDocument(tx, projectId))
  const saved = await savedBatches(
    tx,
    projectId,
    batches.map(({ batchId }) => batchId),
  )
  const made: SavedBatch[] = []
  let revision = baseRevision
  for (const { batchId, commands } of batches) {
    const before = saved.get(batchId)
    if (before !== undefined) {
      revision = before
      continue
    }
    if (current.rev !== revision) throw new AppError('conflict', STALE, { revision: current.rev })
    const { doc, inverse } = applyCommands(current, commands)
    current = { ...doc, rev: current.rev + 1 }
    revision = current.rev
    made.push({ revision, batchId, clientId, commands, inverse })
  }
  if (made.length > 0) {
    checkDocument(current)
    await saveDocument(tx, projectId, current, made)
  }
  return revision
}

function found(doc: CaptionDocument | undefined): CaptionDocument {
  if (doc === undefined) throw new AppError('not_found', NO_CAPTIONS)
  return doc
}
