/** How passwords are kept: scrypt with a salt of their own, as Better Auth's log-in reads them. */
export { hashPassword, verifyPassword } from 'better-auth/crypto'
