/** The name of the cookie beside that of the session, which scripts can read: 1 while somebody is signed in. */
export const SIGNED_IN_COOKIE = 'signed-in'

/** The header of an early request for a file: answered 204 if there is none, since 404 would be an error in the console. */
export const EARLY_HEADER = 'x-early'
