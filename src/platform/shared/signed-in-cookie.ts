/** The name of the cookie beside that of the session, which scripts can read: 1 while somebody is signed in. */
export const SIGNED_IN_COOKIE = 'signed-in'
