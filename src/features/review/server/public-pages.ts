import { findProject } from '#features/media/server/index.ts'
import type { Queryable } from '#platform/server/db.ts'
import { linkState } from '../model/index.ts'
import type { ReviewDeps } from './deps.ts'
import { findLink, findLinkById, type StoredLink } from './link-rows.ts'
import { hashOf, tokenOf } from './link-token.ts'

/** Review links as public pages, for reports: each shows a video. */
export function publicReviews({ linkKey, now }: Pick<ReviewDeps, 'linkKey' | 'now'>) {
  const isActive = (link: StoredLink | undefined) => link !== undefined && linkState(link, now()) === 'active'
  return {
    /** The video behind a token; undefined if its link ended or the video was removed. */
    async find(q: Queryable, token: string) {
      const link = await findLink(q, hashOf(token))
      if (link === undefined || !isActive(link)) return undefined
      const project = await findProject(q, link.projectId)
      if (project === undefined || project.removedAt !== null) return undefined
      const { id, ownerId, title, sha256 } = project
      return { id, linkId: link.id, ownerId, title, contentKey: videoKeyOf({ id, sha256 }) }
    },
    /** The token of a link; null if it ended, or the secret that made it has changed. */
    async tokenOf(q: Queryable, { linkId }: { linkId: string }): Promise<string | null> {
      const link = await findLinkById(q, linkId)
      const token = tokenOf(linkKey, linkId)
      return link !== undefined && isActive(link) && link.tokenHash === hashOf(token) ? token : null
    },
  }
}

/** Equal for videos that are copies of each other. */
export function videoKeyOf({ id, sha256 }: { id: string; sha256: string | null }): string {
  return sha256 ?? id
}
