import { requireProject } from '#features/media/server/index.ts'
import { type Db, transaction } from '#platform/server/db.ts'
import { authed, implementContract } from '#platform/server/rpc.ts'
import type { ThreadPool } from '#platform/server/threads/thread-pool.ts'
import { AppError } from '#platform/shared/errors.ts'
import { type HistoryEntry, MOST_VERSIONS, type NamedVersion, versionsContract } from '../../model/index.ts'
import { requireCaptions } from '../edits/apply-batches.ts'
import { authorFor, type HistoryRow, readHistory } from '../storage/batch-rows.ts'
import { headOf, lockHead } from '../storage/document-rows.ts'
import { GONE } from './past-versions.ts'
import { findRevision, insertSnapshot, oldestRevision, olderCopies } from '../storage/snapshot-rows.ts'
import { snapshotTask } from '../storage/snapshot-task.ts'
import { countOtherVersions, deleteVersion, namedVersions, upsertVersion, type VersionRow } from './version-rows.ts'

/** Dependencies of the procedures for versions. */
export type VersionDeps = { readonly db: Db; readonly threadPool: Pick<ThreadPool, 'run'> }

/** Entries of one page of the history. */
const PAGE = 100
const TIMEOUT_MS = 10_000
const TOO_SLOW = 'This version takes too long to store right now. Try again in a few seconds.'
/** The label of a batch of an earlier release, which stored none. */
const UNLABELLED = 'Edit captions'

/** Implements `versionsContract`. */
export function versionProcedures({ db, threadPool }: VersionDeps) {
  const rpc = implementContract(versionsContract).use(authed)
  return {
    history: rpc.history.handler(async ({ input, context }) => {
      const { userId } = context.caller
      const { projectId } = input
      await requireProject(db, projectId, userId, 'view')
      requireCaptions(await headOf(db, projectId))
      const from = await oldestRevision(db, projectId)
      // One more than shown tells whether an older page follows; newer ones are read up to the newest.
      const most = input.after === undefined ? PAGE + 1 : PAGE
      const rows = await readHistory(db, projectId, { ...input, from, most })
      const shown = rows.slice(0, PAGE)
      const next = rows.length > PAGE ? (shown.at(-1)?.revision ?? null) : null
      return { entries: shown.map((row) => entryFor(userId, row)), next }
    }),

    versions: rpc.versions.handler(async ({ input: { projectId }, context }) => {
      const { userId } = context.caller
      await requireProject(db, projectId, userId, 'view')
      const { revision } = requireCaptions(await headOf(db, projectId))
      const named = await namedVersions(db, projectId)
      const copies = await olderCopies(db, projectId)
      return {
        named: named.map((row) => versionFor(userId, row)),
        copies: copies.map(({ revision: copied, at }) => ({ revision: copied, at: at.toISOString() })),
        newest: revision,
      }
    }),

    nameVersion: rpc.nameVersion.handler(async ({ input: { projectId, revision, name }, context }) => {
      const { userId } = context.caller
      await requireProject(db, projectId, userId, 'edit')
      const packed = await packRevision({ db, threadPool }, { projectId, revision, account: userId })
      return transaction(db, async (tx) => {
        await requireProject(tx, projectId, userId, 'edit')
        // Under the lock, so that concurrent requests count each other.
        requireCaptions(await lockHead(tx, projectId))
        if ((await countOtherVersions(tx, projectId, revision)) >= MOST_VERSIONS)
          throw new AppError('conflict', TOO_MANY)
        await insertSnapshot(tx, { projectId, revision, packed })
        await upsertVersion(tx, { projectId, revision, name, authorId: userId })
        const named = await namedVersions(tx, projectId)
        const version = named.find((row) => row.revision === revision)
        if (version === undefined) throw new Error(`version ${revision} was not named`)
        return versionFor(userId, version)
      })
    }),

    removeVersionName: rpc.removeVersionName.handler(async ({ input: { projectId, revision }, context }) => {
      await requireProject(db, projectId, context.caller.userId, 'edit')
      await deleteVersion(db, projectId, revision)
      return {}
    }),
  }
}

const TOO_MANY = `A video has at most ${MOST_VERSIONS} named versions. Remove a name that you no longer need.`

/** The snapshot of a revision. @throws AppError `not_found` when it is not stored */
async function packRevision(
  { db, threadPool }: VersionDeps,
  { projectId, revision, account }: { projectId: string; revision: number; account: string },
): Promise<Uint8Array> {
  const stored = await findRevision(db, projectId, revision)
  if (stored === undefined) throw new AppError('not_found', GONE)
  if (stored.snapshot.revision === revision) return stored.snapshot.packed
  return threadPool.run(snapshotTask, stored, { account, timeoutMs: TIMEOUT_MS, tooSlow: TOO_SLOW })
}

function entryFor(userId: string, { revision, at, label, authorId, authorName, ...row }: HistoryRow): HistoryEntry {
  const by = authorFor(userId, authorId, authorName)
  const acceptedBy = authorFor(userId, row.acceptedBy, row.accepterName)
  return { revision, at: at.toISOString(), authorId, by, label: label ?? UNLABELLED, acceptedBy }
}

function versionFor(userId: string, { revision, name, at, authorId, authorName }: VersionRow): NamedVersion {
  return { revision, name, at: at.toISOString(), by: authorFor(userId, authorId, authorName) }
}
