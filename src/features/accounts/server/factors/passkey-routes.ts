import type { Context } from 'hono'
import { z } from 'zod'
import { transaction } from '#platform/server/db.ts'
import { type Caller, type HttpEnv, requireCaller, router } from '#platform/server/http.ts'
import { AppError } from '#platform/shared/errors.ts'
import { siteName } from '#platform/shared/product.ts'
import { AUTH_REQUESTS, passkeyProblem } from '../../model/index.ts'
import { lockUser } from '../accounts.ts'
import {
  type AuthClientDeps,
  forwardCookies,
  forwardResponse,
  getFromBetterAuth,
  postToBetterAuth,
  sendDone,
  toAppError,
} from '../auth/auth-client.ts'
import { PASSKEY_LOG_IN_PATH } from '../auth/auth-names.ts'
import type { AccountsDeps } from '../deps.ts'
import { hasFactor, lastFactorError, proveOwner, refuseTooManyPasskeys, requireStrongSession } from './factor-rules.ts'
import type { Limits } from '../limits.ts'
import { passkeyAddedMail, passkeyRemovedMail } from '../mails.ts'
import { deletePasskey, markSession, recordPasskeyUse } from './passkey-rows.ts'
import { readForm } from '../read-form.ts'

type Deps = AccountsDeps & AuthClientDeps & { readonly limits: Limits }

/** Under `/api/auth/passkey`: the log-in with a passkey, and the owner's own passkeys. */
export function passkeyRoutes(deps: Deps) {
  return router().route('/', logInRoutes(deps)).route('/', ownPasskeyRoutes(deps))
}

const Options = z.looseObject({ challenge: z.string() })
const LoggedIn = z.object({ session: z.object({ id: z.string() }), user: z.object({ id: z.string() }) })

/** Without this browser's session: the passkey says whose account it is. */
function logInRoutes(deps: Deps) {
  return router()
    .post('/passkey/log-in-options', async (c) => {
      await readForm(c, AUTH_REQUESTS['/passkey/log-in-options'])
      requirePasskeySite(deps)
      const options = await readOptions(deps, c, '/passkey/generate-authenticate-options', { withSession: false })
      return c.json({ ...options, userVerification: 'required' })
    })
    .post('/passkey/log-in', async (c) => {
      const { response } = await readForm(c, AUTH_REQUESTS['/passkey/log-in'])
      const answer = await postToBetterAuth(deps, c, PASSKEY_LOG_IN_PATH, { response }, undefined, {
        withSession: false,
      })
      if (answer.ok) {
        const { session, user } = LoggedIn.parse(await answer.clone().json())
        const use = { sessionId: session.id, userId: user.id, credentialId: response.id, at: deps.now() }
        await transaction(deps.db, (tx) => recordPasskeyUse(tx, use))
        // A session never survives a log-in: end the one this browser had.
        await deps.auth.endSession(c.req.raw.headers)
      }
      return forwardResponse(c, answer)
    })
}

function ownPasskeyRoutes(deps: Deps) {
  return router()
    .post('/passkey/add-options', async (c) => {
      const { password } = await readForm(c, AUTH_REQUESTS['/passkey/add-options'])
      const caller = await proveOwner(deps, c, password)
      requirePasskeySite(deps)
      await requireStrongSession(deps, caller)
      await refuseTooManyPasskeys(deps, caller)
      const options = await readOptions(deps, c, '/passkey/generate-register-options', { withSession: true })
      // The name can change while the product runs.
      return c.json({ ...options, rp: { id: new URL(deps.publicUrl).hostname, name: siteName() } })
    })
    .post('/passkey/add', async (c) => {
      const { name, response } = await readForm(c, AUTH_REQUESTS['/passkey/add'])
      const caller = requireCaller(c)
      await deps.limits.proof(c, caller.userId)
      await refuseTooManyPasskeys(deps, caller)
      // The challenge is the proof: its cookie was set for this user after one.
      const answer = await postToBetterAuth(deps, c, '/passkey/verify-registration', { name, response })
      if (!answer.ok) throw await toAppError(c, answer)
      await transaction(deps.db, async (tx) => {
        const { userId, sessionId = '', email } = caller
        await markSession(tx, { sessionId, userId, credentialId: response.id })
        await deps.mail.send(tx, passkeyAddedMail({ to: email, name, url: new URL('/profile', deps.publicUrl).href }))
      })
      return sendDone(c)
    })
    .post('/passkey/remove', async (c) => {
      const { id, password } = await readForm(c, AUTH_REQUESTS['/passkey/remove'])
      const caller = await proveOwner(deps, c, password)
      await removePasskey(deps, caller, id)
      return sendDone(c)
    })
}

async function removePasskey(deps: Deps, caller: Caller, id: string): Promise<void> {
  const mustKeepOne = await deps.mustKeepSecondFactor(caller)
  await transaction(deps.db, async (tx) => {
    await lockUser(tx, caller.userId)
    const name = await deletePasskey(tx, caller, id)
    if (mustKeepOne && !(await hasFactor(tx, caller.userId))) throw lastFactorError()
    await deps.mail.send(tx, passkeyRemovedMail({ to: caller.email, name }))
  })
}

/** The options of a ceremony; the response carries the cookie of their challenge. */
async function readOptions(deps: Deps, c: Context<HttpEnv>, path: string, o: { withSession: boolean }) {
  const answer = await getFromBetterAuth(deps, c, path, o)
  if (!answer.ok) throw await toAppError(c, answer)
  forwardCookies(c, answer)
  c.header('cache-control', 'no-store')
  return Options.parse(await answer.json())
}

function requirePasskeySite({ publicUrl }: Pick<Deps, 'publicUrl'>): void {
  const problem = passkeyProblem(publicUrl)
  if (problem !== null) throw new AppError('unprocessable', problem)
}
