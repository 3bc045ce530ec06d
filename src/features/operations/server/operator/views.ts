import { parse, serialize } from 'hono/utils/cookie'
import { transaction, type Tx } from '#platform/server/db.ts'
import type { Caller, FoundCaller } from '#platform/server/http.ts'
import { AppError } from '#platform/shared/errors.ts'
import { type CurrentView, mayDo, OPERATOR_DUTIES, VIEW_COOKIE, VIEW_MS } from '../../model/index.ts'
import { recordAction, type Snapshot } from './actions.ts'
import type { OperatorDeps } from './deps.ts'
import { findOperatorAccess, type OperatorAccess } from './guard.ts'
import { viewStartedMail } from './mails.ts'
import { hasRole } from './role-rows.ts'
import { claimOverViews, closeView, findView, insertView, lockViewOf, type StoredView } from './view-rows.ts'

/** The dependencies of a view that has started. */
export type ViewDeps = OperatorAccess & Pick<OperatorDeps, 'now' | 'publicUrl'>

/**
 * Starts to show the operator's session the pages of a user. The start is recorded, and mailed to the user, in one
 * transaction; a view of somebody else ends.
 * @throws AppError `conflict` for an operator's account, and a suspended one; `not_found`, 'User not found'
 */
export async function startView(
  deps: OperatorDeps,
  o: { operator: Caller; userId: string; reason: string },
): Promise<StoredView> {
  const { operator, userId, reason } = o
  const { sessionId } = operator
  if (sessionId === undefined) throw new AppError('unauthorized', 'No user logged in')
  const startedAt = deps.now()
  const id = deps.newId()
  await transaction(deps.db, async (tx) => {
    const { email, state } = await deps.accounts.lockFacts(tx, userId)
    if (state === 'erased') throw new AppError('not_found', 'User not found')
    if (state === 'suspended') throw new AppError('conflict', 'This account is suspended: it sees no pages.')
    if (await hasRole(tx, deps.operators, email))
      throw new AppError('conflict', 'This is an operator’s account. Nobody can view it.')
    const before = await lockViewOf(tx, sessionId)
    if (before !== undefined) await endView(tx, before, startedAt)
    const expiresAt = new Date(startedAt.getTime() + VIEW_MS)
    await insertView(tx, {
      id,
      operatorId: operator.userId,
      operatorEmail: operator.email,
      sessionId,
      userId,
      reason,
      startedAt,
      expiresAt,
    })
    const subject = { kind: 'user', id: userId } as const
    const after: Snapshot = { about: email, facts: { viewing: 'started' } }
    await recordAction(tx, {
      operator,
      action: 'user.start-viewing',
      subject,
      reason,
      before: null,
      after,
      at: startedAt,
    })
    await deps.mail.send(
      tx,
      viewStartedMail({ to: email, publicUrl: deps.publicUrl, startedAt, minutes: VIEW_MS / 60_000 }),
    )
  })
  const view = await findView(deps.db, id)
  if (view === undefined) throw new Error(`the view ${id} was not stored`)
  return view
}

/**
 * Turns the caller of a request into the user whose pages their session views, found by the cookie. Once the view is
 * over, the caller stays marked as viewing, so that a page still open changes nothing of the operator's own account.
 * A cookie of another session, or of nothing, is removed.
 */
export async function applyView(deps: ViewDeps, found: FoundCaller, request: Request): Promise<FoundCaller> {
  const id = parse(request.headers.get('cookie') ?? '', VIEW_COOKIE)[VIEW_COOKIE]
  const { caller, setCookies } = found
  if (id === undefined || id === '' || caller === null) return found
  const view = await findView(deps.db, id)
  if (view === undefined || view.sessionId !== caller.sessionId)
    return { caller, setCookies: [...setCookies, viewCookie(null, deps)] }
  const viewing = { viewId: view.id, operator: caller, endsAt: view.expiresAt }
  if (!(await isRunning(deps, view)))
    return { caller: { ...caller, viewing: { ...viewing, hasEnded: true } }, setCookies }
  return { caller: { userId: view.userId, email: view.email, viewing: { ...viewing, hasEnded: false } }, setCookies }
}

/** A changed role, a suspension of the user, and the end of the time count at once. */
async function isRunning(deps: ViewDeps, view: StoredView): Promise<boolean> {
  if (view.endedAt !== null || view.expiresAt <= deps.now() || !view.isOpen) return false
  const { role } = await findOperatorAccess(deps, { userId: view.operatorId, sessionId: view.sessionId })
  return role !== null && mayDo(role, OPERATOR_DUTIES.startView)
}

/** Whose pages the caller's session views; null without a view. */
export async function currentView({ db }: Pick<ViewDeps, 'db'>, caller: Caller): Promise<CurrentView | null> {
  const view = caller.viewing && (await findView(db, caller.viewing.viewId))
  if (!view || !caller.viewing) return null
  const { hasEnded, endsAt } = caller.viewing
  return { userId: view.userId, email: view.email, endsAt: endsAt.toISOString(), hasEnded }
}

/** Ends the caller's view, and records it. @returns whose pages were seen; null without a view */
export async function stopView({ db, now }: Pick<ViewDeps, 'db' | 'now'>, caller: Caller): Promise<string | null> {
  const { viewing } = caller
  if (viewing === undefined) return null
  return transaction(db, async (tx) => {
    const view = await findView(tx, viewing.viewId)
    if (view !== undefined) await endView(tx, view, now())
    return view?.userId ?? null
  })
}

/** Records the end of views whose time is over; run by the worker every minute. */
export async function endOverViews({ db, now }: Pick<ViewDeps, 'db' | 'now'>): Promise<void> {
  await transaction(db, async (tx) => {
    for (const view of await claimOverViews(tx, now())) await endView(tx, view, view.expiresAt)
  })
}

async function endView(tx: Tx, view: StoredView, at: Date): Promise<void> {
  const endedAt = at < view.expiresAt ? at : view.expiresAt
  if (!(await closeView(tx, view.id, endedAt))) return
  await recordAction(tx, {
    operator: { userId: view.operatorId, email: view.operatorEmail },
    action: 'user.stop-viewing',
    subject: { kind: 'user', id: view.userId },
    before: { about: view.email, facts: { viewing: 'started' } },
    after: { about: view.email, facts: { viewing: 'ended' } },
    at: endedAt,
  })
}

/** The cookie of a view; null removes it. Scripts read it, to know whether to ask whose pages these are. */
export function viewCookie(id: string | null, { publicUrl }: Pick<ViewDeps, 'publicUrl'>): string {
  return serialize(VIEW_COOKIE, id ?? '', {
    path: '/',
    sameSite: 'Strict',
    secure: publicUrl.startsWith('https:'),
    // It outlives the view, so that a page left open stays read-only.
    maxAge: id === null ? 0 : 86_400,
  })
}
