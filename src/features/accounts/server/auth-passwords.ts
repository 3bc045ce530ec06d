/** Password hashing: scrypt with a salt per password, in the format of Better Auth's log-in. */
export { hashPassword, verifyPassword } from 'better-auth/crypto'
