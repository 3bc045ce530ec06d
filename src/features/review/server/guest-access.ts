import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { verifyPassword } from '#features/accounts/server/index.ts'
import { listPeople } from '#features/collaboration/server/index.ts'
import { findProject, type StoredProject } from '#features/media/server/index.ts'
import type { Queryable, Tx } from '#platform/server/db.ts'
import type { HttpEnv } from '#platform/server/http.ts'
import { AppError } from '#platform/shared/errors.ts'
import { linkState } from '../model/index.ts'
import type { ReviewDeps } from './deps.ts'
import { consumeGuessLimit, consumePasswordLimit } from './limits.ts'
import { findLink, type StoredLink } from './link-rows.ts'
import { hashOf, isUnlocked, signUnlocked } from './link-token.ts'

/** A link that works for its holder, and the project behind it. */
export type OpenLink = {
  readonly link: StoredLink
  readonly project: StoredProject
  readonly ownerName: string
}

/** What a holder gets: the project, or the reason why not. */
export type GuestAccess =
  | ({ readonly state: 'open' } & OpenLink)
  | { readonly state: 'locked'; readonly link: StoredLink; readonly passwordHash: string }
  | { readonly state: 'revoked' | 'expired' }

/**
 * Checks a link again, in the transaction that writes for its holder: it may have been revoked meanwhile.
 * @throws AppError `forbidden`
 */
export async function requireActiveLink(
  tx: Tx,
  deps: Pick<ReviewDeps, 'now' | 'isSuspended' | 'isTakenDown'>,
  { tokenHash }: Pick<StoredLink, 'tokenHash'>,
): Promise<void> {
  const link = await findLink(tx, tokenHash)
  const project = link && (await findProject(tx, link.projectId))
  const isOpen = project !== undefined && !(await isClosed(tx, deps, project))
  const state = link === undefined || !isOpen ? 'revoked' : linkState(link, deps.now())
  if (state !== 'active') throw new AppError('forbidden', REFUSALS[state], { state })
}

/** The cookie of an entered password; its path limits it to one link. */
const COOKIE = 'review'
/** How long an entered password counts, in seconds. */
const UNLOCKED_SECONDS = 12 * 3_600

/**
 * Checks the link of a request. Operators who decide about reports also see what is closed, without a password, but
 * cannot write there.
 * @throws AppError `not_found` for an unknown token, `too_many_requests` for many
 */
export async function checkLink(deps: ReviewDeps, c: Context<HttpEnv>): Promise<GuestAccess> {
  const link = await findLink(deps.db, hashOf(tokenIn(c)))
  if (link === undefined) {
    await consumeGuessLimit(deps, deps.clientAddress(c))
    throw new AppError('not_found', 'Review link not found')
  }
  const state = linkState(link, deps.now())
  if (state !== 'active') return { state }
  const project = await findProject(deps.db, link.projectId)
  const owner = project && (await listPeople(deps.db, project.ownerId)).find(({ access }) => access === 'owner')
  // A removed video or account takes its links with it.
  if (project === undefined || project.removedAt !== null || owner === undefined) return { state: 'revoked' }
  const open = { state: 'open', link, project, ownerName: owner.name } as const
  if (await isClosed(deps.db, deps, project))
    return (await deps.openAsOperator(c.get('caller'), project)) ? open : { state: 'revoked' }
  const { passwordHash } = link
  if (passwordHash !== null && !hasPassword(deps, c, { linkId: link.id, passwordHash }))
    return { state: 'locked', link, passwordHash }
  return open
}

/** Whether an operator closed a video to guests, alone or with its owner's account. */
async function isClosed(
  q: Queryable,
  deps: Pick<ReviewDeps, 'isSuspended' | 'isTakenDown'>,
  project: StoredProject,
): Promise<boolean> {
  return (await deps.isSuspended(q, project.ownerId)) || (await deps.isTakenDown(q, project))
}

/** The project of a request's link. @throws AppError `forbidden` with the reason, and as `checkLink` */
export async function requireOpenLink(deps: ReviewDeps, c: Context<HttpEnv>): Promise<OpenLink> {
  const access = await checkLink(deps, c)
  if (access.state === 'open') return access
  throw new AppError('forbidden', REFUSALS[access.state], { state: access.state })
}

const REFUSALS = {
  locked: 'This review link has a password. Enter it first.',
  revoked: 'This review link was revoked. Ask the person who sent it for a new one.',
  expired: 'This review link has expired. Ask the person who sent it for a new one.',
} as const

/**
 * Accepts the password of a link, and sets the cookie that proves it.
 * @throws AppError `forbidden` for a wrong password, `too_many_requests`, and as `checkLink`
 */
export async function unlock(deps: ReviewDeps, c: Context<HttpEnv>, password: string): Promise<void> {
  const access = await checkLink(deps, c)
  if (access.state === 'open') return
  if (access.state !== 'locked') throw new AppError('forbidden', REFUSALS[access.state], { state: access.state })
  const { link, passwordHash } = access
  await consumePasswordLimit(deps, link.id, deps.clientAddress(c))
  if (!(await verifyPassword({ hash: passwordHash, password })))
    throw new AppError('forbidden', 'This password is wrong. Ask the person who sent you the link.', {
      field: 'password',
    })
  const expires = deps.now().getTime() + UNLOCKED_SECONDS * 1_000
  setCookie(c, COOKIE, signUnlocked(deps.linkKey, { linkId: link.id, passwordHash, expires }), {
    path: `/api/review/${tokenIn(c)}`,
    httpOnly: true,
    sameSite: 'Lax',
    secure: deps.publicUrl.startsWith('https:'),
    maxAge: UNLOCKED_SECONDS,
  })
}

function hasPassword(
  { linkKey, now }: ReviewDeps,
  c: Context<HttpEnv>,
  o: { linkId: string; passwordHash: string },
): boolean {
  const signed = getCookie(c, COOKIE)
  return signed !== undefined && isUnlocked(linkKey, signed, { ...o, now: now() })
}

function tokenIn(c: Context<HttpEnv>): string {
  return c.req.param('token') ?? ''
}
