import type { SecondFactorSetUp } from '../../model/requests.ts'
import { post } from '../auth-requests.ts'

type Proof = { readonly password?: string }

/** Begins the set-up of a second factor. @throws AppError as refused by the server */
export async function setUpSecondFactor(proof: Proof): Promise<SecondFactorSetUp> {
  return (await post('/two-factor/set-up', proof)).json()
}

/** Replaces the recovery codes. @throws AppError as refused by the server */
export async function makeRecoveryCodes(proof: Proof): Promise<readonly string[]> {
  const answer: { codes: string[] } = await (await post('/two-factor/recovery-codes', proof)).json()
  return answer.codes
}
