import type { Context } from 'hono'
import { z } from 'zod'
import { type Caller, type HttpEnv, requireCaller, router } from '#platform/server/http.ts'
import { transaction } from '#platform/server/db.ts'
import { AppError } from '#platform/shared/errors.ts'
import { AUTH_REQUESTS, isAppCode, type SecondFactorSetUp, tidyRecoveryCode } from '../../model/index.ts'
import {
  type AuthClientDeps,
  forwardCookies,
  forwardResponse,
  postToBetterAuth,
  sendDone,
  toAppError,
} from '../auth/auth-client.ts'
import type { AccountsDeps } from '../deps.ts'
import { lastFactorError, proveOwner, requireStrongSession } from './factor-rules.ts'
import type { Limits } from '../limits.ts'
import { newCodesMail, recoveryCodeUsedMail, secondFactorOffMail, secondFactorOnMail } from '../mails.ts'
import { listPasskeys } from './passkey-rows.ts'
import { readForm } from '../read-form.ts'
import { countNewCodes, countUsedCode, forgetDevices, secondFactorOf } from './second-factor-rows.ts'
import { suspensionRefusal } from '../suspension.ts'

type Deps = AccountsDeps & AuthClientDeps & { readonly limits: Limits }

/** Under `/api/auth/two-factor`: the second step of a log-in, and the owner's own second factor. */
export function secondFactorRoutes(deps: Deps) {
  return router().route('/', codeRoutes(deps)).route('/', ownFactorRoutes(deps))
}

/** The second step of a log-in. Better Auth counts wrong codes, by log-in and by account. */
function codeRoutes(deps: Deps) {
  return router()
    .post('/two-factor/verify', async (c) => {
      const { code, trustDevice } = await readForm(c, AUTH_REQUESTS['/two-factor/verify'])
      const form = { code: code.replaceAll(' ', ''), ...(trustDevice === true && { trustDevice }) }
      return forwardResponse(c, await answerChallenge(deps, c, '/two-factor/verify-totp', form))
    })
    .post('/two-factor/recover', async (c) => {
      const { code, trustDevice } = await readForm(c, AUTH_REQUESTS['/two-factor/recover'])
      const form = { code: tidyRecoveryCode(code), ...(trustDevice === true && { trustDevice }) }
      const answer = await answerChallenge(deps, c, '/two-factor/verify-backup-code', form)
      if (answer.ok) await recordUsedCode(deps, Verified.parse(await answer.clone().json()).user)
      return forwardResponse(c, answer)
    })
}

const Verified = z.object({ user: z.object({ id: z.string(), email: z.string() }) })

/** Sends a code without this browser's session: otherwise Better Auth checks it for that session's account. */
async function answerChallenge(deps: Deps, c: Context<HttpEnv>, path: string, form: object): Promise<Response> {
  try {
    return await postToBetterAuth(deps, c, path, form, undefined, { withSession: false })
  } catch (error) {
    throw suspensionRefusal(error) ?? error
  }
}

function recordUsedCode(deps: Deps, { id, email }: { id: string; email: string }): Promise<void> {
  return transaction(deps.db, async (tx) => {
    const left = await countUsedCode(tx, id)
    await deps.mail.send(tx, recoveryCodeUsedMail({ to: email, left }))
  })
}

