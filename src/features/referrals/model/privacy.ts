import type { ReferredPerson } from './contract-statistics.ts'

/** The display of a deleted account. */
export const DELETED_PERSON: ReferredPerson = { initial: '?', email: 'Deleted user' }

/** A referred person as their affiliate sees them: the initial of the name or address, and the address masked. */
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
