import { z } from 'zod'
import { NewCredential, PasskeyName, SignedCredential } from './passkeys.ts'

/** The longest display name, in characters. */
export const NAME_MAX = 80
/** The largest photo a user can upload, in bytes. */
export const PHOTO_MAX_BYTES = 5_000_000
/** The minimum version of the mobile apps that open a password-reset link (spec §1, §9). */
export const MOBILE_APP_MIN_VERSION = 12

/** An address as stored: trimmed, in lower case. */
export const Email = z.string().trim().toLowerCase().max(254).pipe(z.email('Enter a valid e-mail address.'))

/** A name as stored: trimmed; it may be empty (spec §5). */
export const DisplayName = z.string().trim().max(NAME_MAX, `Use at most ${NAME_MAX} characters for the name.`)

/** Fits any valid password; `passwordProblem` validates a new one. */
const Password = z.string().max(1_000)
/** A code of an authenticator app, or a recovery code, as typed. */
const Code = z.string().trim().min(1, 'Enter the code.').max(40)
/** The token of a mailed link. */
const Token = z.string().min(1).max(200)

/** The largest `referral` of a sign-up, in bytes of JSON. */
const EXTRAS_MAX = 500
/**
 * Data that other features attach to a sign-up, for example the referral link: plain texts by name. A malformed one
 * counts as empty, so that it never blocks a sign-up.
 */
export const SignUpExtras = z
  .record(z.string(), z.string())
  .refine((extras) => new TextEncoder().encode(JSON.stringify(extras)).length <= EXTRAS_MAX)
  .optional()
  .catch(undefined)
export type SignUpExtras = z.output<typeof SignUpExtras>

/**
 * The JSON body of each `POST /api/auth/<key>`. Only form fields are read: a plan, credits or a download count in a
 * request changes nothing. The response is `{ done: true }`, for a log-in
 * that needs a code next `{ done: false }`, or `{ error: { code, message, details } }`; `details.field`
 * names the field a refusal belongs to.
 */
export const AUTH_REQUESTS = {
  '/sign-up/email': z.object({
    email: Email,
    password: Password,
    name: DisplayName.default(''),
    rememberMe: z.boolean().optional(),
    /** Passed on unchanged, in the transaction that creates the account. */
    referral: SignUpExtras,
  }),
  '/sign-in/email': z.object({ email: Email, password: Password, rememberMe: z.boolean().optional() }),
  /** Responds the same for every address. */
  '/request-password-reset': z.object({ email: Email }),
  '/reset-password': z.object({ token: Token, newPassword: Password }),
  /** Responds the same for every address. */
  '/send-verification-email': z.object({ email: Email }),
  '/verify-email': z.object({ token: Token }),
  '/change-password': z.object({ currentPassword: Password, newPassword: Password }),
  /** The password is optional within five minutes of a log-in or of `/re-authenticate`. */
  '/change-email': z.object({ newEmail: Email, password: Password.optional() }),
  '/confirm-email': z.object({ token: Token }),
  /** After a log-in that responds `{ done: false }`: a code of the app. */
  '/two-factor/verify': z.object({ code: Code, trustDevice: z.boolean().optional() }),
  /** Likewise, with a recovery code. */
  '/two-factor/recover': z.object({ code: Code, trustDevice: z.boolean().optional() }),
  /** Begins the set-up; responds with `SecondFactorSetUp`. Nothing changes before `/two-factor/confirm`. */
  '/two-factor/set-up': z.object({ password: Password.optional() }),
  /** Turns the second factor on with the first code of the app, and ends the other sessions. */
  '/two-factor/confirm': z.object({ code: Code }),
  /** Needs a code of the app, or a recovery code. */
  '/two-factor/turn-off': z.object({ password: Password.optional(), code: Code }),
  /** Replaces the recovery codes; responds with `{ codes }`. */
  '/two-factor/recovery-codes': z.object({ password: Password.optional() }),
  /** Begins a log-in with a passkey; responds with the options of `navigator.credentials.get`. */
  '/passkey/log-in-options': z.object({}),
  '/passkey/log-in': z.object({ response: SignedCredential }),
  /** Begins a new passkey, with a proof; responds with the options of `navigator.credentials.create`. */
  '/passkey/add-options': z.object({ password: Password.optional() }),
  '/passkey/add': z.object({ name: PasskeyName, response: NewCredential }),
  /** Also ends the other sessions that the passkey opened. */
  '/passkey/remove': z.object({ id: z.uuid(), password: Password.optional() }),
  '/re-authenticate': z.object({ password: Password }),
  /** `confirm` is the account's own address, typed in. An account with a password needs the password too. */
  '/delete-account': z.object({ password: Password.optional(), confirm: z.string().trim().toLowerCase().max(254) }),
} as const

/** A path of `AUTH_REQUESTS`. */
export type AuthRequestPath = keyof typeof AUTH_REQUESTS

/** The start of a second factor: for the app, and the recovery codes that count once a code is confirmed. */
export const SecondFactorSetUp = z.object({
  /** `otpauth://totp/…`, for a QR code. */
  uri: z.string(),
  codes: z.array(z.string()),
})
export type SecondFactorSetUp = z.output<typeof SecondFactorSetUp>

/** The channel on which the provider popup reports its outcome: `new BroadcastChannel(SIGN_IN_CHANNEL)`. */
export const SIGN_IN_CHANNEL = 'wordpop-auth'

/** The popup's last message before it closes; `message` is one sentence for the user. */
export const SignInMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('signed-in') }),
  /** The provider knows the user; this site asks for a code next. */
  z.object({ type: z.literal('second-factor') }),
  z.object({ type: z.literal('refused'), message: z.string() }),
])
export type SignInMessage = z.output<typeof SignInMessage>
