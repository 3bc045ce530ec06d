import { requireProject } from '#features/media/server/index.ts'
import { type Db, type Queryable, sqlState, transaction, type Tx } from '#platform/server/db.ts'
import { authed, implementContract } from '#platform/server/rpc.ts'
import { AppError } from '#platform/shared/errors.ts'
import { glossaryContract, type StoredEntry } from '../../model/glossary/contract.ts'
import { type GlossaryEntry, MAX_GLOSSARY_ENTRIES, phraseKeys } from '../../model/glossary/entry.ts'
import { readGlossary, tooMany } from '../../model/glossary/glossary-text.ts'
import { declineCorrections, listFrequentCorrections } from './correction-rows.ts'
import {
  countEntries,
  deleteEntry,
  type GlossaryPlace,
  listEntries,
  listEntriesFor,
  updateEntry,
  upsertEntries,
  upsertEntry,
} from './entry-rows.ts'

/** Dependencies of the glossary's procedures. */
export type GlossaryDeps = {
  readonly db: Db
  newId(): string
  now(): Date
  /** Locks an account, so that concurrent changes stay within the maximum. @returns false when it is gone */
  lockAccount(tx: Tx, userId: string): Promise<boolean>
}

const UNIQUE_VIOLATION = '23505'
const MAX_OFFERS = 5
const rpc = implementContract(glossaryContract).use(authed)

/** Implements `glossaryContract`. */
export function glossaryProcedures(deps: GlossaryDeps) {
  const { db } = deps
  return {
    list: rpc.list.handler(async ({ input: { projectId }, context: { caller } }) => {
      const { ownerId } = await placeOf(db, projectId, caller.userId)
      const [account, video] = await Promise.all([
        listEntries(db, { ownerId, projectId: null }),
        projectId === null ? [] : listEntries(db, { ownerId, projectId }),
      ])
      return { account, video, mayEditAccount: ownerId === caller.userId }
    }),

    put: rpc.put.handler(async ({ input: { projectId, id, entry }, context: { caller } }) => {
      const place = await placeOf(db, projectId, caller.userId)
      return transaction(db, (tx) => putEntry(tx, deps, place, { id, entry }))
    }),

    remove: rpc.remove.handler(async ({ input: { projectId, id }, context: { caller } }) => {
      const place = await placeOf(db, projectId, caller.userId)
      return { removed: await transaction(db, (tx) => deleteEntry(tx, id, place)) }
    }),

    import: rpc.import.handler(async ({ input: { projectId, text }, context: { caller } }) => {
      const place = await placeOf(db, projectId, caller.userId)
      const { entries, skipped } = readGlossary(text)
      await transaction(db, async (tx) => {
        await lockOwner(tx, deps, place.ownerId)
        const added = entries.map((entry) => ({ ...entry, id: deps.newId() }))
        await upsertEntries(tx, added, { ...place, at: deps.now() })
        await rejectTooMany(tx, place.ownerId)
      })
      return { imported: entries.length, skippedLines: skipped.slice(0, 20) }
    }),

    offers: rpc.offers.handler(async ({ input: { projectId }, context: { caller } }) => {
      const { ownerId } = await placeOf(db, projectId, caller.userId)
      const [frequent, entries] = await Promise.all([
        listFrequentCorrections(db, ownerId, MAX_GLOSSARY_ENTRIES),
        listEntriesFor(db, { ownerId, projectId }),
      ])
      const heard = new Set(entries.map((entry) => phraseKeys(entry.heard ?? '', 'und').join(' ')))
      return frequent.filter((offer) => !heard.has(offer.heard)).slice(0, MAX_OFFERS)
    }),

    declineOffer: rpc.declineOffer.handler(async ({ input: { projectId, ...correction }, context: { caller } }) => {
      const { ownerId } = await placeOf(db, projectId, caller.userId)
      return { declined: await transaction(db, (tx) => declineCorrections(tx, ownerId, correction)) }
    }),
  }
}

/** The glossary of the caller, or of a video that they may edit. */
async function placeOf<ProjectId extends string | null>(
  q: Queryable,
  projectId: ProjectId,
  userId: string,
): Promise<GlossaryPlace & { readonly projectId: ProjectId }> {
  if (projectId === null) return { ownerId: userId, projectId }
  const { ownerId } = await requireProject(q, projectId, userId, 'edit')
  return { ownerId, projectId }
}

async function putEntry(
  tx: Tx,
  deps: GlossaryDeps,
  place: GlossaryPlace,
  { id, entry }: { id: string | undefined; entry: GlossaryEntry },
): Promise<StoredEntry> {
  await lockOwner(tx, deps, place.ownerId)
  if (id === undefined) {
    const stored = await upsertEntry(tx, deps.newId(), entry, { ...place, at: deps.now() })
    await rejectTooMany(tx, place.ownerId)
    return stored
  }
  try {
    const changed = await updateEntry(tx, id, entry, place)
    if (changed === undefined) throw entryNotFound()
    return changed
  } catch (error) {
    if (sqlState(error) === UNIQUE_VIOLATION)
      throw new AppError(
        'conflict',
        'There is an entry for these words already. Change that one.',
        {},
        { cause: error },
      )
    throw error
  }
}

async function lockOwner(tx: Tx, { lockAccount }: GlossaryDeps, ownerId: string): Promise<void> {
  if (!(await lockAccount(tx, ownerId))) throw new AppError('not_found', 'User not found')
}

async function rejectTooMany(tx: Tx, ownerId: string): Promise<void> {
  if ((await countEntries(tx, ownerId)) > MAX_GLOSSARY_ENTRIES) throw tooMany()
}

function entryNotFound(): AppError {
  return new AppError('not_found', 'Entry not found')
}
