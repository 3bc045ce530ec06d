import { USERNAME_MAX, USERNAME_MIN } from './constants.ts'
import { RESERVED_NAMES } from './reserved-names.ts'

/** Lower-case letters, digits, `-` and `_`; a letter or digit at both ends; 3 to 30 characters. */
const USERNAME = /^[a-z0-9][a-z0-9_-]{1,28}[a-z0-9]$/

/** A username as stored and compared: trimmed, in lower case (spec §5). */
export function normalizeUsername(entered: string): string {
  return entered.trim().toLowerCase()
}

/**
 * Why a username is refused, as one sentence; null if it is well-formed and not reserved. Only the database knows
 * whether it is taken.
 * @param username normalized
 */
export function usernameProblem(username: string): string | null {
  if (username.length < USERNAME_MIN) return `Use at least ${USERNAME_MIN} characters.`
  if (username.length > USERNAME_MAX) return `Use at most ${USERNAME_MAX} characters.`
  if (!USERNAME.test(username)) {
    return 'Use letters, digits, hyphens and underscores, with a letter or digit at both ends.'
  }
  return RESERVED_NAMES.has(username) ? 'This name is reserved. Please choose another.' : null
}

/**
 * The username in a path: `/Alice`, `/alice/` and `/%61lice` are `alice`.
 * @param pathname as in the address, undecoded
 * @returns null for an impossible username
 */
export function usernameOfPath(pathname: string): string | null {
  const [, segment] = /^\/([^/]+)\/?$/.exec(pathname) ?? []
  const decoded = segment === undefined ? null : decodedOnce(segment)
  if (decoded === null) return null
  const username = normalizeUsername(decoded)
  return usernameProblem(username) === null ? username : null
}

function decodedOnce(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}
