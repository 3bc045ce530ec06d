import type { ReferredPerson } from './contract-statistics.ts'

/** How a deleted account is shown. */
export const DELETED_PERSON: ReferredPerson = { initial: '?', email: 'Deleted user' }

/**
 * A referred person as their affiliate may know them: the first letter of the name, or of the address, and the
 * address without what would tell whose it is.
 */
export function maskPerson({ displayName, email }: { displayName: string; email: string }): ReferredPerson {
  const [local = '', domain = ''] = email.split('@')
  const initial = [...(displayName.trim() || local)][0] ?? '?'
  return { initial: initial.toUpperCase(), email: `${masked(local)}@${maskedDomain(domain)}` }
}

/** 'a•••@e•••.com' */
export function maskEmail(email: string): string {
  return maskPerson({ displayName: '', email }).email
}

function masked(text: string): string {
  return `${[...text][0] ?? ''}•••`
}

function maskedDomain(domain: string): string {
  const dot = domain.lastIndexOf('.')
  return dot === -1 ? masked(domain) : masked(domain.slice(0, dot)) + domain.slice(dot)
}

/**
 * An address by which two accounts of one person are known: in lower case, without a plus tag, and for Gmail without
 * dots.
 */
export function sameAddress(email: string): string {
  const [local = '', domain = ''] = email.trim().toLowerCase().split('@')
  const [plain = ''] = local.split('+')
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com'
  return isGmail ? `${plain.replaceAll('.', '')}@gmail.com` : `${plain}@${domain}`
}
