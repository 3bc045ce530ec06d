import {
  asciiDomain,
  canonicalAddress,
  domainOf,
  domainsAbove,
  Email,
  isPublicProvider,
} from '#features/accounts/model/index.ts'

/** The longest text that an operator enters for a domain or address, in characters. */
export const TARGET_MAX = 300

/**
 * What an operator blocks, as it is stored: a domain in ASCII (`xn--bcher-kva.example`), or an address in its canonical
 * form. `@spam.example` and `*.spam.example` are the domain.
 * @returns null for anything else
 */
export function parseBlockTarget(text: string): string | null {
  const entered = text.trim().toLowerCase()
  const at = entered.lastIndexOf('@')
  const domain = asciiDomain(at === -1 ? withoutWildcard(entered) : entered.slice(at + 1))
  if (domain === null || at < 1) return domain
  const address = Email.safeParse(`${entered.slice(0, at)}@${domain}`)
  return address.success ? canonicalAddress(address.data) : null
}

/** Whether a target is a domain, with everything below it, and no single address. */
export function isDomain(target: string): boolean {
  return !target.includes('@')
}

/** The targets that stand for an address: its canonical form, and its domain with those above. */
export function targetsOf(email: string): string[] {
  const canonical = canonicalAddress(email)
  return [...new Set([canonical, ...domainsAbove(domainOf(email)), ...domainsAbove(domainOf(canonical))])]
}

/**
 * Whether a domain belongs to many people who have nothing to do with each other: a public provider, a top-level domain,
 * or a registry's second level such as `co.uk`.
 */
export function isSharedByMany(target: string): boolean {
  const [first = '', last, ...more] = target.split('.')
  if (!isDomain(target) || more.length > 0) return false
  return last === undefined || isPublicProvider(target) || (last.length === 2 && SECOND_LEVELS.has(first))
}

/** Names below which registries of countries register domains. */
const SECOND_LEVELS: ReadonlySet<string> = new Set([
  'ac',
  'co',
  'com',
  'edu',
  'go',
  'gob',
  'gouv',
  'gov',
  'govt',
  'info',
  'ltd',
  'me',
  'mil',
  'ne',
  'net',
  'nom',
  'or',
  'org',
  'plc',
  'sch',
  'school',
  'web',
])

function withoutWildcard(entered: string): string {
  return entered.startsWith('*.') ? entered.slice(2) : entered
}
