import { isLoopback } from '#platform/shared/contacts.ts'

/**
 * The domain whose records vouch for a sender.
 * @param sender `Name <name@host>` or `name@host`
 * @returns null for a domain that nobody can have records for
 */
export function mailDomainOf(sender: string): string | null {
  const address = /<([^<>]+)>$/u.exec(sender)?.[1] ?? sender
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  return isLoopback(domain) || domain === 'example.com' || !domain.includes('.') ? null : domain
}
