import type { QueryClient } from '@tanstack/react-query'
import { AppError } from '#platform/shared/errors.ts'
import { post, sendAuth } from '../auth-requests.ts'
import { refreshAccount } from '../session.ts'
import { signWithCredential } from './ceremonies.ts'

/** Logs in with a passkey that the user chooses. Loaded on demand. @throws AppError with a sentence for the user */
export async function logInWithPasskey(client: QueryClient): Promise<void> {
  const options: PublicKeyCredentialRequestOptionsJSON = await (await post('/passkey/log-in-options', {})).json()
  await sendAuth('/passkey/log-in', { response: await signWithCredential(options) })
  if ((await refreshAccount(client)) === null)
    throw new AppError(
      'forbidden',
      'Your browser did not keep you logged in. Allow cookies for this site, then log in.',
    )
}
