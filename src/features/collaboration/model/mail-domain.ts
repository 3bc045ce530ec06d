import { z } from 'zod'
import { isPublicProvider } from '#features/accounts/model/index.ts'

/** A mail domain of a company, as in `acme.com`: lower case, at most 253 characters, of no public provider. */
export const MailDomain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .refine((domain) => isHostName(domain), 'Enter a domain, such as acme.com.')
  .refine((domain) => !isPublicProvider(domain), 'Anybody can get an address there. Enter a domain of your own.')

function isHostName(domain: string): boolean {
  const labels = domain.split('.')
  return labels.length > 1 && labels.every((label) => label !== '' && label.length <= 63 && isLabel(label))
}

/** Letters of any script, digits, and hyphens that are neither first nor last. */
function isLabel(label: string): boolean {
  if (label.startsWith('-') || label.endsWith('-')) return false
  return [...label].every(
    (letter) => isBetween(letter, 'a', 'z') || isBetween(letter, '0', '9') || letter === '-' || letter > '\u007f',
  )
}

function isBetween(letter: string, first: string, last: string): boolean {
  return letter >= first && letter <= last
}
