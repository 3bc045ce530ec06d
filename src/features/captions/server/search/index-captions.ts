import { findProject } from '#features/media/server/index.ts'
import { type Db, transaction } from '#platform/server/db.ts'
import type { ThreadPool } from '#platform/server/threads/thread-pool.ts'
import { findStored } from '../storage/document-rows.ts'
import { findDueCaptions, findStaleCaptions, replaceSections } from './search-rows.ts'
import { searchSectionsTask } from './search-sections-task.ts'

/** Dependencies of the search index. */
export type IndexDeps = { readonly db: Db; readonly threadPool: Pick<ThreadPool, 'run'> }

const TIMEOUT_MS = 60_000
const TOO_SLOW = 'These captions are too long to be searched.'
/** Pause after the last edit of captions before they are indexed, and the longest time without, for long sessions. */
const QUIET_MS = 60_000
const LONGEST_STALE_MS = 10 * 60_000
/** Maximum captions of one round. */
const AT_ONCE = 50
/** Maximum captions that a search indexes first: what one person edited a moment ago. */
const BEFORE_SEARCH = 3
/** The account name for shares of the thread pool. */
const MAINTENANCE = 'caption search'

/**
 * Indexes captions for the search that were edited and have been quiet since, or were never indexed. An edit itself
 * costs nothing. Runs every minute, safely in several workers at once.
 * @throws AggregateError after all others were tried, if some could not be indexed
 */
export async function indexDueCaptions({ now, ...deps }: IndexDeps & { now(): Date }): Promise<void> {
  const before = (ms: number) => new Date(now().getTime() - ms)
  const ids = await findDueCaptions(deps.db, {
    quietSince: before(QUIET_MS),
    indexedBefore: before(LONGEST_STALE_MS),
    most: AT_ONCE,
  })
  const failures: unknown[] = []
  for (const id of ids) {
    try {
      await indexCaptions(deps, id, MAINTENANCE)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} captions could not be indexed`)
}

/** Indexes the captions of these owners that were edited last, so that a search finds what was just typed. */
export async function indexStaleCaptions(deps: IndexDeps, ownerIds: readonly string[], account: string): Promise<void> {
  const ids = await findStaleCaptions(deps.db, ownerIds, BEFORE_SEARCH)
  // A search still answers from the rest of the index; the maintenance reports captions that cannot be indexed.
  await Promise.allSettled(ids.map((id) => indexCaptions(deps, id, account)))
}

/** @param account whose share of the thread pool it uses */
async function indexCaptions({ db, threadPool }: IndexDeps, projectId: string, account: string): Promise<void> {
  const project = await findProject(db, projectId)
  const stored = await findStored(db, projectId)
  if (project === undefined || stored === undefined) return
  const limits = { account, timeoutMs: TIMEOUT_MS, tooSlow: TOO_SLOW }
  const sections = await threadPool.run(searchSectionsTask, stored, limits)
  const { state } = stored
  await transaction(db, (tx) => replaceSections(tx, { projectId, ownerId: project.ownerId, state, sections }))
}
