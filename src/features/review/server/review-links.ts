import { hashPassword } from '#features/accounts/server/index.ts'
import type { StoredProject } from '#features/media/server/index.ts'
import { transaction, type Tx } from '#platform/server/db.ts'
import { AppError } from '#platform/shared/errors.ts'
import { linkExpiry, type LinkLifetime, linkState, PROJECT_LINKS, type ReviewLink } from '../model/index.ts'
import type { ReviewDeps } from './deps.ts'
import { deleteEndedLinks, insertLink, listLinks, revokeStoredLink, type StoredLink } from './link-rows.ts'
import { hashOf, tokenOf } from './link-token.ts'

/** How long an ended link stays distinguishable from an unknown one, in milliseconds. */
const LINK_RETENTION_MS = 90 * 86_400_000

/** The links of a project, newest first. */
export async function viewLinks(deps: ReviewDeps, projectId: string): Promise<ReviewLink[]> {
  return (await listLinks(deps.db, projectId)).map((link) => viewLink(deps, link))
}

function viewLink({ linkKey, publicUrl, now }: ReviewDeps, link: StoredLink): ReviewLink {
  const token = tokenOf(linkKey, link.id)
  return {
    id: link.id,
    url: hashOf(token) === link.tokenHash ? `${publicUrl}/review/${token}` : null,
    hasPassword: link.passwordHash !== null,
    state: linkState(link, now()),
    createdAt: link.createdAt.toISOString(),
    expiresAt: link.expiresAt?.toISOString() ?? null,
  }
}

/** Makes a link. @throws AppError `conflict` if the project has too many; `forbidden` if it is taken down */
export async function createLink(
  deps: ReviewDeps,
  o: { projectId: string; password: string | null; days: LinkLifetime; authorize(tx: Tx): Promise<StoredProject> },
): Promise<void> {
  const { projectId } = o
  // Before the transaction: hashing takes long.
  const passwordHash = o.password === null ? null : await hashPassword(o.password)
  await transaction(deps.db, async (tx) => {
    const project = await o.authorize(tx)
    if (await deps.isTakenDown(tx, project))
      throw new AppError('forbidden', 'We took this video down, so it cannot be shared. Our mail says why.')
    const at = deps.now()
    const active = (await listLinks(tx, projectId)).filter((link) => linkState(link, at) === 'active')
    if (active.length >= PROJECT_LINKS)
      throw new AppError('conflict', `This video has ${PROJECT_LINKS} review links. Revoke one to make another.`)
    const id = deps.newId()
    const tokenHash = hashOf(tokenOf(deps.linkKey, id))
    await insertLink(tx, { id, projectId, tokenHash, passwordHash, expiresAt: linkExpiry(at, o.days), at })
  })
}

/** Ends a link at once. @throws AppError `not_found` */
export async function revokeLink(
  { db, now }: ReviewDeps,
  o: { projectId: string; linkId: string; authorize(tx: Tx): Promise<unknown> },
): Promise<void> {
  await transaction(db, async (tx) => {
    await o.authorize(tx)
    if (!(await revokeStoredLink(tx, { ...o, at: now() }))) throw new AppError('not_found', 'Review link not found')
  })
}

/** Deletes links that ended long ago. */
export async function runReviewMaintenance(tx: Tx, now: Date): Promise<void> {
  await deleteEndedLinks(tx, new Date(now.getTime() - LINK_RETENTION_MS))
}
