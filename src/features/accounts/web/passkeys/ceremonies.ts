import { AppError } from '#platform/shared/errors.ts'

/**
 * Asks the browser for a new passkey (WebAuthn Level 3, §5.1.3).
 * @returns `RegistrationResponseJSON`
 * @throws AppError with a sentence for the user, also if they cancel
 */
export async function createCredential(options: PublicKeyCredentialCreationOptionsJSON, signal?: AbortSignal) {
  const { excludeCredentials = [], user, challenge, pubKeyCredParams, timeout, rp, authenticatorSelection } = options
  const publicKey = {
    rp,
    pubKeyCredParams,
    challenge: bytesOf(challenge),
    user: { ...user, id: bytesOf(user.id) },
    excludeCredentials: excludeCredentials.map(({ id }) => ({ type: 'public-key' as const, id: bytesOf(id) })),
    attestation: 'none' as const,
    ...(timeout !== undefined && { timeout }),
    ...(authenticatorSelection !== undefined && { authenticatorSelection }),
  }
  const made = await askBrowser(() => navigator.credentials.create({ publicKey, ...(signal && { signal }) }))
  const { response } = made
  if (!(response instanceof AuthenticatorAttestationResponse)) throw new Error('this is no new passkey')
  return {
    ...commonOf(made),
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      attestationObject: textOf(response.attestationObject),
      transports: response.getTransports(),
    },
  }
}

/**
 * Asks the browser to sign with a passkey of this site (WebAuthn Level 3, §5.1.4).
 * @returns `AuthenticationResponseJSON`
 * @throws AppError with a sentence for the user, also if they cancel
 */
export async function signWithCredential({ challenge, rpId, timeout }: PublicKeyCredentialRequestOptionsJSON) {
  const publicKey = {
    challenge: bytesOf(challenge),
    userVerification: 'required' as const,
    ...(rpId !== undefined && { rpId }),
    ...(timeout !== undefined && { timeout }),
  }
  const made = await askBrowser(() => navigator.credentials.get({ publicKey }))
  const { response } = made
  if (!(response instanceof AuthenticatorAssertionResponse)) throw new Error('this is no signature')
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return {
    ...commonOf(made),
    response: {
      clientDataJSON: textOf(clientDataJSON),
      authenticatorData: textOf(authenticatorData),
      signature: textOf(signature),
      ...(userHandle !== null && { userHandle: textOf(userHandle) }),
    },
  }
}

async function askBrowser(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  if (typeof PublicKeyCredential !== 'function')
    throw new AppError('unprocessable', 'This browser has no passkeys. Update it, or use another one.')
  try {
    const made = await ask()
    if (made instanceof PublicKeyCredential) return made
  } catch (error) {
    throw refusalOf(error)
  }
  throw new AppError('forbidden', CANCELLED)
}

const CANCELLED = 'No passkey was used: you cancelled, or it took too long.'

function refusalOf(error: unknown): unknown {
  if (!(error instanceof DOMException)) return error
  switch (error.name) {
    case 'InvalidStateError':
      return new AppError('conflict', 'This device has a passkey of this account already.')
    case 'SecurityError':
      return new AppError('unprocessable', 'Your browser makes no passkeys for this address.')
    case 'NotSupportedError':
      return new AppError('unprocessable', 'This device cannot keep a passkey. Try another one.')
    default:
      return new AppError('forbidden', CANCELLED)
  }
}

function commonOf({ id, rawId }: PublicKeyCredential) {
  return { id, rawId: textOf(rawId), type: 'public-key' as const, clientExtensionResults: {} }
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const base64 = base64url.replaceAll('-', '+').replaceAll('_', '/')
  return Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0)
}

function textOf(bytes: ArrayBuffer): string {
  const letters = Array.from(new Uint8Array(bytes), (byte) => String.fromCodePoint(byte)).join('')
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
