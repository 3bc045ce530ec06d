/**
 * The names that our routes share with Better Auth's configuration. Routes import them from here: the configuration
 * loads the library, which commands do not need.
 */

/** The one header with the client's address; a value sent by the client is dropped first. */
export const CLIENT_ADDRESS_HEADER = 'x-client-address'
/** The last page of a provider popup, under `/api/auth`. */
export const POPUP_RETURN_PATH = '/provider/done'
/** The path of a log-in with a passkey, in Better Auth's router. */
export const PASSKEY_LOG_IN_PATH = '/passkey/verify-authentication'
/** The code of a refusal: the authenticator did not check its user. */
export const UNVERIFIED_USER = 'UNVERIFIED_USER'
/** The code of a refusal: the account is suspended. */
export const SUSPENDED = 'SUSPENDED'
/** The code of a refusal: the address of a new account. */
export const ADDRESS_REFUSED = 'ADDRESS_REFUSED'
