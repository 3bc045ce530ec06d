import type { Tx } from '#platform/server/db.ts'
import { execute } from '#platform/server/rows.ts'
import { activeUser, lockUser } from '../accounts.ts'
import { deletePasskeys } from '../factors/passkey-rows.ts'
import { deleteSecondFactor, forgetDevices } from '../factors/second-factor-rows.ts'
import { endSessions } from '../sessions.ts'
import { deleteTokens } from '../tokens.ts'

/**
 * Confirms the address of an account for its owner, whom the provider of the domain has just proved. The person
 * who opened the account with it had proved nothing: none of their passwords, passkeys, providers and sessions stays.
 */
export async function clearUnprovedAccount(tx: Tx, email: string): Promise<void> {
  const found = await activeUser(tx, { email })
  if (found === undefined || found.emailVerified) return
  const user = await lockUser(tx, found.id)
  if (user === undefined || user.emailVerified || user.email !== email) return
  await execute(tx, 'delete from identities where user_id = $1', [user.id])
  await deletePasskeys(tx, user.id)
  await deleteSecondFactor(tx, user.id)
  await forgetDevices(tx, user.id)
  await endSessions(tx, user.id)
  await deleteTokens(tx, user.id, ['reset_password', 'change_email', 'verify_email'])
  await execute(tx, 'update users set email_verified = true, updated_at = now() where id = $1', [user.id])
}
