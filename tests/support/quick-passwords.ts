/**
 * For `node --import`: passwords are hashed by the same scrypt at its least cost, in this process and those it starts.
 * At the product's cost each sign-up, log-in and check of a password takes a tenth of a second of processor time.
 */
import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/** What Better Auth asks for; backups with a passphrase ask for more, and keep their cost. */
const OF_PASSWORDS = { N: 16_384, r: 16 }
const LEAST = 2

const { scrypt } = crypto
const atLeastCost = (
  password: BinaryLike,
  salt: BinaryLike,
  length: number,
  options: ScryptOptions,
  done: (error: Error | null, key: Buffer) => void,
): void => {
  const isPassword = options.N === OF_PASSWORDS.N && options.r === OF_PASSWORDS.r
  scrypt(password, salt, length, isPassword ? { ...options, N: LEAST } : options, done)
}

Object.assign(crypto, { scrypt: atLeastCost })
syncBuiltinESMExports()
