import { randomInt } from 'node:crypto'
import { twoFactor } from 'better-auth/plugins'
import type { Queryable } from '#platform/server/db.ts'
import { execute } from '#platform/server/rows.ts'
import { siteName } from '#platform/shared/product.ts'
import { RECOVERY_CODES } from '../../model/index.ts'
import { PASSKEY_LOG_IN_PATH } from './auth-names.ts'

/** How long the code may be entered after the password, in seconds. */
const CHALLENGE_SECONDS = 600
/** How long a trusted device is not asked for a code, in seconds. */
const TRUSTED_SECONDS = 30 * 24 * 60 * 60

/** The path of a provider's redirect, in Better Auth's router. */
const CALLBACK_PATH = '/callback/:id'

/**
 * Better Auth's second factor: codes of an authenticator app, and recovery codes. The library asks for it after a
 * log-in with a password only; here it also asks after a log-in at a provider.
 */
export function secondFactorPlugin() {
  const plugin = twoFactor({
    issuer: siteName(),
    allowPasswordless: true,
    twoFactorCookieMaxAge: CHALLENGE_SECONDS,
    trustDeviceMaxAge: TRUSTED_SECONDS,
    backupCodeOptions: { storeBackupCodes: 'encrypted', customBackupCodesGenerate: makeRecoveryCodes },
  })
  const after = plugin.hooks.after.map(({ matcher, handler }) => ({
    handler,
    matcher: (context: Parameters<typeof matcher>[0]) => matcher(context) || context.path === CALLBACK_PATH,
  }))
  return { ...plugin, hooks: { after } }
}

/** Without letters and digits that look alike. */
const CODE_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

function makeRecoveryCodes(): string[] {
  const half = () => Array.from({ length: 5 }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('')
  return Array.from({ length: RECOVERY_CODES }, () => `${half()}-${half()}`)
}

/** The ways to a session: each either asks for the second factor afterwards, or has just checked it. */
const CHALLENGED: ReadonlySet<string> = new Set([
  '/sign-up/email',
  '/sign-in/email',
  CALLBACK_PATH,
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
  '/two-factor/disable',
  // The authenticator has checked who holds it (auth-passkeys.ts).
  PASSKEY_LOG_IN_PATH,
])

/**
 * Refuses a session on any other way, so that a way to log in that is added later cannot skip the second factor.
 * @throws Error for an account with a second factor
 */
export async function refuseUnchallenged(
  q: Queryable,
  { userId, path }: { userId: string; path: string | undefined },
): Promise<void> {
  if (path !== undefined && CHALLENGED.has(path)) return
  if ((await execute(q, 'select 1 from users where id = $1 and two_factor_enabled', [userId])) > 0)
    throw new Error(`${path ?? 'an unknown path'} does not ask for the second factor`)
}
