import { transaction, type Tx } from '#platform/server/db.ts'
import { AppError } from '#platform/shared/errors.ts'
import { cleanTag, MAX_TAGS, type Project, type Tag } from '../../model/index.ts'
import type { MediaDeps } from '../deps.ts'
import { findProject, lockOwnProjects, requireProject } from '../projects.ts'
import { addTags, findCrowded, listTags, removeTags } from './tag-rows.ts'

type TagRequest = {
  readonly projectIds: readonly string[]
  readonly add: readonly Tag[]
  readonly remove: readonly Tag[]
  readonly userId: string
}

/**
 * Adds tags to videos and removes others, on all of them or none.
 * @throws AppError as `requireProject` for the owner; `conflict` if a video would have more than `MAX_TAGS`
 */
export async function tagVideos({ db }: Pick<MediaDeps, 'db'>, o: TagRequest): Promise<Pick<Project, 'id' | 'tags'>[]> {
  const ids = [...new Set(o.projectIds)]
  return transaction(db, async (tx) => {
    await lockOrRefuse(tx, ids, o.userId)
    await removeTags(tx, ids, o.remove.map(cleanTag))
    await addTags(
      tx,
      ids,
      o.add.map(cleanTag).filter((tag) => tag !== ''),
    )
    await refuseCrowded(tx, ids)
    const tags = await listTags(tx, ids)
    return ids.map((id) => ({ id, tags: tags.get(id) ?? [] }))
  })
}

/** The locks keep two requests from each adding the last tag. */
async function lockOrRefuse(tx: Tx, ids: readonly string[], userId: string): Promise<void> {
  const locked = new Set(await lockOwnProjects(tx, ids, userId))
  const other = ids.find((id) => !locked.has(id))
  if (other !== undefined) await requireProject(tx, other, userId, 'own')
}

async function refuseCrowded(tx: Tx, ids: readonly string[]): Promise<void> {
  const crowded = await findCrowded(tx, ids)
  if (crowded === undefined) return
  const title = (await findProject(tx, crowded))?.title ?? ''
  throw new AppError('conflict', `“${title}” would have more than ${MAX_TAGS} tags. Remove one of its tags first.`, {
    limit: MAX_TAGS,
  })
}
