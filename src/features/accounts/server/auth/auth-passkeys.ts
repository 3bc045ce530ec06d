import { passkey } from '@better-auth/passkey'
import { APIError } from '@better-auth/core/error'
import { type Queryable, sqlState } from '#platform/server/db.ts'
import { siteName } from '#platform/shared/product.ts'
import { isSuspended } from '../suspension.ts'
import { PASSKEY_LOG_IN_PATH, SUSPENDED, UNVERIFIED_USER } from './auth-names.ts'

/**
 * Better Auth's passkeys, for the host of the public address. The plugin takes passkeys that anybody who holds the
 * device can use; here each must check its user, by a PIN, a finger or a face, and so is two factors at once.
 */
export function passkeyPlugin({ publicUrl }: { publicUrl: string }) {
  const { origin, hostname } = new URL(publicUrl)
  return passkey({
    origin,
    rpID: hostname,
    rpName: siteName(),
    advanced: { webAuthnChallengeCookie: 'passkey' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      afterVerification: ({ verification }) => requireUserVerified(verification.registrationInfo?.userVerified),
    },
    authentication: {
      afterVerification: ({ verification }) => requireUserVerified(verification.authenticationInfo.userVerified),
    },
  })
}

function requireUserVerified(isVerified: boolean | undefined): void {
  if (isVerified !== true) throw new APIError('FORBIDDEN', { code: UNVERIFIED_USER })
}

/**
 * Refuses a log-in with a passkey to a suspended account. The database refuses every session, but the plugin hides why.
 * @throws APIError {@link SUSPENDED}
 */
export async function refuseSuspended(
  q: Queryable,
  { userId, path }: { userId: string; path: string | undefined },
): Promise<void> {
  if (path === PASSKEY_LOG_IN_PATH && (await isSuspended(q, userId)))
    throw new APIError('FORBIDDEN', { code: SUSPENDED })
}

/** Whether the plugin logs an error that is only a passkey that it refused. */
export function isRefusedPasskey(message: string, facts: readonly unknown[]): boolean {
  return /^Failed to verify (registration|authentication)$/.test(message) && !facts.some((fact) => sqlState(fact))
}
