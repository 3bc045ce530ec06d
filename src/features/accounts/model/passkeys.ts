import { z } from 'zod'

/** How many passkeys an account may have. */
export const PASSKEYS_MAX = 20
/** The longest name of a passkey, in characters. */
export const PASSKEY_NAME_MAX = 60

/** A name as stored: trimmed, not empty. */
export const PasskeyName = z
  .string()
  .trim()
  .min(1, 'Enter a name.')
  .max(PASSKEY_NAME_MAX, `Use at most ${PASSKEY_NAME_MAX} characters for the name.`)

/** A passkey as its owner sees it. */
export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  /** The last log-in with it; null before the first. */
  lastUsedAt: z.iso.datetime().nullable(),
})
export type Passkey = z.output<typeof Passkey>

const Base64Url = z.string().regex(/^[\w-]*$/)
const shared = {
  id: Base64Url.min(1).max(1_400),
  rawId: Base64Url.min(1).max(1_400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().max(40).nullish(),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
}

/** What a browser made for a new passkey: `RegistrationResponseJSON` of WebAuthn Level 3. */
export const NewCredential = z.object({
  ...shared,
  response: z.object({
    clientDataJSON: Base64Url.max(10_000),
    attestationObject: Base64Url.max(100_000),
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
})

/** What a browser signed with a passkey: `AuthenticationResponseJSON` of WebAuthn Level 3. */
export const SignedCredential = z.object({
  ...shared,
  response: z.object({
    clientDataJSON: Base64Url.max(10_000),
    authenticatorData: Base64Url.max(10_000),
    signature: Base64Url.max(10_000),
    userHandle: Base64Url.max(200).nullish(),
  }),
})