/** Setting the second factor up, turning it off, and new recovery codes. */
function ownFactorRoutes(deps: Deps) {
  return router()
    .post('/two-factor/set-up', async (c) => {
      const { password } = await readForm(c, AUTH_REQUESTS['/two-factor/set-up'])
      await requireStrongSession(deps, await proveOwner(deps, c, password))
      const answer = await postToBetterAuth(deps, c, '/two-factor/enable', withPassword(password))
      if (!answer.ok) throw await toAppError(c, answer)
      const { totpURI, backupCodes } = SetUpAnswer.parse(await answer.json())
      c.header('cache-control', 'no-store')
      return c.json({ uri: totpURI, codes: backupCodes } satisfies SecondFactorSetUp)
    })
    .post('/two-factor/confirm', async (c) => {
      const { code } = await readForm(c, AUTH_REQUESTS['/two-factor/confirm'])
      return confirmFactor(deps, c, code.replaceAll(' ', ''))
    })
    .post('/two-factor/turn-off', async (c) => {
      const { password, code } = await readForm(c, AUTH_REQUESTS['/two-factor/turn-off'])
      await refuseIfNeeded(deps, await proveOwner(deps, c, password))
      await checkOwnCode(deps, c, code)
      const answer = await postToBetterAuth(deps, c, '/two-factor/disable', withPassword(password))
      if (answer.ok) await recordChange(deps, c, secondFactorOffMail)
      return forwardResponse(c, answer)
    })
    .post('/two-factor/recovery-codes', async (c) => {
      const { password } = await readForm(c, AUTH_REQUESTS['/two-factor/recovery-codes'])
      const { userId } = await proveOwner(deps, c, password)
      const answer = await postToBetterAuth(deps, c, '/two-factor/generate-backup-codes', withPassword(password))
      if (!answer.ok) throw await toAppError(c, answer)
      const { backupCodes } = CodesAnswer.parse(await answer.json())
      await transaction(deps.db, (tx) => countNewCodes(tx, userId))
      await recordChange(deps, c, newCodesMail)
      c.header('cache-control', 'no-store')
      return c.json({ codes: backupCodes })
    })
}

const CodesAnswer = z.object({ backupCodes: z.array(z.string()) })
const SetUpAnswer = CodesAnswer.extend({ totpURI: z.string() })

/** @throws AppError `conflict` for an operator who needs a second factor and has no passkey */
async function refuseIfNeeded(deps: Deps, caller: Caller): Promise<void> {
  const isLast = (await listPasskeys(deps.db, caller.userId)).length === 0
  if (isLast && (await deps.mustKeepSecondFactor(caller))) throw lastFactorError()
}

function withPassword(password: string | undefined): { password?: string } {
  return password === undefined ? {} : { password }
}

/** Turns the factor on. Sessions that were opened without it end. */
async function confirmFactor(deps: Deps, c: Context<HttpEnv>, code: string): Promise<Response> {
  const caller = requireCaller(c)
  await deps.limits.proof(c, caller.userId)
  if ((await secondFactorOf(deps.db, caller.userId)).hasSecondFactor)
    throw new AppError('conflict', 'The second factor is on already.')
  const answer = await postToBetterAuth(deps, c, '/two-factor/verify-totp', { code })
  if (!answer.ok) throw await toAppError(c, answer)
  // Better Auth replaces this browser's session; its cookie names the one that stays.
  await deps.auth.endSessionsExcept(caller.userId, answer)
  await recordChange(deps, c, secondFactorOnMail)
  forwardCookies(c, answer)
  return sendDone(c)
}

/** Checks a code of the app, or uses up a recovery code. @throws AppError `forbidden` for a wrong one */
async function checkOwnCode(deps: Deps, c: Context<HttpEnv>, code: string): Promise<void> {
  const [path, tidied] = isAppCode(code)
    ? ['/two-factor/verify-totp', code.replaceAll(' ', '')]
    : ['/two-factor/verify-backup-code', tidyRecoveryCode(code)]
  const answer = await postToBetterAuth(deps, c, path, { code: tidied })
  if (!answer.ok) throw await toAppError(c, answer)
}

/** Forgets trusted devices and mails the owner. */
function recordChange(
  deps: Deps,
  c: Context<HttpEnv>,
  mail: (o: { to: string }) => Parameters<Deps['mail']['send']>[1],
): Promise<void> {
  const { userId, email } = requireCaller(c)
  return transaction(deps.db, async (tx) => {
    await forgetDevices(tx, userId)
    await deps.mail.send(tx, mail({ to: email }))
  })
}
