import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { passwordProblem, TOO_COMMON } from '../../model/index.ts'

/** Bytes of SHA-256 stored per entry; enough to avoid collisions. */
const HASH_PREFIX_BYTES = 6
/** Up to this many digits and signs around a leaked word add nothing that a guesser does not try. */
const AROUND_MAX = 6

/**
 * Why a new password is refused: by `passwordProblem`, or because it leads the published lists of leaked ones, as it is
 * or with a few digits and signs around it. Needs no network.
 */
export function newPasswordProblem(password: string, email = ''): string | null {
  return passwordProblem(password, email) ?? (isLeaked(password.toLowerCase()) ? TOO_COMMON : null)
}

function isLeaked(plain: string): boolean {
  const word = plain.replaceAll(/[^a-z]/g, '')
  const around = Array.from(plain).length - word.length
  return leaked().has(hashOf(plain)) || (around <= AROUND_MAX && leaked().has(hashOf(word)))
}

let known: ReadonlySet<string> | undefined

/**
 * `leaked-passwords.txt`: from the 49,000 passwords of @zxcvbn-ts/language-common 3.0.4 (MIT), the 10,000 most used
 * words of 5 to 11 letters and every entry of 12 characters or more, in lower case. Hashed, because much of the list is
 * offensive.
 */
function leaked(): ReadonlySet<string> {
  if (known !== undefined) return known
  const text = readFileSync(new URL('leaked-passwords.txt', import.meta.url), 'utf8').replaceAll('\n', '')
  const width = (HASH_PREFIX_BYTES * 4) / 3
  known = new Set(Array.from({ length: text.length / width }, (_, n) => text.slice(n * width, (n + 1) * width)))
  return known
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest().subarray(0, HASH_PREFIX_BYTES).toString('base64url')
}
