import { z } from 'zod'

/** The longest display name, in characters. */
export const NAME_MAX = 80
/** The most a picture of a person may weigh when it is sent, in bytes. */
export const PHOTO_MAX_BYTES = 5_000_000
/** The least version of the mobile apps that open a password-reset link (spec §1, §9). */
export const MOBILE_APP_MIN_VERSION = 12

/** An address as it is kept: trimmed, in lower case. */
export const Email = z.string().trim().toLowerCase().max(254).pipe(z.email('Enter a valid e-mail address.'))

/** A name as it is kept: trimmed; it may be empty (spec §5). */
export const DisplayName = z.string().trim().max(NAME_MAX, `Use at most ${NAME_MAX} characters for the name.`)

/** Long enough for any password that may be used; what is wrong with a new one is `passwordProblem`'s to say. */
const Password = z.string().max(1_000)
/** What a link in a mail carries. */
const Token = z.string().min(1).max(200)

/** The most that may come along with a sign-up, in bytes of JSON. */
const EXTRAS_MAX = 500
/**
 * What comes along with a sign-up for other features, such as whose link brought the person here: plain texts by name.
 * One that is malformed counts as none, so that it never costs anybody their sign-up.
 */
export const SignUpExtras = z
  .record(z.string(), z.string())
  .refine((extras) => new TextEncoder().encode(JSON.stringify(extras)).length <= EXTRAS_MAX)
  .optional()
  .catch(undefined)
export type SignUpExtras = z.output<typeof SignUpExtras>

/**
 * What `POST /api/auth/<key>` takes, as JSON. Only what the forms have: a plan, credits or a download count in a
 * request change nothing. Each answers `{ done: true }` or `{ error: { code, message, details } }`, and a refusal that
 * belongs to one field names it in `details.field`.
 */
export const AUTH_REQUESTS = {
  '/sign-up/email': z.object({
    email: Email,
    password: Password,
    name: DisplayName.default(''),
    rememberMe: z.boolean().optional(),
    /** Handed on as it is, in the transaction that makes the account. */
    referral: SignUpExtras,
  }),
  '/sign-in/email': z.object({ email: Email, password: Password, rememberMe: z.boolean().optional() }),
  /** Always done, whoever has the address. */
  '/request-password-reset': z.object({ email: Email }),
  '/reset-password': z.object({ token: Token, newPassword: Password }),
  /** Always done, whoever has the address. */
  '/send-verification-email': z.object({ email: Email }),
  '/verify-email': z.object({ token: Token }),
  '/change-password': z.object({ currentPassword: Password, newPassword: Password }),
  /** The password may be left out within five minutes of the log-in or of `/re-authenticate`. */
  '/change-email': z.object({ newEmail: Email, password: Password.optional() }),
  '/confirm-email': z.object({ token: Token }),
  '/re-authenticate': z.object({ password: Password }),
  /** `confirm` is the account's own address, typed in; the password whenever the account has one. */
  '/delete-account': z.object({ password: Password.optional(), confirm: z.string().trim().toLowerCase().max(254) }),
} as const

/** A path of `AUTH_REQUESTS`. */
export type AuthRequestPath = keyof typeof AUTH_REQUESTS

/** What the page of a provider's popup tells, through `new BroadcastChannel(SIGN_IN_CHANNEL)`. */
export const SIGN_IN_CHANNEL = 'wordpop-auth'

/** The popup's last word, before it closes itself; `message` is one plain sentence for the person. */
export const SignInMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('signed-in') }),
  z.object({ type: z.literal('refused'), message: z.string() }),
])
export type SignInMessage = z.output<typeof SignInMessage>
