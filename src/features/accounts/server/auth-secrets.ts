import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'

/** Encrypts a text with the secret of the sessions, as Better Auth does with its own. */
export function encryptSecret(key: string, text: string): Promise<string> {
  return symmetricEncrypt({ key, data: text })
}

/** @returns undefined if the text was encrypted with another secret */
export async function decryptSecret(key: string, encrypted: string): Promise<string | undefined> {
  try {
    return await symmetricDecrypt({ key, data: encrypted })
  } catch {
    return undefined
  }
}
